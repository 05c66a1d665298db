extension Transcript {
    /// One message of a conversation, as wires that speak in messages have them.
    public enum Message: Sendable, Hashable {
        /// What the model is told before the conversation.
        case instructions(Instructions)
        /// What the user says.
        case prompt(Prompt)
        /// All that the model said in one round, in order: reasoning, text, calls, and steps of the provider's own.
        case model([Entry])
        /// What the tools answered to one round, in the order of its calls.
        case toolOutputs([ToolOutput])
    }

    /// The entries grouped into messages: what the model said in one round is one of them, and the outputs of a round's
    /// tools are one. Nothing is reordered or left out; see ``TranscriptCheck`` for that.
    public var messages: [Message] {
        var messages: [Message] = []
        for entry in self {
            switch entry {
            case .instructions(let entry): messages.append(.instructions(entry))
            case .prompt(let entry): messages.append(.prompt(entry))
            case .toolOutput(let output):
                if case .toolOutputs(let outputs)? = messages.last {
                    messages[messages.count - 1] = .toolOutputs(outputs + [output])
                } else {
                    messages.append(.toolOutputs([output]))
                }
            case .response, .reasoning, .toolCalls, .data:
                if case .model(let entries)? = messages.last {
                    messages[messages.count - 1] = .model(entries + [entry])
                } else {
                    messages.append(.model([entry]))
                }
            }
        }
        return messages
    }
}
