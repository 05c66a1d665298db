import LMJSON
import LMProtocol

/// What a reply is made of, gathered from its events. A value: events in, the whole reply out.
struct ReplyRecord: Sendable {
    /// A call of a tool.
    struct ToolCall: Sendable, Hashable {
        var id: String
        var name: String
        /// The arguments as the model wrote them.
        var arguments: String
        /// Whether they came to their end.
        var isComplete: Bool
    }

    private(set) var id: String?
    private(set) var model: String?
    private(set) var text = ""
    private(set) var refusal = ""
    private(set) var reasoning = ""
    private(set) var toolCalls: [ToolCall] = []
    private(set) var citations: [Citation] = []
    private(set) var adjustments: [Adjustment] = []
    /// The tokens of the responses before the one that is under way.
    private var earlierUsage: Usage?
    private var currentUsage: Usage?
    private(set) var finish: FinishReason?
    private(set) var attempts = 1
    private var openCalls: [PartID: ToolCall] = [:]
    private var lastReasoningPart: PartID?

    /// The tokens of all responses so far; `nil` where no server said.
    var usage: Usage? {
        guard let earlierUsage else { return currentUsage }
        return currentUsage.map { earlierUsage + $0 } ?? earlierUsage
    }

    /// Takes an event.
    mutating func receive(_ event: GenerationEvent) {
        switch event {
        case .started(let info):
            // Another response follows where the model had called tools.
            earlierUsage = usage
            currentUsage = nil
            finish = nil
            lastReasoningPart = nil
            id = info.id ?? id
            model = info.model ?? model
        case .textDelta(_, let delta): text += delta
        case .refusalDelta(_, let delta): refusal += delta
        case .reasoningDelta(let part, let delta):
            if let lastReasoningPart, lastReasoningPart != part, !reasoning.isEmpty { reasoning += "\n\n" }
            lastReasoningPart = part
            reasoning += delta
        case .toolCallStart(let part, let callID, let name):
            openCalls[part] = ToolCall(id: callID, name: name, arguments: "", isComplete: false)
        case .toolCallDelta(let part, let delta): openCalls[part]?.arguments += delta
        case .toolCallEnd(let part, let arguments, let isComplete):
            guard var call = openCalls.removeValue(forKey: part) else { return }
            call.arguments = arguments
            call.isComplete = isComplete
            toolCalls.append(call)
        case .citation(_, let citation): citations.append(citation)
        case .adjustment(let adjustment): adjustments.append(adjustment)
        case .restarted(let attempt, _):
            let earlier = earlierUsage
            self = ReplyRecord()
            attempts = attempt
            earlierUsage = earlier
        case .usage(let usage): currentUsage = usage
        case .finished(let reason): finish = reason
        case .textStart, .textEnd, .reasoningStart, .reasoningEnd, .reasoningData, .partData, .messageData, .refusalEnd,
            .serverToolCall:
            break
        }
    }

    /// Whether the model refused to answer.
    var isRefusal: Bool { !refusal.isEmpty }

    /// Whether anything that a person reads has come.
    var isEmpty: Bool { text.isEmpty && refusal.isEmpty && reasoning.isEmpty && toolCalls.isEmpty }
    /// Whether a server took the request on.
    var hasStarted: Bool { id != nil || model != nil || !isEmpty }

    /// How many words of the answer have come.
    var wordCount: Int { text.split(whereSeparator: \.isWhitespace).count }
}
