import LMProtocol

/// A conversation laid out for standard output: rendered for a terminal, as it is for anything else.
struct ConversationView: Sendable {
    let console: Console
    /// Whether Markdown is rendered on a terminal.
    let isRendered: Bool
    let showsThoughts: Bool

    /// The whole conversation.
    func text(of transcript: some Sequence<Transcript.Entry>) -> String {
        transcript.compactMap(text).joined(separator: "\n")
    }

    private func text(_ entry: Transcript.Entry) -> String? {
        switch entry {
        case .instructions(let entry):
            let words = ConversationText.words(of: entry.segments)
            return words.isEmpty ? nil : quoted("system", words)
        case .prompt(let entry): return quoted("", ConversationText.words(of: entry.segments))
        case .reasoning(let entry):
            let words = ConversationText.words(of: entry.segments)
            return showsThoughts && !words.isEmpty ? quoted("thought", words) : nil
        case .toolCalls(let calls):
            return calls.map { note("tool \($0.toolName) \($0.arguments.json.text())") }.joined()
        case .toolOutput(let entry):
            return note("→ " + TextSanitizer.line(ConversationText.words(of: entry.segments), limit: 200))
        case .response(let entry): return reply(ConversationText.words(of: entry.segments))
        case .data: return nil
        }
    }

    private func reply(_ words: String) -> String {
        guard console.output.isTerminal else { return words.hasSuffix("\n") ? words : words + "\n" }
        let safe = TextSanitizer.sanitized(words, notation: console.typography.notation)
        guard isRendered else { return safe.hasSuffix("\n") ? safe : safe + "\n" }
        var renderer = MarkdownRenderer(
            width: console.output.columns, isStyled: console.output.hasColor, typography: console.typography)
        return renderer.render(safe) + renderer.finish()
    }

    /// The words of a person, each line marked as in a quotation.
    private func quoted(_ label: String, _ words: String) -> String {
        let safe =
            console.output.isTerminal ? TextSanitizer.sanitized(words, notation: console.typography.notation) : words
        let lines = safe.split(separator: "\n", omittingEmptySubsequences: false).map { "> \($0)" }
        let head = label.isEmpty ? "" : "> (\(label))\n"
        return Style.bold.applied(to: head + lines.joined(separator: "\n"), on: console.output) + "\n"
    }

    private func note(_ words: String) -> String {
        let line = TextSanitizer.line(console.typography.rendered("· " + words), notation: console.typography.notation)
        return Style.dim.applied(to: line, on: console.output) + "\n"
    }
}
