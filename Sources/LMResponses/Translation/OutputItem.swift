import LMProtocol

/// An item of the response's output in the making.
struct OutputItem: Sendable {
    enum Kind: Sendable, Hashable {
        case message, reasoning, functionCall
        /// Any other item, such as a tool that the server runs; with its type.
        case server(String)

        init(type: String) {
            switch type {
            case "message": self = .message
            case "reasoning": self = .reasoning
            case "function_call": self = .functionCall
            default: self = .server(type)
            }
        }
    }

    /// The item's position, as events name it.
    let index: Int
    /// The position that the server gave it; `nil` while it gave none. Two items may have the same.
    var output: Int?
    /// `nil` while only events have come that do not tell.
    var kind: Kind?
    /// The server's identifier, as it was first given.
    var id: String?
    var parts: [OutputPart] = []
    /// Which of its two kinds of reasoning the item shows; the other would only repeat it.
    var reasoningChannel: ResponsesEvent.Channel?
    var call = FunctionCall()
    var reasoning: ReasoningItem?
    var serverPhase: ServerToolCall.Phase?
    /// Whether the server said that the item begins.
    var wasAnnounced = false
    /// Whether the server said that the item is whole.
    var isDone = false
    /// Whether an item of the terminal response was found to be this one.
    var isSettled = false
    /// A difference between the stream and the server's final word is reported once.
    var hasMismatch = false

    /// A call of a function in the making.
    struct FunctionCall: Sendable {
        enum Phase: Sendable { case pending, open, closed, dropped }

        var phase = Phase.pending
        var callID: String?
        var name: String?
        var arguments = ""
        /// The arguments that the call began with, in case nothing else says them.
        var announcedArguments: String?
    }

    init(index: Int) { self.index = index }

    /// Whether the item may have an identifier, as far as both are known.
    func mayBe(_ id: String?) -> Bool { self.id == nil || id == nil || self.id == id }

    /// Whether the item was announced at a position in the output, is not whole, and can be of a kind.
    func isWaiting(at output: Int, _ kind: Kind?) -> Bool {
        wasAnnounced && !isDone && self.output == output && (kind.map(fits) ?? true)
    }

    /// Whether this can be the item that an event of a kind of item speaks of.
    func fits(_ other: Kind) -> Bool { kind == nil || kind == other }

    /// The position in ``parts`` of a part; `nil` where the item has none such yet.
    func position(of kind: OutputPart.Kind, wireIndex: Int?) -> Int? {
        guard let wireIndex else {
            // A server that leaves the index out speaks of the part that is open.
            return parts.lastIndex { $0.kind == kind && !$0.isClosed } ?? parts.lastIndex { $0.kind == kind }
        }
        return parts.lastIndex { $0.kind == kind && $0.wireIndex == wireIndex }
    }

    /// Adds a part and gives its position in ``parts``.
    mutating func addPart(_ kind: OutputPart.Kind, wireIndex: Int?) -> Int {
        let next = (parts.lazy.map(\.number).max() ?? -1) + 1
        let wireIndex = wireIndex ?? (parts.lazy.filter { $0.kind == kind }.map(\.wireIndex).max() ?? -1) + 1
        let isFree = !parts.contains { $0.number == wireIndex }
        parts.append(OutputPart(kind: kind, wireIndex: wireIndex, number: isFree ? wireIndex : next))
        return parts.count - 1
    }
}

extension ResponsesEvent.Channel {
    /// The kind of item that the channel's text belongs to.
    var itemKind: OutputItem.Kind {
        switch self {
        case .text, .refusal: .message
        case .summary, .reasoningText: .reasoning
        case .arguments: .functionCall
        }
    }
}
