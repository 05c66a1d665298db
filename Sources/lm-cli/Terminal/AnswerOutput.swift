import LMJSON

/// Where an answer goes: the terminal's standard output, or a file.
protocol AnswerOutput: Sendable {
    /// What can be shown there.
    var profile: StreamProfile { get }
    /// Takes the next words, which may be anybody's.
    func write(_ text: String) throws(SystemError)
    /// Takes the next bytes, which may be anybody's.
    func write(_ bytes: [UInt8]) throws(SystemError)
    /// Takes what was laid out for it, with all words of others made safe.
    func write(drawn text: String) throws(SystemError)
}

extension AnswerOutput {
    /// Writes a JSON value on a line of its own. On a terminal what would act in it is escaped, which is the same value.
    func write(json value: JSONValue) throws(SystemError) {
        let line = JSONText.line(value)
        guard profile.isTerminal else { return try write(line) }
        try write(drawn: TextSanitizer.json(String(decoding: line, as: UTF8.self)))
    }
}

extension Console: AnswerOutput {
    var profile: StreamProfile { output }
}
