import Foundation
import LMJSON
import LMTestSupport
import Testing

@testable import LMChatCompletions
@testable import LMProtocol

/// A transcript that grows from recorded answers is sent as the recorded client sent it, in meaning.
@Suite(.enabled(if: Traffic.isThere, "LM_TRAFFIC_CHAT_COMPLETIONS does not say where the recorded traffic is"))
struct RequestTrafficTests {
    /// A recorded exchange, and the request that goes on where its answer ended.
    struct Turn: Sendable, CustomTestStringConvertible {
        var exchange: Traffic.Exchange
        var next: [JSONValue]
        var testDescription: String { exchange.name }
    }

    static let turns: [Turn] = {
        let byName = Dictionary(uniqueKeysWithValues: Traffic.all.map { ($0.name, $0) })
        return Traffic.all.compactMap { exchange in
            let parts = exchange.name.split(separator: "-")
            guard let number = parts.last.flatMap({ Int($0) }) else { return nil }
            let following = parts.dropLast().joined(separator: "-") + "-\(number + 1)"
            guard let before = exchange.request?["messages"]?.arrayValue,
                let next = byName[following]?.request?["messages"]?.arrayValue, next.count > before.count,
                Array(next.prefix(before.count)) == before, next[before.count]["role"] == "assistant"
            else { return nil }
            return Turn(exchange: exchange, next: next)
        }
    }()

    @Test func `turns that go on are there`() { #expect(Self.turns.count >= 98) }

    @Test(arguments: turns)
    func `the messages are those of the recorded next request`(_ turn: Turn) throws {
        let exchange = turn.exchange
        let before = exchange.request?["messages"]?.arrayValue ?? []
        var entries = try before.flatMap { try Self.entries($0, exchange) }
        entries += Self.entries(events: decodeAnswer(exchange))
        // What the model said is in the answer, in one message or in two; the client adds the rest.
        let said = turn.next.dropFirst(before.count).prefix { $0["role"] == "assistant" }
        entries += try turn.next.dropFirst(before.count + said.count).flatMap { try Self.entries($0, exchange) }
        var dialect = exchange.dialect
        dialect.separatesOutputsFromUser = false
        let body = try MessageTests.body(entries, dialect, model: exchange.model ?? "m")
        #expect(Self.meaning(body.messages) == Self.meaning(turn.next), "\(turn.exchange.name)")
        let thoughts = Self.thoughts(turn.next)
        if thoughts.contains(where: { !$0.isEmpty }), Self.withoutThoughts[exchange.name] == nil {
            #expect(Self.thoughts(body.messages) == thoughts)
        }
    }

    /// The requests whose thoughts ours leaves out, and why.
    static let withoutThoughts = [
        "deepseek/023-1": "DeepSeek ignores the reasoning of a turn in which no tool was called"
    ]

    /// The reasoning of each of the model's messages; empty where there is none.
    private static func thoughts(_ messages: [JSONValue]) -> [String] {
        messages.filter { $0["role"] == "assistant" }.map {
            // Details hold the words of the reasoning, so that they go back in place of it.
            let details = $0["reasoning_details"]?.arrayValue?.compactMap { $0["text"]?.stringValue }.joined()
            return details ?? ($0["reasoning_content"] ?? $0["reasoning"])?.stringValue ?? ""
        }
    }

    private func decodeAnswer(_ exchange: Traffic.Exchange) -> [GenerationEvent] {
        if exchange.isStream { return decode([exchange.body], exchange.context).log.events }
        return Self.events(document: (try? JSONValue(parsing: exchange.body)) ?? .null, exchange)
    }

    private static func events(document: JSONValue, _ exchange: Traffic.Exchange) -> [GenerationEvent] {
        var translator = ChatTranslator(exchange.context)
        var events: [GenerationEvent] = []
        try? translator.translate(document: document, into: &events)
        return events
    }

    private static func entries(events: [GenerationEvent]) -> [Transcript.Entry] {
        var accumulator = RoundAccumulator(makeID: { UUID().uuidString })
        for event in events { _ = accumulator.apply(event) }
        return accumulator.entries(output: nil, final: true)
    }

    private static func entries(_ message: JSONValue, _ exchange: Traffic.Exchange) throws -> [Transcript.Entry] {
        switch message["role"]?.stringValue {
        case "system", "developer": return [.instructions(.init(segments: segments(message["content"])))]
        case "user": return [.prompt(.init(segments: segments(message["content"])))]
        case "tool":
            return [
                .toolOutput(
                    .init(
                        id: message["tool_call_id"]?.stringValue ?? "", toolName: message["name"]?.stringValue ?? "f",
                        segments: segments(message["content"])))
            ]
        default:
            return entries(
                events: events(document: ["choices": [["message": message, "finish_reason": "stop"]]], exchange))
        }
    }

    private static func segments(_ content: JSONValue?) -> [Transcript.Segment] {
        if let text = content?.stringValue { return [.text(.init(content: text))] }
        return (content?.arrayValue ?? []).compactMap { part in
            if let text = part["text"]?.stringValue { return .text(.init(content: text)) }
            guard let address = part["image_url"]?["url"]?.stringValue ?? part["image_url"]?.stringValue,
                let url = URL(string: address)
            else { return nil }
            guard address.hasPrefix("data:"), let comma = address.firstIndex(of: ",") else {
                return .attachment(.init(content: .image(.init(imageURL: url))))
            }
            let data = Data(base64Encoded: String(address[address.index(after: comma)...])) ?? Data()
            return .attachment(.init(content: .image(.init(data: data))))
        }
    }

    /// What messages mean, however they are written. One message of the model that is sent in two is one, no arguments are
    /// an empty object, and a call is told by its place: recordings hide identifiers behind ones that Mistral would not
    /// take, and that are mapped.
    private static func meaning(_ messages: [JSONValue]) -> [JSONValue] {
        var meant: [JSONObject] = []
        var ids: [JSONValue] = []
        for message in messages {
            var value = JSONObject()
            let role = message["role"]?.stringValue ?? ""
            value["role"] = .string(role == "developer" ? "system" : role)
            value["content"] = .string(words(message["content"]))
            let calls = message["tool_calls"]?.arrayValue ?? []
            ids += calls.compactMap { $0["id"] }
            if let id = message["tool_call_id"] {
                value["output of"] = .number(JSONNumber(ids.lastIndex(of: id) ?? -1))
            }
            if !calls.isEmpty { value["calls"] = .array(calls.map(call)) }
            if role == "assistant", let last = meant.last, last["role"] == "assistant", last["calls"] == nil {
                value["content"] = .string((last["content"]?.stringValue ?? "") + (value["content"]?.stringValue ?? ""))
                meant[meant.count - 1] = value
            } else {
                meant.append(value)
            }
        }
        return meant.map(JSONValue.object)
    }

    private static func call(_ call: JSONValue) -> JSONValue {
        let arguments = call["function"]?["arguments"]?.stringValue ?? ""
        return [
            "name": call["function"]?["name"] ?? "",
            "arguments": (try? JSONValue(parsing: ["", "null"].contains(arguments) ? "{}" : arguments))
                ?? .string(arguments),
        ]
    }

    private static func words(_ content: JSONValue?) -> String {
        if let text = content?.stringValue { return text }
        return (content?.arrayValue ?? []).compactMap {
            $0["text"]?.stringValue ?? $0["image_url"]?["url"]?.stringValue ?? $0["image_url"]?.stringValue
        }.joined(separator: "\n")
    }
}
