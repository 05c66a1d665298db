#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Asks a person for something that is not shown while it is typed.
enum HiddenPrompt {
    /// Asks on the terminal, whatever the standard streams are. `nil` where there is no terminal to ask on.
    ///
    /// - Parameter onEnd: Is given what puts the terminal back, for a signal that ends the process meanwhile.
    static func ask(_ question: String, onEnd: (@escaping @Sendable () -> Void) -> Void) -> String? {
        guard let terminal = FileDescriptor.openTerminal() else { return nil }
        let number = terminal.rawValue
        defer { terminal.close() }
        var settings = termios()
        guard tcgetattr(number, &settings) == 0 else { return nil }
        let before = settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        onEnd {
            var before = before
            tcsetattr(number, TCSANOW, &before)
        }
        guard tcsetattr(number, TCSAFLUSH, &settings) == 0 else { return nil }
        defer {
            var before = before
            tcsetattr(number, TCSANOW, &before)
            try? terminal.write(Array("\n".utf8))
        }
        try? terminal.write(Array(question.utf8))
        var line: [UInt8] = []
        while let chunk = try? terminal.read(upTo: 4096), !chunk.isEmpty {
            line += chunk
            if chunk.contains(UInt8(ascii: "\n")) || line.count > 64 * 1024 { break }
        }
        return String(decoding: line, as: UTF8.self)
    }
}
