/// Asks a person on the terminal whether a tool may run.
enum TerminalApproval {
    /// The question about a call: what the model wants, with every control character visible, whatever it hides.
    static func question(_ name: String, _ arguments: String, notation: TextSanitizer.Notation) -> String {
        let shown = TextSanitizer.line("\(name) \(arguments)", limit: 2000, notation: notation)
        return "the model wants: \(shown)   run? [y]es [n]o [a]lways [s]how "
    }

    /// What a key answers; `nil` for a key that answers nothing.
    static func answer(_ key: Key) -> ToolApproval.Answer? {
        switch key {
        case .text(let text):
            switch text.lowercased().first {
            case "y": .run
            case "n": .refuse
            case "a": .always
            case "s": .show
            default: nil
            }
        case .enter, .escape, .endOfFile: .refuse
        case .interrupt: .stop
        default: nil
        }
    }

    /// Asks on the terminal itself, whatever the standard streams are. Refuses where there is none.
    static func ask(
        _ name: String, _ arguments: String, console: Console, interruption: Interruption
    ) async -> ToolApproval.Answer {
        (try? await SystemThread.value { askHere(name, arguments, console: console, interruption: interruption) })
            ?? .refuse
    }

    private static func askHere(
        _ name: String, _ arguments: String, console: Console, interruption: Interruption
    ) -> ToolApproval.Answer {
        guard let terminal = FileDescriptor.openTerminal() else { return .refuse }
        defer { terminal.close() }
        guard let raw = RawTerminal(terminal) else { return .refuse }
        interruption.onEnd { raw.leave() }
        raw.enter()
        defer {
            raw.leave()
            interruption.onEnd(nil)
        }
        let words = console.typography.rendered("· " + question(name, arguments, notation: console.typography.notation))
        try? terminal.write(Array(words.utf8))
        var decoder = KeyDecoder()
        while let chunk = try? terminal.read(upTo: 64), !chunk.isEmpty {
            for key in decoder.decode(chunk) + decoder.flush() {
                guard let answer = answer(key) else { continue }
                try? terminal.write(Array((Self.word(answer) + "\n").utf8))
                return answer
            }
        }
        return .refuse
    }

    static func word(_ answer: ToolApproval.Answer) -> String {
        switch answer {
        case .run: "yes"
        case .refuse: "no"
        case .always: "always"
        case .show: "show"
        case .stop: "stop"
        }
    }
}
