import Foundation
import LMJSON
import Testing

@testable import LMProtocol
@testable import LMResponses

/// A transcript that grows from recorded answers is sent as the recorded client sent it, in meaning.
@Suite(.enabled(if: Traffic.isThere, "LM_TRAFFIC does not say where the recorded traffic is"))
struct RequestTrafficTests {
    /// Two recorded requests, the second of which goes on where the first and its answer ended.
    struct Turn: Sendable, CustomTestStringConvertible {
        var conversation: String
        var files: [String]
        var testDescription: String { files.joined(separator: ", ") }
    }

    /// The runs of recorded exchanges of xAI's in which each request begins with the one before.
    static let conversations: [Turn] = {
        var runs: [Turn] = []
        for file in Traffic.files(".exchange.json").filter({ $0.hasPrefix("xai/") }) {
            let body = file.replacing(".exchange.json", with: "")
            let conversation = String(body.prefix { $0 != "-" })
            if let last = runs.last, last.conversation == conversation, let earlier = last.files.last,
                input(body).starts(with: input(earlier)), input(body).count > input(earlier).count
            {
                runs[runs.count - 1].files.append(body)
            } else {
                runs.append(Turn(conversation: conversation, files: [body]))
            }
        }
        return runs.filter { $0.files.count > 1 }
    }()

    private static func input(_ file: String) -> [JSONValue] {
        Traffic.json(file + ".exchange.json")?["request"]?["body"]?["input"]?.arrayValue ?? []
    }

    private static func model(_ file: String) -> String {
        Traffic.json(file + ".exchange.json")?["request"]?["body"]?["model"]?.stringValue ?? "m"
    }

    @Test func `conversations of several turns are there`() {
        #expect(Self.conversations.count == 18)
        #expect(Self.conversations.map { $0.files.count - 1 }.reduce(0, +) == 25)
    }

    /// The recordings of several exchanges of which none goes on where another ended, and why.
    static let unrelated = [
        "xai/018": "two requests to take data out of a text", "xai/022": "nine such requests",
        "xai/038": "the second has instructions of its own, and quotes a call without what led to it",
    ]

    @Test func `every recording of several exchanges is such a conversation, or says why it is none`() {
        let counts = Dictionary(
            grouping: Traffic.files(".exchange.json").filter { $0.hasPrefix("xai/") }, by: { $0.prefix { $0 != "-" } })
        let several = counts.filter { $0.value.count > 1 }.keys.map(String.init)
        #expect(Set(several) == Set(Self.conversations.map(\.conversation)).union(Self.unrelated.keys))
    }

    @Test(arguments: conversations)
    func `the input items are those of the recorded next request`(_ run: Turn) throws {
        let model = Self.model(run.files[0])
        var entries = Self.input(run.files[0]).compactMap(Self.entry)
        for (file, next) in zip(run.files, run.files.dropFirst()) {
            entries += try answer(to: file, model: model)
            // What the model said is in the answer; the client adds the rest.
            let added = Self.input(next).dropFirst(Self.input(file).count)
            entries += added.compactMap(Self.entry)

            let settings = RequestSettings(
                card: ModelCard(name: model, capabilities: LanguageModelCapabilities([])), dialect: .xai)
            var adjustments: [Adjustment] = []
            let items = try RequestBuilder(settings: settings).inputItems(Transcript(entries: entries), &adjustments)
            #expect(items.compactMap(Self.meaning) == Self.input(next).compactMap(Self.meaning))
            #expect(adjustments.isEmpty)
        }
    }

    private func answer(to file: String, model: String) throws -> [Transcript.Entry] {
        let bytes = Traffic.bytes(file + ".sse")
        let decoded: Decoding
        if bytes.isEmpty {
            let response = try #require(Traffic.json(file + ".json"))
            decoded = Decoding(stream(#"{"type":"response.completed","response":\#(response)}"#), model: model)
        } else {
            decoded = Decoding([bytes], model: model)
        }
        #expect(decoded.failure == nil)
        var accumulator = RoundAccumulator(makeID: { UUID().uuidString })
        for event in decoded.events { _ = accumulator.apply(event) }
        return accumulator.entries(output: nil, final: true)
    }

    /// The entry of what an app or a user says, or a tool; `nil` for what the model says.
    private static func entry(_ item: JSONValue) -> Transcript.Entry? {
        switch item["role"]?.stringValue {
        case "system", "developer": return .instructions(.init(segments: segments(item["content"])))
        case "user": return .prompt(.init(segments: segments(item["content"])))
        default: break
        }
        guard item["type"] == "function_call_output" else { return nil }
        return .toolOutput(
            .init(id: item["call_id"]?.stringValue ?? "", toolName: "f", segments: segments(item["output"])))
    }

    private static func segments(_ content: JSONValue?) -> [Transcript.Segment] {
        if let text = content?.stringValue { return [.text(.init(content: text))] }
        return (content?.arrayValue ?? []).compactMap { part in
            if let text = part["text"]?.stringValue { return .text(.init(content: text)) }
            guard let address = part["image_url"]?.stringValue, let url = URL(string: address) else { return nil }
            guard address.hasPrefix("data:"), let comma = address.firstIndex(of: ",") else {
                return .attachment(.init(content: .image(.init(imageURL: url))))
            }
            let data = Data(base64Encoded: String(address[address.index(after: comma)...])) ?? Data()
            return .attachment(.init(content: .image(.init(data: data))))
        }
    }

    /// What an input item means, however it is written.
    private static func meaning(_ item: JSONValue) -> JSONValue? {
        switch item["type"]?.stringValue {
        case "reasoning":
            // Without ciphertext it is an identifier that a server which stores nothing cannot use; we send none.
            guard let encrypted = item["encrypted_content"], !encrypted.isNull else { return nil }
            return ["reasoning": .array((item["summary"]?.arrayValue ?? []).map { $0["text"] ?? "" }), "is": encrypted]
        case "function_call":
            let arguments = item["arguments"]?.stringValue.flatMap { try? JSONValue(parsing: $0) }
            return ["call": item["call_id"] ?? "", "name": item["name"] ?? "", "arguments": arguments ?? .null]
        case "function_call_output":
            return ["output": item["call_id"] ?? "", "is": parts(item["output"])]
        case "message", nil: return ["role": item["role"] ?? "", "is": parts(item["content"])]
        // What a tool of the server's did is sent back as it came.
        default: return item
        }
    }

    private static func parts(_ content: JSONValue?) -> JSONValue {
        if let text = content?.stringValue { return [.string(text)] }
        return .array((content?.arrayValue ?? []).map { $0["text"] ?? $0["image_url"] ?? .null })
    }
}
