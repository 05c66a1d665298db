import LMJSON
import LMProtocol
import LMProvider
import LMTestSupport

@testable import LMChatCompletions

/// What became of a stream or of a document: its events, and what ended it.
@dynamicMemberLookup
struct Decoding {
    var log: EventLog
    var failure: ProviderError?
    var violations: [GenerationStreamLaws.Violation]

    /// Decodes a stream.
    init(_ stream: String, tag: String? = nil, model: String = "m") {
        let context = ChatContext(requestedModel: model, provider: "p", reasoningTag: tag)
        (log, failure) = decode([Array(stream.utf8)], context)
        violations = Self.violations(log, failure)
    }

    /// Reads a document.
    init(document: String) throws {
        var translator = ChatTranslator(ChatContext(requestedModel: "m", provider: "p"))
        var events: [GenerationEvent] = []
        do throws(ProviderError) {
            try translator.translate(document: (try? JSONValue(parsing: document)) ?? .null, into: &events)
        } catch {
            failure = error
            failure?.partial = translator.partial
        }
        log = EventLog(events)
        violations = Self.violations(log, failure)
    }

    private static func violations(_ log: EventLog, _ failure: ProviderError?) -> [GenerationStreamLaws.Violation] {
        guard failure != nil else { return log.violations }
        var laws = GenerationStreamLaws()
        for event in log.events { laws.check(event) }
        return laws.violations
    }

    /// The calls by their names and arguments.
    var called: [String] { log.calls.map { "\($0.name)\($0.arguments)\($0.isComplete ? "" : " cut")" } }
    /// How many ends there are.
    var endCount: Int { log.events.count { if case .finished = $0 { true } else { false } } }
    /// How many calls began.
    var startCount: Int { log.events.count { if case .toolCallStart = $0 { true } else { false } } }

    subscript<Value>(dynamicMember keyPath: KeyPath<EventLog, Value>) -> Value { log[keyPath: keyPath] }
}

/// A stream of chunks, with the end that servers write.
func stream(_ chunks: String..., done: Bool = true) -> String {
    (chunks + (done ? ["[DONE]"] : [])).map { "data: \($0)\n\n" }.joined()
}

/// A chunk of the first choice.
func delta(_ members: String, _ reason: String? = nil, beside: String = "") -> String {
    let reason = reason.map { "\"\($0)\"" } ?? "null"
    return
        #"{"id":"r1","model":"m","choices":[{"index":0,"delta":{\#(members)},"finish_reason":\#(reason)}]\#(beside)}"#
}

/// A delta with one piece of a call.
func call(_ index: Int?, _ id: String?, _ name: String?, _ arguments: String? = nil, extra: String = "") -> String {
    var members: [String] = []
    if let index { members.append("\"index\":\(index)") }
    if let id { members.append("\"id\":\"\(id)\"") }
    var function: [String] = []
    if let name { function.append("\"name\":\"\(name)\"") }
    if let arguments { function.append("\"arguments\":\(JSONValue.string(arguments).text())") }
    members.append("\"function\":{\(function.joined(separator: ","))}")
    return #""tool_calls":[{\#(members.joined(separator: ","))\#(extra)}]"#
}

/// A delta of text.
func text(_ text: String) -> String { "\"content\":\(JSONValue.string(text).text())" }

/// The chunk with the usage.
let usageChunk =
    #"{"id":"r1","model":"m","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":5,"total_tokens":8}}"#
