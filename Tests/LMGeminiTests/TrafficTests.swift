import Foundation
import LMJSON
import LMProtocol
import LMProvider
import LMTestSupport
import Testing

@testable import LMGemini

/// Recorded answers of other projects, where `LM_TRAFFIC_GENERATE_CONTENT` says that they are.
enum Traffic {
    struct Exchange: Sendable, CustomTestStringConvertible {
        var name: String
        var body: [UInt8]
        var model: String
        var testDescription: String { name }
        var isStream: Bool { name.hasSuffix(".sse") }
        var context: GeminiContext { GeminiContext(requestedModel: model, provider: "google") }
    }

    static let all: [Exchange] = {
        guard let path = ProcessInfo.processInfo.environment["LM_TRAFFIC_GENERATE_CONTENT"] else { return [] }
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
            let asked = exchange?["request"]?["url"]?.stringValue?.split(separator: "/").last?.split(separator: ":")
                .first
            // Of some only the answer was recorded.
            let served = String(decoding: body, as: UTF8.self).components(separatedBy: #""modelVersion":""#).last?
                .prefix { $0 != "\"" }
            return Exchange(name: file, body: Array(body), model: String(asked ?? served ?? "m"))
        }
    }()
    static let streams = all.filter(\.isStream)
    static let documents = all.filter { !$0.isStream }
}

/// An answer as a plain reader sees it, who takes the JSON apart without any of the code that is tested.
struct PlainReading: Equatable {
    var text = ""
    var thoughts = ""
    var calls: [String] = []
    /// The arguments of the calls that came whole; the others are read by hand in a test of their own.
    var arguments: [JSONValue?] = []
    var signatures: [String] = []
    var reason: String?
    var counts: [Int] = []

    init(_ chunks: [JSONValue]) {
        var usage: JSONValue?
        for chunk in chunks {
            if chunk["usageMetadata"]?["promptTokenCount"] != nil { usage = chunk["usageMetadata"] }
            reason = chunk["candidates"]?[0]?["finishReason"]?.stringValue ?? reason
            for part in chunk["candidates"]?[0]?["content"]?["parts"]?.arrayValue ?? [] {
                if let words = part["text"]?.stringValue {
                    if part["thought"] == true { thoughts += words } else { text += words }
                }
                if let name = part["functionCall"]?["name"]?.stringValue {
                    calls.append(name)
                    arguments.append(
                        part["functionCall"]?["willContinue"] == nil
                            ? .some(part["functionCall"]?["args"] ?? [:]) : .none)
                }
                if let signature = part["thoughtSignature"]?.stringValue { signatures.append(signature) }
            }
        }
        func count(_ name: String) -> Int { usage?[name]?.intValue ?? 0 }
        counts = [
            count("promptTokenCount") + count("toolUsePromptTokenCount"), count("cachedContentTokenCount"),
            count("candidatesTokenCount") + count("thoughtsTokenCount"), count("thoughtsTokenCount"),
        ]
    }

    /// Reads the events of a stream.
    init(stream: [UInt8]) {
        self.init(
            String(decoding: stream, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap {
                $0.hasPrefix("data:") ? try? JSONValue(parsing: String($0.dropFirst(5))) : nil
            })
    }

    /// What the events of a generation say.
    init(_ log: EventLog, like plain: PlainReading) {
        text = log.text
        thoughts = log.reasoning.joined()
        calls = log.calls.map(\.name)
        arguments = log.calls.enumerated().map { index, call in
            plain.arguments.indices.contains(index) && plain.arguments[index] == nil
                ? .none : try? JSONValue(parsing: call.arguments)
        }
        signatures = log.partData.compactMap { $0.content["thoughtSignature"]?.stringValue }
        reason = log.finish?.raw
        let usage = log.usage ?? Usage()
        counts = [
            usage.input.totalTokenCount, usage.input.cachedTokenCount, usage.output.totalTokenCount,
            usage.output.reasoningTokenCount,
        ]
    }
}

extension EventLog {
    /// What the provider keeps with parts.
    var partData: [ProviderData] { events.compactMap { if case .partData(_, let data) = $0 { data } else { nil } } }
}

func decode(_ chunks: [[UInt8]], _ context: GeminiContext) -> (log: EventLog, failure: ProviderError?) {
    var decoder = AnswerDecoder(GeminiTranslator(context))
    var events: [GenerationEvent] = []
    for chunk in chunks { events += decoder.decode(chunk) }
    events += decoder.finish()
    return (EventLog(events), decoder.failure)
}

@Suite(.enabled(if: !Traffic.all.isEmpty, "LM_TRAFFIC_GENERATE_CONTENT is not set"))
struct TrafficTests {
    @Test(arguments: Traffic.streams)
    func `every recorded stream says what a plain reading of it says, however it is cut`(
        _ exchange: Traffic.Exchange
    ) {
        let (log, failure) = decode([exchange.body], exchange.context)
        let plain = PlainReading(stream: exchange.body)
        #expect(failure == nil)
        #expect(PlainReading(log, like: plain) == plain)
        #expect(log.violations.isEmpty)
        #expect(!log.calls.map(\.isComplete).contains(false))
        #expect(log.finish?.unified == (plain.calls.isEmpty ? .stop : .toolCalls))
        #expect(log.adjustments.isEmpty)
        let bytes = decode(exchange.body.map { [$0] }, exchange.context)
        #expect(bytes.log.events == log.events)
        #expect(bytes.failure == nil)
        // Cut in two at every byte, of the streams that are short enough for that.
        if exchange.body.count < 1200 {
            for cut in exchange.body.indices {
                let halves = decode([Array(exchange.body[..<cut]), Array(exchange.body[cut...])], exchange.context)
                #expect(halves.log.events == log.events)
            }
        }
    }

    @Test(arguments: Traffic.documents)
    func `every recorded document says what a plain reading of it says, or is the error that it is`(
        _ exchange: Traffic.Exchange
    ) throws {
        let document = try JSONValue(parsing: exchange.body)
        var translator = GeminiTranslator(exchange.context)
        #expect(translator.isAnswer(document) == (document["error"] == nil))
        guard document["error"] == nil else { return }
        var events: [GenerationEvent] = []
        try translator.translate(document: document, into: &events)
        let (log, plain) = (EventLog(events), PlainReading([document]))
        #expect(PlainReading(log, like: plain) == plain)
        #expect(log.violations.isEmpty)
        #expect(log.finish?.unified == (plain.calls.isEmpty ? .stop : .toolCalls))
    }

    @Test func `arguments that came as paths are whole`() throws {
        let streamed = Traffic.streams.filter { $0.body.contains("partialArgs".utf8) }
        #expect(streamed.count == 3)
        for exchange in streamed {
            for call in decode([exchange.body], exchange.context).log.calls {
                let arguments = try JSONValue(parsing: call.arguments)
                #expect(arguments.objectValue?.isEmpty == false, "\(exchange.name)")
            }
        }
    }

    @Test func `the traffic is all there`() {
        #expect(Traffic.streams.count == 18)
        #expect(Traffic.documents.count == 52)
    }
}

extension [UInt8] {
    fileprivate func contains(_ other: String.UTF8View) -> Bool {
        String(decoding: self, as: UTF8.self).contains(String(other))
    }
}
