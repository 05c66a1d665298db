import LMProtocol
import Testing

/// The backend of the article on writing one.
private struct GreetingBackend: LanguageModelBackend {
    let card = ModelCard(name: "greeting", capabilities: LanguageModelCapabilities([]))

    nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
        let part = PartID(item: 0)
        return GenerationStream(events: [
            .started(ResponseInfo(model: "greeting")),
            .textStart(part), .textDelta(part, "Hello, "), .textDelta(part, "you."),
            .textEnd(part, text: "Hello, you."),
            .usage(Usage(input: .init(totalTokenCount: 3), output: .init(totalTokenCount: 4))),
            .finished(FinishReason(.stop)),
        ])
    }
}

@Suite struct ExampleBackendTests {
    @Test func `the backend of the article keeps the laws of a stream`() async throws {
        let request = GenerationRequest(transcript: Transcript())
        var laws = GenerationStreamLaws()
        for try await event in try await GreetingBackend().respond(to: request) { laws.check(event) }
        laws.checkEnd()
        #expect(laws.violations.isEmpty)
    }

    @Test func `the backend of the article answers a session`() async throws {
        let response = try await LanguageModelSession(model: GreetingBackend()).respond(to: "Hello?")
        #expect(response.content == "Hello, you.")
        #expect(response.usage.totalTokenCount == 7)
    }
}
