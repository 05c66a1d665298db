import Foundation
import LMJSON
import LMTestSupport
import Testing

@testable import LMAnthropic
@testable import LMProtocol

/// A transcript that grows from recorded answers is sent as the recorded client sent it.
@Suite(.enabled(if: !Traffic.all.isEmpty, "LM_TRAFFIC_MESSAGES is not set"))
struct RequestTrafficTests {
    /// A recorded exchange, and the request that goes on where its answer ended.
    struct Turn: Sendable, CustomTestStringConvertible {
        var exchange: Traffic.Exchange
        var next: JSONValue
        var testDescription: String { exchange.name }
        var before: Int { exchange.request?["messages"]?.arrayValue?.count ?? 0 }
        var messages: [JSONValue] { next["messages"]?.arrayValue ?? [] }
    }

    static let turns: [Turn] = {
        func stem(_ name: String) -> String { String(name.prefix { $0 != "." }) }
        let byName = Dictionary(Traffic.all.map { (stem($0.name), $0) }) { first, _ in first }
        return Traffic.all.compactMap { exchange in
            let parts = stem(exchange.name).split(separator: "-")
            guard let number = parts.last.flatMap({ Int($0) }) else { return nil }
            let following = parts.dropLast().joined(separator: "-") + "-\(number + 1)"
            guard let before = exchange.request?["messages"]?.arrayValue, let request = byName[following]?.request,
                let next = request["messages"]?.arrayValue, next.count > before.count,
                Array(next.prefix(before.count)).map(plain) == before.map(plain),
                next[before.count]["role"] == "assistant"
            else { return nil }
            return Turn(exchange: exchange, next: request)
        }
    }()

    @Test func `turns that go on are there`() { #expect(Self.turns.count >= 42) }

    @Test(arguments: turns)
    func `the messages are those of the recorded next request, member by member`(_ turn: Turn) async throws {
        var entries: [Transcript.Entry] = []
        if let system = turn.next["system"] {
            entries.append(.instructions(.init(id: "i", segments: Self.segments(system))))
        }
        for message in turn.messages.prefix(turn.before) { entries += Self.entries(message, turn.exchange) }
        entries += Self.entries(events: Self.answer(turn.exchange))
        for message in turn.messages.dropFirst(turn.before + 1) { entries += Self.entries(message, turn.exchange) }

        let name = turn.next["model"]?.stringValue ?? "claude-sonnet-4-6"
        var request = GenerationRequest(transcript: Transcript(entries: entries))
        if turn.next["thinking"] != nil {
            request.options.providerOptions["anthropic"]["thinking"] = turn.next["thinking"]
        }
        let sent = try await asked(ClaudeModel(name: name), { $0 = request })
        #expect(sent.messages.map(Self.plain) == turn.messages.map(Self.plain), "\(sent.adjustments)")
        #expect(sent.body["system"].map(Self.plainContent) == turn.next["system"].map(Self.plainContent))
    }

    private static func answer(_ exchange: Traffic.Exchange) -> [GenerationEvent] {
        if exchange.isStream { return decode([exchange.body], exchange.context).log.events }
        return events((try? JSONValue(parsing: exchange.body)) ?? .null, exchange)
    }

    private static func events(_ document: JSONValue, _ exchange: Traffic.Exchange) -> [GenerationEvent] {
        var translator = MessagesTranslator(exchange.context)
        var events: [GenerationEvent] = []
        try? translator.translate(document: document, into: &events)
        return events
    }

    private static func entries(events: [GenerationEvent]) -> [Transcript.Entry] {
        var accumulator = RoundAccumulator(makeID: { UUID().uuidString })
        for event in events { _ = accumulator.apply(event) }
        return accumulator.entries(output: nil, final: true)
    }

    private static func entries(_ message: JSONValue, _ exchange: Traffic.Exchange) -> [Transcript.Entry] {
        let content = blocks(message["content"])
        guard message["role"] == "user" else {
            return entries(
                events: events(
                    [
                        "type": "message", "role": "assistant", "content": .array(content), "stop_reason": "tool_use",
                        "model": exchange.request?["model"] ?? "m",
                    ], exchange))
        }
        var entries: [Transcript.Entry] = []
        var words: [Transcript.Segment] = []
        for block in content {
            if block["type"] == "tool_result" {
                entries.append(
                    .toolOutput(
                        .init(
                            id: block["tool_use_id"]?.stringValue ?? "", toolName: "f",
                            segments: segments(block["content"]), isError: block["is_error"] == true)))
            } else {
                words += segments(.array([block]))
            }
        }
        if !words.isEmpty { entries.append(.prompt(.init(segments: words))) }
        return entries
    }

    private static func segments(_ content: JSONValue?) -> [Transcript.Segment] {
        blocks(content).compactMap { (block) -> Transcript.Segment? in
            if let text = block["text"]?.stringValue { return .text(.init(content: text)) }
            let source = block["source"]
            let url = source?["url"]?.stringValue.flatMap { URL(string: $0) }
            let data = source?["data"]?.stringValue.flatMap { Data(base64Encoded: $0) }
            let type = source?["media_type"]?.stringValue
            if block["type"] == "image" {
                if let url { return .attachment(.init(content: .image(.init(imageURL: url)))) }
                return data.map { .attachment(.init(content: .image(.init(data: $0, mimeType: type)))) }
            }
            if source?["type"] == "text" {
                return .attachment(
                    .init(
                        content: .file(
                            .init(data: Data((source?["data"]?.stringValue ?? "").utf8), mimeType: "text/plain"))))
            }
            if block["type"] == "search_result" {
                // What has no segment of its own goes in the wire's words.
                return .text(
                    .init(
                        content: "A result.",
                        providerOptions: ProviderOptions(["anthropic": block.objectValue ?? JSONObject()])))
            }
            if let url { return .attachment(.init(content: .file(.init(fileURL: url)))) }
            return data.map { .attachment(.init(content: .file(.init(data: $0, mimeType: type ?? "")))) }
        }
    }

    private static func blocks(_ content: JSONValue?) -> [JSONValue] {
        content?.arrayValue ?? [["type": "text", "text": content ?? ""]]
    }

    /// A message whichever way it is written: a text alone is a block, and the markers of the prompt cache say nothing. A blank
    /// text beside other blocks is left out of ours, because the API refuses one in general, and a document gets its file's
    /// name for a title.
    private static func plain(_ message: JSONValue) -> JSONValue {
        ["role": message["role"] ?? .null, "content": plainContent(message["content"] ?? .null)]
    }

    private static func plainContent(_ content: JSONValue) -> JSONValue {
        .array(
            blocks(content).compactMap { block in
                if block["type"] == "text", block["text"]?.stringValue == " " { return .none }
                guard var members = block.objectValue else { return block }
                members["cache_control"] = .none
                if block["type"] == "document" { members["title"] = .none }
                // What is not said of these is the same as what is.
                if members["is_error"] == false { members["is_error"] = .none }
                if members["citations"]?.isNull == true || members["citations"] == [] { members["citations"] = .none }
                if block["type"] == "tool_result" { members["content"] = plainContent(block["content"] ?? "") }
                if members["caller"] == ["type": "direct"], block["type"] == "tool_use" { members["caller"] = .none }
                return .object(JSONObject(members.sorted { $0.key < $1.key }))
            })
    }
}
