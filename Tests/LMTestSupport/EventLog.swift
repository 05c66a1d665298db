import LMProtocol

/// The events of a generation, and what they say.
public struct EventLog: Sendable {
    /// The events, in order.
    public var events: [GenerationEvent]

    /// Makes a log.
    public init(_ events: [GenerationEvent] = []) { self.events = events }

    /// Where the events break the laws of a stream that has ended.
    public var violations: [GenerationStreamLaws.Violation] { GenerationStreamLaws.violations(in: events) }

    /// The deltas of the answer, refusals with it, joined in the order in which they came.
    public var text: String {
        events.reduce(into: "") { text, event in
            switch event {
            case .textDelta(_, let delta), .refusalDelta(_, let delta): text += delta
            default: break
            }
        }
    }
    /// The parts of the reasoning that ended.
    public var reasoning: [String] {
        events.compactMap { if case .reasoningEnd(_, let text) = $0 { text } else { nil } }
    }
    /// The calls that ended.
    public var calls: [Call] {
        var names: [PartID: (String, String)] = [:]
        var calls: [Call] = []
        for event in events {
            switch event {
            case .toolCallStart(let id, let callID, let name): names[id] = (callID, name)
            case .toolCallEnd(let id, let arguments, let isComplete):
                calls.append(
                    Call(
                        item: id.item, id: names[id]?.0 ?? "", name: names[id]?.1 ?? "", arguments: arguments,
                        isComplete: isComplete))
            default: break
            }
        }
        return calls
    }
    /// The signatures of reasoning.
    public var signatures: [ProviderData] {
        events.compactMap { if case .reasoningData(_, let data) = $0 { data } else { nil } }
    }
    /// The sources that were cited.
    public var citations: [Citation] {
        events.compactMap { if case .citation(_, let value) = $0 { value } else { nil } }
    }
    /// What was changed.
    public var adjustments: [Adjustment] {
        events.compactMap { if case .adjustment(let value) = $0 { value } else { nil } }
    }
    /// The steps of tools that the server ran.
    public var serverCalls: [ServerToolCall] {
        events.compactMap { if case .serverToolCall(let call) = $0 { call } else { nil } }
    }
    /// The last usage.
    public var usage: Usage? { events.compactMap { if case .usage(let usage) = $0 { usage } else { nil } }.last }
    /// The end; `nil` where there is none.
    public var finish: FinishReason? {
        events.compactMap { if case .finished(let reason) = $0 { reason } else { nil } }.last
    }
    /// The start.
    public var info: ResponseInfo? {
        events.compactMap { if case .started(let info) = $0 { info } else { nil } }.first
    }

    /// A call of a tool that ended.
    public struct Call: Equatable, Sendable {
        /// The item of the response that it is.
        public var item: Int
        /// Its identifier.
        public var id: String
        /// The tool's name.
        public var name: String
        /// The arguments, as text.
        public var arguments: String
        /// Whether they are whole.
        public var isComplete: Bool

        /// Makes a call.
        public init(item: Int = 0, id: String, name: String, arguments: String, isComplete: Bool = true) {
            self.item = item
            self.id = id
            self.name = name
            self.arguments = arguments
            self.isComplete = isComplete
        }
    }
}
