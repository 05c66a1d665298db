import LMJSON
import LMProtocol
import LMProvider
import LMTestSupport
import LMTransport
import Testing

@testable import LMResponses

/// What became of a stream: its events, and what ended it.
@dynamicMemberLookup
struct Decoding {
    var events: [GenerationEvent] = []
    var failure: ProviderError?
    var violations: [GenerationStreamLaws.Violation] = []

    /// Decodes chunks, and checks the laws on the way.
    init(_ chunks: [[UInt8]], model: String = "m") {
        var decoder = AnswerDecoder(EventTranslator(requestedModel: model, provider: "xai"))
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

    typealias Call = EventLog.Call

    subscript<Value>(dynamicMember keyPath: KeyPath<EventLog, Value>) -> Value { EventLog(events)[keyPath: keyPath] }
}

/// The framing of one event, as xAI and OpenAI write it.
func event(_ json: String) -> String {
    let type = (try? JSONValue(parsing: json))?["type"]?.stringValue ?? ""
    return "event: \(type)\ndata: \(json)\n\n"
}

/// A stream of such events.
func stream(_ events: String...) -> String { events.map(event).joined() }
