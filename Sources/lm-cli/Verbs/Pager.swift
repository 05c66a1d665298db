/// Shows a long text a screen at a time, where a person watches and the text does not fit.
enum Pager {
    /// What is used where `LM_PAGER` and `PAGER` name nothing: it ends by itself where the text fits, and leaves it on the
    /// screen.
    static let standard = "less -FIRX"

    /// Shows a text on standard output.
    static func show(_ text: String, _ invocation: Invocation) throws {
        let console = invocation.console
        let lineCount = text.utf8.count { $0 == UInt8(ascii: "\n") }
        guard console.output.isTerminal, FileDescriptor.standardOutput.isTerminal,
            lineCount >= FileDescriptor.standardOutput.terminalRows ?? .max
        else { return try console.write(drawn: text) }
        let command = invocation.environment["LM_PAGER"] ?? invocation.environment["PAGER"] ?? standard
        // The program writes to the terminal itself; what it is given is what it shows.
        let status = try? ChildProcess.feed("sh", ["-c", command], input: Array(text.utf8))
        if status == nil || status == 127 { try console.write(drawn: text) }
    }
}
