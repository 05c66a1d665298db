import LMJSON
import LMProtocol
import LMTestSupport
import Testing

@testable import LMGrok

/// What is sent for a transcript and one more prompt at both levels: by the model itself, and by a session.
struct RequestRun {
    /// The bodies of the requests, the model's own first.
    let bodies: [JSONValue]
    /// What was changed, as the events and as the response tell it.
    let adjustments: [[Adjustment.Kind]]

    /// The last prompt's item.
    static let more: JSONValue = ["type": "message", "role": "user", "content": "More"]

    init(
        _ entries: [Transcript.Entry] = [], model: GrokModel = .grok4_3, tools: [any Tool] = [],
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions()
    ) async throws {
        let transports = [StubTransport(Wire.answer("Yes.")), StubTransport(Wire.answer("Yes."))]
        let prompt = Transcript.Entry.prompt(.init(segments: [.text(.init(content: "More"))]))
        let request = GenerationRequest(
            transcript: Transcript(entries: entries + [prompt]),
            tools: tools.map { Transcript.ToolDefinition(tool: $0) }, options: options, contextOptions: contextOptions)
        var log = EventLog()
        for try await event in try await RowRun.model(transports[0], model).respond(to: request) {
            log.events.append(event)
        }
        let session = LanguageModelSession(
            model: RowRun.model(transports[1], model), tools: tools, transcript: Transcript(entries: entries))
        let response = try await session.respond(to: "More", options: options, contextOptions: contextOptions)
        bodies = try transports.map { transport in
            let request = try #require(transport.requests.first)
            return try JSONValue(parsing: request.body)
        }
        adjustments = [log.adjustments.map(\.kind), response.adjustments.map(\.kind)]
    }

    /// Expects these items before the last prompt's, and these changes, at both levels.
    func expect(
        _ items: [JSONValue], _ kinds: [Adjustment.Kind] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for body in bodies {
            #expect(body["input"]?.arrayValue == items + [Self.more], sourceLocation: sourceLocation)
        }
        #expect(adjustments == [kinds, kinds], sourceLocation: sourceLocation)
    }
}
