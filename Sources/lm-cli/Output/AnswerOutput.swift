/// Where an answer goes: the terminal's standard output, or a file.
protocol AnswerOutput: Sendable {
    /// What can be shown there.
    var profile: StreamProfile { get }
    /// Takes the next bytes.
    func write(_ text: String) throws(SystemError)
    /// Takes the next bytes.
    func write(_ bytes: [UInt8]) throws(SystemError)
}

extension Console: AnswerOutput {
    var profile: StreamProfile { output }
    func write(_ bytes: [UInt8]) throws(SystemError) { try write(bytes[...]) }
}
