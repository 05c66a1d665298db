import LMProtocol

/// A conversation as text: for a person on a terminal, and as Markdown.
enum ConversationText {
    /// The words of an entry's segments; what is no text is named.
    static func words(of segments: [Transcript.Segment]) -> String {
        segments.map { segment in
            switch segment {
            case .text(let text): return text.content
            case .structure(let structure): return structure.content.json.text(.pretty)
            case .attachment(let attachment): return "[image\(attachment.label.map { ": \($0)" } ?? "")]"
            }
        }.joined(separator: "\n\n")
    }

    /// The conversation as Markdown.
    static func markdown(of conversation: SavedConversation) -> String {
        var blocks = [
            "# \(conversation.heading.title)", "*\(conversation.heading.model), \(conversation.heading.updated)*",
        ]
        for entry in conversation.transcript {
            switch entry {
            case .instructions(let entry):
                let words = words(of: entry.segments)
                if !words.isEmpty { blocks += ["## Instructions", words] }
            case .prompt(let entry): blocks += ["## Prompt", words(of: entry.segments)]
            case .reasoning(let entry):
                let words = words(of: entry.segments)
                if !words.isEmpty { blocks.append("<details><summary>Thought</summary>\n\n\(words)\n\n</details>") }
            case .toolCalls(let calls):
                blocks += calls.map {
                    "*Tool call* `\($0.toolName)`:\n\n```json\n\($0.arguments.json.text(.pretty))\n```"
                }
            case .toolOutput(let entry):
                blocks.append("*Tool result* `\(entry.toolName)`:\n\n```\n\(words(of: entry.segments))\n```")
            case .response(let entry): blocks += ["## Reply", words(of: entry.segments)]
            case .data: break
            }
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }
}
