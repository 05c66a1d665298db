import Foundation
import LMJSON
import LMProtocol
import LMProvider
import LMTestSupport
import Testing

@testable import LMAnthropic

/// Recorded messages of other projects, where `LM_TRAFFIC_MESSAGES` says that they are.
enum Traffic {
    struct Exchange: Sendable, CustomTestStringConvertible {
        var name: String
        var isStream: Bool
        var status: Int
        var body: [UInt8]
        var request: JSONValue?
        var testDescription: String { name }
        var context: MessagesContext {
            MessagesContext(requestedModel: request?["model"]?.stringValue ?? "m", provider: "anthropic")
        }
    }

    static let all: [Exchange] = {
        guard let path = ProcessInfo.processInfo.environment["LM_TRAFFIC_MESSAGES"] else { return [] }
        let root = URL(filePath: path)
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        return files.sorted().compactMap { file -> Exchange? in
            guard file.hasSuffix(".sse") || file.hasSuffix(".json") && !file.hasSuffix(".exchange.json") else {
                return nil
            }
            let url = root.appending(path: file)
            let name = url.deletingPathExtension().lastPathComponent
            let beside = url.deletingLastPathComponent().appending(path: "\(name).exchange.json")
            guard let body = try? Data(contentsOf: url) else { return nil }
            let exchange = (try? Data(contentsOf: beside)).flatMap { try? JSONValue(parsing: $0) }
            let request = exchange?["request"]?["body"]
            return Exchange(
                name: file, isStream: file.hasSuffix(".sse"), status: exchange?["response"]?["status"]?.intValue ?? 200,
                body: Array(body), request: request?.objectValue == nil ? nil : request)
        }
    }()
    static let streams = all.filter(\.isStream)
    static let documents = all.filter { !$0.isStream }
}

/// A message as a plain reader sees it, who takes the JSON apart without any of the code that is tested.
struct PlainReading: Equatable {
    var text = ""
    var thinking: [String] = []
    var calls: [String] = []
    var arguments: [JSONValue?] = []
    var signatures: [String] = []
    var reason: String?
    var counts: [Int] = []
    private var usage = JSONObject()
    private var pieces: [Int: (type: String, start: JSONValue, text: String, signature: String?)] = [:]

    /// Reads the first message of a stream; `nil` if it fails or never ends.
    init?(stream: [UInt8]) {
        var hasEnded = false
        var hasStarted = false
        for line in String(decoding: stream, as: UTF8.self).split(whereSeparator: \.isNewline) {
            guard line.hasPrefix("data:"), let event = try? JSONValue(parsing: String(line.dropFirst(5))) else {
                continue
            }
            switch event["type"]?.stringValue {
            case "message_start":
                if hasStarted { return nil }
                hasStarted = true
                take(event["message"]?["usage"])
                for (index, block) in (event["message"]?["content"]?.arrayValue ?? []).enumerated() {
                    add(index, block)
                }
                reason = event["message"]?["stop_reason"]?.stringValue
            case "content_block_start": add(event["index"]?.intValue ?? 0, event["content_block"] ?? [:])
            case "content_block_delta":
                let index = event["index"]?.intValue ?? 0
                let delta = event["delta"] ?? [:]
                for name in ["text", "thinking", "partial_json"] {
                    if let piece = delta[name]?.stringValue { pieces[index]?.text += piece }
                }
                if let signature = delta["signature"]?.stringValue { pieces[index]?.signature = signature }
            case "message_delta":
                take(event["usage"])
                reason = reason ?? event["delta"]?["stop_reason"]?.stringValue
            case "message_stop": hasEnded = true
            case "error": return nil
            default: break
            }
            if hasEnded { break }
        }
        guard hasEnded || reason != nil else { return nil }
        finish()
    }

    /// Reads a document; `nil` if it is no message.
    init?(document: [UInt8]) {
        guard let message = try? JSONValue(parsing: document), message["type"] == "message" else { return nil }
        take(message["usage"])
        for (index, block) in (message["content"]?.arrayValue ?? []).enumerated() { add(index, block) }
        reason = message["stop_reason"]?.stringValue
        finish()
    }

    private mutating func take(_ usage: JSONValue?) {
        for member in usage?.objectValue ?? JSONObject() where !member.value.isNull {
            self.usage[member.key] = member.value
        }
    }

    private mutating func add(_ index: Int, _ block: JSONValue) {
        let text = block["text"]?.stringValue ?? block["thinking"]?.stringValue ?? ""
        pieces[index] = (block["type"]?.stringValue ?? "", block, text, block["signature"]?.stringValue)
    }

    private mutating func finish() {
        for (_, piece) in pieces.sorted(by: { $0.key < $1.key }) {
            switch piece.type {
            case "text": text += piece.text
            case "thinking":
                thinking.append(piece.text)
                signatures.append(piece.signature ?? "")
            case "tool_use":
                calls.append(piece.start["name"]?.stringValue ?? "")
                let input = piece.start["input"]
                arguments.append(
                    piece.text.isEmpty
                        ? (input.map { $0.isNull ? [:] : $0 } ?? [:]) : try? JSONValue(parsing: piece.text))
            default: break
            }
        }
        func count(_ name: String) -> Int { usage[name]?.intValue ?? 0 }
        counts = [
            count("input_tokens") + count("cache_read_input_tokens") + count("cache_creation_input_tokens"),
            count("cache_read_input_tokens"), count("output_tokens"),
        ]
        usage = JSONObject()
        pieces = [:]
    }

    /// What the events of a generation say.
    init(_ log: EventLog) {
        text = log.text
        thinking = log.reasoning
        calls = log.calls.map(\.name)
        arguments = log.calls.map { try? JSONValue(parsing: $0.arguments) }
        signatures = log.signatures.filter { $0.content["type"] == "thinking" }.map {
            $0.content["signature"]?.stringValue ?? ""
        }
        reason = log.finish?.raw
        let usage = log.usage ?? Usage()
        counts = [usage.input.totalTokenCount, usage.input.cachedTokenCount, usage.output.totalTokenCount]
    }

    static func == (left: PlainReading, right: PlainReading) -> Bool {
        left.text == right.text && left.thinking == right.thinking && left.calls == right.calls
            && left.arguments == right.arguments && left.signatures == right.signatures && left.reason == right.reason
            && left.counts == right.counts
    }
}

func decode(_ chunks: [[UInt8]], _ context: MessagesContext) -> (log: EventLog, failure: ProviderError?) {
    var decoder = AnswerDecoder(MessagesTranslator(context))
    var events: [GenerationEvent] = []
    for chunk in chunks { events += decoder.decode(chunk) }
    events += decoder.finish()
    return (EventLog(events), decoder.failure)
}

@Suite(.enabled(if: !Traffic.all.isEmpty, "LM_TRAFFIC_MESSAGES is not set"))
struct TrafficTests {
    @Test(arguments: Traffic.streams)
    func `every recorded stream says what a plain reading of it says, however it is cut`(
        _ exchange: Traffic.Exchange
    ) throws {
        let (log, failure) = decode([exchange.body], exchange.context)
        if let plain = PlainReading(stream: exchange.body), plain.reason != "refusal" {
            #expect(failure == nil)
            #expect(PlainReading(log) == plain)
            #expect(log.violations.isEmpty)
        } else {
            #expect(failure != nil)
        }
        let small = stride(from: 0, to: exchange.body.count, by: exchange.body.count < 20_000 ? 1 : 61).map {
            Array(exchange.body[$0..<min($0 + (exchange.body.count < 20_000 ? 1 : 61), exchange.body.count)])
        }
        let cut = decode(small, exchange.context)
        #expect(cut.log.events == log.events)
        #expect(cut.failure == failure)
    }

    @Test(arguments: Traffic.documents)
    func `every recorded document says what a plain reading of it says, or is the error that it is`(
        _ exchange: Traffic.Exchange
    ) throws {
        let document = try JSONValue(parsing: exchange.body)
        var translator = MessagesTranslator(exchange.context)
        guard let plain = PlainReading(document: exchange.body) else {
            #expect(!translator.isAnswer(document))
            return
        }
        #expect(translator.isAnswer(document))
        var events: [GenerationEvent] = []
        if plain.reason == "refusal" {
            let error = #expect(throws: ProviderError.self) {
                try translator.translate(document: document, into: &events)
            }
            #expect(error?.category == .refusal)
            return
        }
        try translator.translate(document: document, into: &events)
        let log = EventLog(events)
        #expect(PlainReading(log) == plain)
        #expect(log.violations.isEmpty)
    }

    @Test func `the traffic is all there`() {
        #expect(Traffic.streams.count == 87)
        #expect(Traffic.documents.count == 136)
    }
}
