import LMJSON
import LMProtocol
import LMTransport
import Testing

@testable import LMResponses

/// What became of a stream.
struct Decoding {
    var events: [GenerationEvent] = []
    var failure: ResponsesError?
    var violations: [GenerationStreamLaws.Violation] = []

    /// Decodes chunks, and checks the laws on the way.
    init(_ chunks: [[UInt8]], model: String = "m") {
        var decoder = ResponseStreamDecoder(translator: EventTranslator(requestedModel: model))
        for chunk in chunks { events += decoder.decode(chunk) }
        events += decoder.finish()
        failure = decoder.failure
        if failure == nil {
            violations = GenerationStreamLaws.violations(in: events)
        } else {
            var laws = GenerationStreamLaws()
            for event in events { laws.check(event) }
            violations = laws.violations
        }
    }

    /// What events of another source say.
    init(events: [GenerationEvent]) {
        self.events = events
        violations = GenerationStreamLaws.violations(in: events)
    }

    init(_ text: String, model: String = "m") { self.init([Array(text.utf8)], model: model) }

    /// The deltas of the answer, refusals with it, joined in the order in which they came.
    var text: String {
        events.reduce(into: "") { text, event in
            switch event {
            case .textDelta(_, let delta), .refusalDelta(_, let delta): text += delta
            default: break
            }
        }
    }
    var reasoning: [String] { events.compactMap { if case .reasoningEnd(_, let text) = $0 { text } else { nil } } }
    var calls: [Call] {
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
    var signatures: [ReasoningSignature] {
        events.compactMap { if case .reasoningSignature(_, let signature) = $0 { signature } else { nil } }
    }
    var citations: [Citation] { events.compactMap { if case .citation(_, let value) = $0 { value } else { nil } } }
    var adjustments: [Adjustment] {
        events.compactMap { if case .adjustment(let value) = $0 { value } else { nil } }
    }
    var serverCalls: [ServerToolCall] {
        events.compactMap { if case .serverToolCall(let call) = $0 { call } else { nil } }
    }
    var usage: Usage? { events.compactMap { if case .usage(let usage) = $0 { usage } else { nil } }.last }
    var finish: FinishReason? {
        events.compactMap { if case .finished(let reason) = $0 { reason } else { nil } }.last
    }
    var info: ResponseInfo? {
        events.compactMap { if case .started(let info) = $0 { info } else { nil } }.first
    }

    struct Call: Equatable {
        var item = 0
        var id: String
        var name: String
        var arguments: String
        var isComplete = true
    }
}

/// The framing of one event, as xAI and OpenAI write it.
func event(_ json: String) -> String {
    let type = (try? JSONValue(parsing: json))?["type"]?.stringValue ?? ""
    return "event: \(type)\ndata: \(json)\n\n"
}

/// A stream of such events.
func stream(_ events: String...) -> String { events.map(event).joined() }
