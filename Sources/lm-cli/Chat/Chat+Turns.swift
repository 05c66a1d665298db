import LMProtocol
import LMReplay

/// What a chat does with turns that are over.
extension Chat {
    /// The turns of the conversation: a prompt each, with what followed it.
    private var turns: [ArraySlice<Transcript.Entry>] {
        let entries = Array(session.transcript)
        let starts = entries.indices.filter { index in if case .prompt = entries[index] { true } else { false } }
        return zip(starts, starts.dropFirst() + [entries.endIndex]).map { entries[$0..<$1] }
    }

    /// The number of a turn, from 1; the last where none is named.
    private func turn(_ argument: String) throws(CLIError) -> (number: Int, entries: ArraySlice<Transcript.Entry>) {
        let turns = turns
        guard !turns.isEmpty else { throw .usage("nothing was said yet.") }
        let number = argument.isEmpty ? turns.count : Int(argument) ?? 0
        guard turns.indices.contains(number - 1) else {
            throw .usage("there is no turn \"\(argument)\".", hint: "There are \(turns.count).")
        }
        return (number, turns[number - 1])
    }

    private func reply(in entries: ArraySlice<Transcript.Entry>) -> String {
        entries.compactMap { entry -> String? in
            if case .response(let response) = entry { ConversationText.words(of: response.segments) } else { nil }
        }.joined(separator: "\n\n")
    }

    /// Shows what the model thought.
    func showThoughts(_ argument: String) throws(CLIError) {
        let (number, entries) = try turn(argument)
        let thoughts = entries.compactMap { entry -> String? in
            guard case .reasoning(let reasoning) = entry else { return nil }
            let words = ConversationText.words(of: reasoning.segments)
            return words.isEmpty ? nil : words
        }
        guard !thoughts.isEmpty else { return console.hint("turn \(number): the model said nothing of its thoughts") }
        console.say(lines: ["── thought, turn \(number) " + String(repeating: "─", count: 9)])
        console.say(
            lines: thoughts.joined(separator: "\n\n").split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init))
    }

    /// Shows a reply as the model wrote it.
    func showReply(_ argument: String) throws(CLIError) {
        console.say(
            lines: reply(in: try turn(argument).entries).split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init))
    }

    /// Shows what the conversation took.
    func showUsage() {
        let here = ReplyFooter.line(usage: used, elapsed: nil, attempts: 1)
        console.hint(here.isEmpty ? "nothing was used in this chat" : "in this chat: \(here)")
        if let heading = draft?.origin?.heading, heading.totalTokens > 0 {
            let price = heading.costTicks.map { " · \(Amount.price($0))" } ?? ""
            let turns = "\(heading.turns) turn\(heading.turns == 1 ? "" : "s")"
            console.hint(
                "the whole conversation: \(turns) · \(Amount.tokens(heading.totalTokens)) tokens\(price)")
        }
    }

    /// Asks the last message again, perhaps of another model.
    nonisolated(nonsending) func retry(model: String?) async {
        guard let prompt = session.transcript.lastPrompt else { return console.hint("nothing was asked yet") }
        if let model {
            do throws(CLIError) { try await perform(.model, model) } catch { return console.report(error) }
        }
        restart(from: session.transcript.beforeLastPrompt)
        await reply(to: Prompt(segments: prompt.segments))
    }

    /// Forgets the last message and its reply.
    func undo() throws(CLIError) {
        guard let prompt = session.transcript.lastPrompt else { throw .usage("nothing was asked yet.") }
        restart(from: session.transcript.beforeLastPrompt)
        lastEnding = .complete
        keep(nil)
        console.hint("forgotten: \(TextSanitizer.line(ConversationText.words(of: prompt.segments), limit: 60))")
    }

    /// Edits the last message and asks it in its place.
    nonisolated(nonsending) func editLastMessage() async {
        guard let prompt = session.transcript.lastPrompt else { return console.hint("nothing was asked yet") }
        let text =
            prompt.segments.compactMap { segment -> String? in
                if case .text(let text) = segment { text.content } else { nil }
            }.last ?? ""
        guard let edited = await edited(text) else { return }
        var segments = prompt.segments
        if let index = segments.lastIndex(where: { segment in if case .text = segment { true } else { false } }) {
            segments[index] = .text(.init(content: edited))
        }
        restart(from: session.transcript.beforeLastPrompt)
        await reply(to: Prompt(segments: segments))
    }

    /// Writes the message that is being typed in the person's editor, and sends it.
    nonisolated(nonsending) func editMessage(_ text: String) async throws {
        guard let edited = await edited(text) else { return input.prefill(text) }
        try await take(edited)
    }

    /// The text as the person's editor leaves it; `nil` where it was left empty or as it was.
    private nonisolated(nonsending) func edited(_ text: String) async -> String? {
        let environment = invocation.environment
        let editor = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
        let path = "\(environment["TMPDIR"] ?? "/tmp")/lm-cli-\(Platform.processIdentifier).md"
        defer { _ = FileDescriptor.remove(path) }
        do {
            try PrivateFile.write(Array(text.utf8), to: path)
            let status = try await input.suspended {
                try await ChildProcess.runOnTerminal("sh", ["-c", "\(editor) \(ShellQuoting.quoted(path))"])
            }
            guard status == 0, let bytes = try PrivateFile.read(path) else {
                console.warn("the editor ended with \(status); nothing was sent.")
                return nil
            }
            let edited = String(decoding: bytes, as: UTF8.self).trimmingWhitespace
            guard !edited.isEmpty, edited != text else {
                console.hint("nothing was changed, and nothing was sent")
                return nil
            }
            return edited
        } catch {
            console.warn("the editor cannot be used: \(error).")
            return nil
        }
    }
}
