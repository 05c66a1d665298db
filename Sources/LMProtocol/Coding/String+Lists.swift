extension [String] {
    /// The strings for a sentence: `'a', 'b'`.
    var quoted: String { map { "'\($0)'" }.joined(separator: ", ") }
}

extension [String] {
    /// The strings without those that stood before.
    func uniqued() -> [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}

extension String {
    /// The string with what it begins with replaced.
    func replacingPrefix(_ prefix: String, with replacement: String) -> String {
        hasPrefix(prefix) ? replacement + dropFirst(prefix.count) : self
    }
}
