import Foundation
import LMJSON
import LMProtocol
import LMProvider
import LMTestSupport
import LMTransport
import Testing

@testable import LMAnthropic

/// What a model sends for a request, and what it says was changed.
struct Sent {
    var body: JSONValue
    var request: HTTPRequest
    var adjustments: [Adjustment]

    var kinds: [Adjustment.Kind] { adjustments.map(\.kind) }
    var messages: [JSONValue] { body["messages"]?.arrayValue ?? [] }
    var betas: String? { request.headers["anthropic-beta"] }
}

/// Has a model send a request, and plays one answer to it.
func asked(
    _ model: ClaudeModel = .sonnet4_6, _ change: (inout GenerationRequest) -> Void = { _ in },
    entries: [Transcript.Entry] = []
) async throws -> Sent {
    let transport = StubTransport([Wire.answer])
    var request = GenerationRequest(
        transcript: Transcript(
            entries: entries.isEmpty ? [.prompt(.init(id: "p", segments: [.text(.init(content: "Hi"))]))] : entries))
    change(&request)
    var adjustments: [Adjustment] = []
    for try await event in try await model.apiKey(canaryKey).transport(transport).respond(to: request) {
        // One answer is played for all models.
        if case .adjustment(let adjustment) = event, adjustment.kind != .modelRedirected {
            adjustments.append(adjustment)
        }
    }
    let sent = try #require(transport.requests.first)
    return Sent(body: try JSONValue(parsing: sent.body), request: sent, adjustments: adjustments)
}

/// A tool without parameters.
func anyTool(_ name: String, _ options: ProviderOptions = [:]) -> Transcript.ToolDefinition {
    .init(
        name: name, description: "d",
        parameters: GenerationSchema(name: "A", jsonSchema: ["type": "object", "properties": [:]]),
        providerOptions: options)
}

/// Reads a stream of events of the wire.
func readWire(
    _ parts: String..., model: String = "claude-sonnet-4-6", answerTool: String? = nil, isStructured: Bool = false
) -> (log: EventLog, failure: ProviderError?) {
    var context = MessagesContext(requestedModel: model, provider: "anthropic", answerTool: answerTool)
    context.isStructured = isStructured
    return decode([Array(parts.joined().utf8)], context)
}

extension Transcript.Entry {
    static func says(_ words: String, id: String = "p", _ options: ProviderOptions = [:]) -> Transcript.Entry {
        .prompt(.init(id: id, segments: [.text(.init(content: words, providerOptions: options))]))
    }
    static func told(_ words: String, _ options: ProviderOptions = [:]) -> Transcript.Entry {
        .instructions(.init(id: "i", segments: [.text(.init(content: words, providerOptions: options))]))
    }
    static func answered(_ words: String, id: String = "a") -> Transcript.Entry {
        .response(.init(id: id, segments: [.text(.init(content: words))]))
    }
    static func called(_ id: String, _ name: String = "look", _ arguments: String = "{}") throws -> Transcript.Entry {
        .toolCalls(
            .init(id: "c" + id, [.init(id: id, toolName: name, arguments: try GeneratedContent(json: arguments))]))
    }
    static func returned(_ id: String, _ words: String = "ok", _ name: String = "look") -> Transcript.Entry {
        .toolOutput(.init(id: id, toolName: name, segments: [.text(.init(content: words))]))
    }
    static func thought(
        _ words: String, _ signature: String = "c2ln", by model: String = "claude-sonnet-4-6", id: String = "r"
    ) -> Transcript.Entry {
        .reasoning(
            .init(
                id: id, segments: words.isEmpty ? [] : [.text(.init(content: words))],
                providerData: ProviderData(
                    provider: "anthropic", requestedModel: model,
                    content: ["type": "thinking", "signature": .string(signature)])))
    }
    static func step(_ content: JSONValue, id: String) -> Transcript.Entry {
        .data(.init(id: id, providerData: ProviderData(provider: "anthropic", content: content)))
    }
}
