import Foundation
import LMJSON
import LMProtocol
import LMProvider
import LMTestSupport
import Testing

@testable import LMChatCompletions

/// Recorded exchanges of other projects, where `LM_TRAFFIC_CHAT_COMPLETIONS` says that they are.
enum Traffic {
    static let root = ProcessInfo.processInfo.environment["LM_TRAFFIC_CHAT_COMPLETIONS"].map { URL(filePath: $0) }
    static var isThere: Bool { root != nil }

    /// One recorded response, and the request beside it.
    struct Exchange: Sendable, CustomTestStringConvertible {
        /// The provider's folder and the name without its ending, such as `openai/001-1`.
        var name: String
        var isStream: Bool
        var status: Int
        var body: [UInt8]
        var request: JSONValue?
        var testDescription: String { name }

        var provider: String { String(name.prefix { $0 != "/" }) }
        var model: String? { request?["model"]?.stringValue }

        /// What its answer is read with.
        var context: ChatContext {
            ChatContext(requestedModel: model ?? "m", provider: provider, reasoningTag: dialect.reasoningTag)
        }

        /// The dialect of the server that it was recorded from.
        var dialect: ChatDialect {
            switch provider {
            case "azure-grok": .azure
            default: ChatDialect.all.first { $0.provider == provider } ?? .generic
            }
        }
    }

    static let all: [Exchange] = {
        guard let root else { return [] }
        var exchanges: [Exchange] = []
        for folder in (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? [] {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
            for file in files
            where !file.hasSuffix(".exchange.json") && (file.hasSuffix(".sse") || file.hasSuffix(".json")) {
                let url = root.appending(path: folder).appending(path: file)
                let name = url.deletingPathExtension().lastPathComponent
                let beside = url.deletingLastPathComponent().appending(path: "\(name).exchange.json")
                guard let body = try? Data(contentsOf: url), let text = try? Data(contentsOf: beside),
                    let exchange = try? JSONValue(parsing: text)
                else { continue }
                let request = exchange["request"]?["body"]
                exchanges.append(
                    Exchange(
                        name: "\(folder)/\(name)", isStream: file.hasSuffix(".sse"),
                        status: exchange["response"]?["status"]?.intValue ?? 200, body: Array(body),
                        request: request?.objectValue == nil ? nil : request))
            }
        }
        return exchanges.sorted { $0.name < $1.name }
    }()

    static let streams = all.filter(\.isStream)
    static let documents = all.filter { !$0.isStream }
}

/// An answer as a plain reader sees it, who takes the JSON apart without any of the code that is tested.
struct PlainReading: Equatable {
    struct Call: Equatable {
        var name: String
        var arguments: JSONValue?
    }
    var text = ""
    var reasoning = ""
    var refusal = ""
    var calls: [Call] = []
    var reason: String?
    var input: Int?
    var output: Int?
    var cached = 0
    var thought = 0

    /// Reads a stream.
    init(stream: [UInt8]) {
        var pieces: [(id: String?, index: Int?, name: String, arguments: String)] = []
        for line in String(decoding: stream, as: UTF8.self).split(whereSeparator: \.isNewline) {
            guard line.hasPrefix("data:"), let chunk = try? JSONValue(parsing: String(line.dropFirst(5))) else {
                continue
            }
            take(usage: chunk["usage"])
            take(usage: chunk["x_groq"]?["usage"])
            for choice in chunk["choices"]?.arrayValue ?? [] where (choice["index"]?.intValue ?? 0) == 0 {
                take(usage: choice["usage"])
                if reason == nil, let word = choice["finish_reason"]?.stringValue, !word.isEmpty { reason = word }
                guard let delta = choice["delta"] else { continue }
                take(message: delta)
                for call in delta["tool_calls"]?.arrayValue ?? [] {
                    let id = call["id"]?.stringValue
                    let index = call["index"]?.intValue
                    let name = call["function"]?["name"]?.stringValue
                    let arguments = call["function"]?["arguments"]?.stringValue ?? ""
                    let isNew = id.map { id in !id.isEmpty && !pieces.contains { $0.id == id } } ?? pieces.isEmpty
                    if isNew {
                        pieces.append((id, index, name ?? "", arguments))
                    } else if let place = pieces.lastIndex(where: {
                        id?.isEmpty == false ? $0.id == id : $0.index == index
                    }) {
                        pieces[place].arguments += arguments
                        if pieces[place].name.isEmpty { pieces[place].name = name ?? "" }
                    }
                }
            }
        }
        calls = pieces.map { Self.call($0.name, $0.arguments) }
    }

    /// Reads a document.
    init?(document: [UInt8]) {
        guard let answer = try? JSONValue(parsing: document), let choice = answer["choices"]?[0] else { return nil }
        take(usage: answer["usage"])
        reason = choice["finish_reason"]?.stringValue
        guard let message = choice["message"] else { return }
        take(message: message)
        calls = (message["tool_calls"]?.arrayValue ?? []).map {
            Self.call($0["function"]?["name"]?.stringValue ?? "", $0["function"]?["arguments"]?.stringValue ?? "")
        }
    }

    private static func call(_ name: String, _ arguments: String) -> Call {
        let text = arguments.isEmpty || arguments == "null" ? "{}" : arguments
        return Call(name: name, arguments: try? JSONValue(parsing: text))
    }

    private mutating func take(message: JSONValue) {
        switch message["content"] {
        case .string(let words)?: text += words
        case .array(let parts)?:
            for part in parts {
                if part["type"] == "thinking" {
                    for piece in part["thinking"]?.arrayValue ?? [] { reasoning += piece["text"]?.stringValue ?? "" }
                } else {
                    text += part["text"]?.stringValue ?? ""
                }
            }
        default: break
        }
        reasoning += message["reasoning_content"]?.stringValue ?? message["reasoning"]?.stringValue ?? ""
        refusal += message["refusal"]?.stringValue ?? ""
    }

    private mutating func take(usage: JSONValue?) {
        guard let usage, let prompt = usage["prompt_tokens"]?.intValue else { return }
        let completion = usage["completion_tokens"]?.intValue ?? 0
        thought =
            usage["completion_tokens_details"]?["reasoning_tokens"]?.intValue ?? usage["reasoning_tokens"]?.intValue
            ?? 0
        cached =
            usage["prompt_tokens_details"]?["cached_tokens"]?.intValue
            ?? usage["prompt_cache_hit_tokens"]?.intValue ?? usage["cache_read_input_tokens"]?.intValue
            ?? usage["cached_tokens"]?.intValue ?? 0
        input = prompt >= cached ? prompt : prompt + cached
        output = usage["total_tokens"]?.intValue == prompt + completion + thought ? completion + thought : completion
    }
}

extension PlainReading {
    /// What the events of a generation say.
    init(_ log: EventLog) {
        for event in log.events {
            switch event {
            case .textEnd(_, let text): self.text += text
            case .refusalEnd(_, let text): refusal += text
            case .reasoningEnd(_, let text): reasoning += text
            default: break
            }
        }
        calls = log.calls.map { Call(name: $0.name, arguments: try? JSONValue(parsing: $0.arguments)) }
        reason = log.finish?.raw
        if let usage = log.usage {
            input = usage.input.totalTokenCount
            output = usage.output.totalTokenCount
            cached = usage.input.cachedTokenCount
            thought = usage.output.reasoningTokenCount
        }
    }
}

/// Decodes a body in chunks.
func decode(_ chunks: [[UInt8]], _ context: ChatContext) -> (log: EventLog, failure: ProviderError?) {
    var decoder = AnswerDecoder(ChatTranslator(context))
    var events: [GenerationEvent] = []
    for chunk in chunks { events += decoder.decode(chunk) }
    events += decoder.finish()
    return (EventLog(events), decoder.failure)
}
