/// Turns the words of a command line into a command and its arguments, after the table of commands.
///
/// Options may stand before, between and behind the words; `--` ends them. Commands and options are never completed
/// from a prefix, because a script that relied on one would break with the next option.
struct ArgumentParser {
    private let root: CommandSpec
    private var result: ParsedArguments
    private var rest: ArraySlice<String>

    /// Reads a command line without the program's name.
    ///
    /// Throws a usage error for what it does not understand, unless help is asked for: then the command is that one
    /// down to which it did understand.
    static func parse(_ arguments: [String], root: CommandSpec) throws(CLIError) -> ParsedArguments {
        var parser = ArgumentParser(root: root, result: ParsedArguments(path: [root]), rest: arguments[...])
        do throws(CLIError) {
            try parser.run()
        } catch {
            let asksForHelp = arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
            guard asksForHelp else { throw error }
            parser.result.set(.help, to: true)
        }
        return parser.result
    }

    private var current: CommandSpec { result.path.last ?? root }
    private var commandName: String { result.path.map(\.name).joined(separator: " ") }
    /// The command without the tool's name, which stands at the start of every message already.
    private var verb: String { result.path.dropFirst().map(\.name).joined(separator: " ") }
    private var options: [OptionSpec] { result.path.flatMap(\.options) }

    private mutating func run() throws(CLIError) {
        while let word = rest.popFirst() {
            if word == "--" {
                if current.arguments.contains(where: { if case .command = $0.arity { true } else { false } }) {
                    result.command = Array(rest)
                } else {
                    for word in rest { try take(word: word) }
                }
                break
            }
            if word.hasPrefix("--") {
                try take(longOption: word.dropFirst(2))
            } else if word.hasPrefix("-"), word.count > 1 {
                try take(shortOptions: word.dropFirst())
            } else {
                try take(word: word)
            }
        }
        guard !result.isOn(.help), !result.isOn(.version) else { return }
        if let name = current.defaultSubcommand, let command = current.subcommand(named: name) {
            result.path.append(command)
        }
        try checkWords()
    }

    private mutating func take(word: String) throws(CLIError) {
        guard !current.subcommands.isEmpty else {
            result.words.append(word)
            return
        }
        if let command = current.subcommand(named: word) {
            result.path.append(command)
        } else if result.path.count == 1, word.contains(where: \.isWhitespace), let ask = root.subcommand(named: "ask")
        {
            // No command has a space in its name and none ever will, so this can only be a prompt.
            result.path.append(ask)
            result.words.append(word)
        } else {
            throw unknownCommand(word)
        }
    }

    private func unknownCommand(_ word: String) -> CLIError {
        let names = current.subcommands.filter { !$0.isHidden }.map(\.name)
        var hint = "It takes \(ValueKind.list(names)). See: \(commandName) --help"
        let suggestion = EditDistance.suggestion(for: word, among: names).map { "\(commandName) \($0)" }
        if let suggestion { hint = "Did you mean: \(suggestion)" }
        if result.path.count == 1, !word.isEmpty {
            let question = "lm-cli ask \(ShellQuoting.quoted(word))"
            hint =
                suggestion.map { "Did you mean: \($0)   To ask a model: \(question)" }
                ?? "To ask a model: \(question)   Commands: lm-cli help"
        }
        return .usage(
            "there is no command \"\(word)\"\(result.path.count > 1 ? " under \(commandName)" : "").", hint: hint)
    }

    private mutating func take(longOption text: Substring) throws(CLIError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = options.last(where: { $0.longNames.contains(name) }) else {
            throw unknownOption("--" + name)
        }
        let attached = parts.count > 1 ? String(parts[1]) : nil
        guard option.value != nil else {
            guard attached == nil else { throw .usage("--\(name) takes no value.", hint: usageHint) }
            let isNegative = name.hasPrefix("no-")
            result.set(option.name, to: !isNegative)
            return
        }
        try take(valueOf: option, spelled: "--" + name, attached: attached)
    }

    private mutating func take(shortOptions text: Substring) throws(CLIError) {
        var letters = text
        while let letter = letters.popFirst() {
            guard let option = options.last(where: { $0.short == letter }) else { throw unknownOption("-\(letter)") }
            guard option.value != nil else {
                result.set(option.name, to: true)
                continue
            }
            let attached = letters.isEmpty ? nil : String(letters.first == "=" ? letters.dropFirst() : letters)
            try take(valueOf: option, spelled: "-\(letter)", attached: attached)
            return
        }
    }

    private mutating func take(
        valueOf option: OptionSpec, spelled spelling: String, attached: String?
    ) throws(CLIError) {
        guard let (placeholder, kind) = option.value else { return }
        let value: String
        if let attached {
            value = attached
        } else if let next = rest.first, next == "-" || !next.hasPrefix("-") || Double(next) != nil {
            value = next
            rest.removeFirst()
        } else {
            throw .usage("\(spelling) needs a value: \(spelling) <\(placeholder)>.", hint: usageHint)
        }
        try check(value, is: kind, of: spelling)
        result.append(value, to: option.name)
    }

    private func check(_ value: String, is kind: ValueKind, of name: String) throws(CLIError) {
        guard !kind.accepts(value) else { return }
        guard let expectation = kind.expectation else { throw .usage("\(name) needs a value.", hint: usageHint) }
        var hint = usageHint
        if case .choice(let names) = kind, let suggestion = EditDistance.suggestion(for: value, among: names) {
            hint = "Did you mean: \(name) \(suggestion)"
        }
        throw .usage("\(name) takes \(expectation), not \"\(value)\".", hint: hint)
    }

    private func unknownOption(_ spelling: String) -> CLIError {
        let visible = options.filter { !$0.isHidden }
        let names = visible.flatMap { [$0.listedName] + $0.longNames.map { "--" + $0 } }
        let hint: String
        if spelling.hasPrefix("--"), let suggestion = EditDistance.suggestion(for: spelling, among: names) {
            hint = "Did you mean: \(suggestion)"
        } else {
            hint = usageHint
        }
        return .usage("\(verb.isEmpty ? "the tool" : verb) has no option \(spelling).", hint: hint)
    }

    private func checkWords() throws(CLIError) {
        guard current.subcommands.isEmpty else { return }
        let arguments = current.arguments
        let needed = arguments.filter { if case .one = $0.arity { true } else { false } }
        guard result.words.count >= needed.count else {
            throw .usage("\(verb) needs \(needed[result.words.count].usage).", hint: usageHint)
        }
        if !arguments.contains(where: { if case .any = $0.arity { true } else { false } }) {
            let most = arguments.filter { if case .command = $0.arity { false } else { true } }.count
            guard result.words.count <= most else {
                throw .usage("\(verb) does not take \"\(result.words[most])\".", hint: usageHint)
            }
        }
        for (word, argument) in zip(result.words, arguments) {
            try check(word, is: argument.kind, of: "<\(argument.name)>")
        }
    }

    private var usageHint: String {
        guard result.path.count > 1 else { return "See: lm-cli help" }
        return "Usage: \(HelpText.usageLines(of: result.path)[0])   More: \(commandName) --help"
    }
}
