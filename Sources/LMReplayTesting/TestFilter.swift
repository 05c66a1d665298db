import Testing

/// The pattern that chooses one test, or one suite, and no other.
enum TestFilter {
    /// For `swift test --filter`, which looks for a regular expression in a test's identifier: module, suites, name and
    /// place, as in `MyTests.Greetings/`says hello`()/GreetingsTests.swift:7:6`.
    static func pattern(for test: Test) -> String {
        var id = "\(test.id)"
        // The place is left out: it changes with the file.
        if !test.isSuite, let slash = id.lastIndex(of: "/") { id = String(id[..<slash]) }
        return "^\(escaped(id))/"
    }

    /// The text with what a regular expression takes for more than a letter escaped.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if "\\^$.|?*+()[]{}".contains(character) { result.append("\\") }
            result.append(character)
        }
    }
}

/// A word of a shell's command line.
enum ShellWord {
    /// The word in single quotes, in which nothing has a meaning.
    static func quoted(_ word: String) -> String { "'\(word.replacing("'", with: "'\\''"))'" }
}
