import LMGrok
import LMProtocol
import LMReplay
import LMResponses
import LMTestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The fixtures through every layer: cassette, transport, wire, backend, session.
@Suite struct ReplayedSessionTests {
    private static func replay(_ name: String) throws -> ReplayTransport {
        ReplayTransport(try Cassette(contentsOf: Fixtures.path("\(name).cassette.jsonl")), options: .init(name: name))
    }

    private static func model(_ transport: ReplayTransport) -> GrokModel {
        GrokModel.grok4.apiKey(canaryKey).transport(transport)
    }

    @Test func `an answer comes with its reasoning, its usage and its cost`() async throws {
        let transport = try Self.replay("hello")
        let session = LanguageModelSession(model: Self.model(transport))
        let response = try await session.respond(to: "Say hello in five languages, in one line.")
        #expect(response.content == "Hello! Bonjour! ¡Hola! こんにちは! Привет! 👋🏽")
        #expect(response.usage.input.totalTokenCount == 31)
        #expect(response.usage.output == .init(totalTokenCount: 48, reasoningTokenCount: 29))
        #expect(response.usage.cost?.description == "0.00035 USD")
        #expect(response.finishReason == FinishReason(.stop, raw: "completed"))
        #expect(response.servedModel == "grok-4.7")
        guard case .reasoning(let reasoning)? = response.transcriptEntries.first,
            case .text(let thought)? = reasoning.segments.first
        else {
            Issue.record("no reasoning in \(response.transcriptEntries)")
            return
        }
        #expect(thought.content.hasPrefix("The user wants a greeting"))
        #expect(reasoning.signature != nil)
        try transport.verifyUsed()
    }

    @Test func `the second turn sends the first one back as it was recorded, reasoning and all`() async throws {
        let transport = try Self.replay("conversation")
        let session = LanguageModelSession(model: Self.model(transport))
        try await session.respond(to: "I'm Ada, and I'm learning SwiftUI.")
        let reply = try await session.respond(to: "Suggest a first project for me, and use my name.")
        #expect(reply.content == "Ada, build a reading list: one screen, one model, no network.")
        #expect(session.usage.totalTokenCount == 28 + 33 + 92 + 41)
        #expect(reply.usage.input.cachedTokenCount == 64)
        guard case .reasoning(let reasoning)? = reply.transcriptEntries.first else { return }
        #expect(reasoning.segments.count == 2)
        try transport.verifyUsed()
    }

    @Test func `a conversation that was saved goes on where it was`() async throws {
        let transport = try Self.replay("conversation")
        let first = LanguageModelSession(model: Self.model(transport))
        try await first.respond(to: "I'm Ada, and I'm learning SwiftUI.")
        let data = try JSONEncoder().encode(first.transcript)
        let second = LanguageModelSession(
            model: Self.model(transport), transcript: try JSONDecoder().decode(Transcript.self, from: data))
        let reply = try await second.respond(to: "Suggest a first project for me, and use my name.")
        #expect(reply.content.hasPrefix("Ada"))
        try transport.verifyUsed()
    }

    @Test func `another model does not get the first one's encrypted reasoning, and the response says so`() async throws
    {
        let transport = try Self.replay("conversation")
        let first = LanguageModelSession(model: Self.model(transport))
        try await first.respond(to: "I'm Ada, and I'm learning SwiftUI.")
        let next = Transcript.Entry.prompt(.init(segments: [.text(.init(content: "Go on."))]))
        func body(_ model: String, _ dialect: ResponsesDialect = .xai) throws -> RequestBuilder.Body {
            let card = ModelCard(name: model, capabilities: LanguageModelCapabilities([.reasoning]))
            return try RequestBuilder(settings: RequestSettings(card: card, dialect: dialect)).build(
                GenerationRequest(transcript: first.transcript + [next]))
        }
        for other in [try body("grok-4.3"), try body(Self.model(transport).name, .openai)] {
            #expect(other.adjustments.map(\.kind) == [.reasoningDropped])
            #expect(!String(decoding: other.bytes, as: UTF8.self).contains("\"encrypted_content\":"))
        }
        let own = try body(Self.model(transport).name)
        #expect(own.adjustments.isEmpty)
        #expect(String(decoding: own.bytes, as: UTF8.self).contains("\"encrypted_content\":"))
    }

    @Test func `a wrong key is the server's words and no retry, and nothing shows the key`() async throws {
        let transport = try Self.replay("bad-key")
        let session = LanguageModelSession(model: Self.model(transport))
        let error = await #expect(throws: GrokError.self) { try await session.respond(to: "Try a bad key.") }
        #expect(error?.category == .authentication)
        #expect(error?.retryAdvice == .never)
        #expect(error?.evidence?.status == 400)
        #expect(error?.errorDescription?.contains("Incorrect API key") == true)
        var dump = ""
        Swift.dump(error, to: &dump)
        Swift.dump(session, to: &dump)
        #expect(dump.contains(canaryKey) == false)
        #expect("\(String(describing: error))".contains(canaryKey) == false)
    }

    @Test func `a stream that was cut is a failure with what had come, at the session too`() async throws {
        let transport = try Self.replay("cut")
        let session = LanguageModelSession(model: Self.model(transport).providerErrors())
        var last = ""
        do {
            for try await snapshot in session.streamResponse(to: "Tell me a story.") { last = snapshot.content }
            Issue.record("the stream ended as if it were whole")
        } catch let error as any LanguageModelFailure {
            #expect([.incompleteStream, .transport].contains(error.category))
            #expect(error.partial?.text == "Once upon a time there")
        }
        #expect(last == "Once upon a time there")
        #expect(session.isResponding == false)
    }

    @Test func `what a local server recorded, which leaves all indexes out, reads as well`() async throws {
        let transport = try Self.replay("local-model")
        let baseURL = try #require(URL(string: "http://127.0.0.1:18080/v1"))
        let model = ResponsesModel(name: "gemma", baseURL: baseURL).transport(transport)
        let session = LanguageModelSession(model: model)
        let response = try await session.respond(
            to: "The sky is", options: GenerationOptions(maximumResponseTokens: 40))
        #expect(response.content.contains("Pascale de la salle"))
        #expect(response.usage.output.totalTokenCount > 0)
        #expect(response.adjustments.map(\.kind) == [.modelRedirected])
        try transport.verifyUsed()
    }

    @Test func `every chunking of the bytes gives the same answer`() async throws {
        for segmentation in [Segmentation.recorded, .perEvent, .whole, .everyByte, .seeded(3)] {
            let cassette = try Cassette(contentsOf: Fixtures.path("hello.cassette.jsonl"))
            let transport = ReplayTransport(cassette, options: .init(segmentation: segmentation))
            let session = LanguageModelSession(model: Self.model(transport))
            let response = try await session.respond(to: "Say hello in five languages, in one line.")
            #expect(response.content == "Hello! Bonjour! ¡Hola! こんにちは! Привет! 👋🏽", "\(segmentation)")
        }
    }

    @Test func `recorded gaps pass on the clock that is handed in`() async throws {
        let clock = VirtualClock()
        let start = clock.now
        let content = try await clock.run {
            let cassette = try Cassette(contentsOf: Fixtures.path("hello.cassette.jsonl"))
            let transport = ReplayTransport(cassette, options: .init(speed: .scaled(1)), clock: clock)
            let session = LanguageModelSession(model: Self.model(transport))
            return try await session.respond(to: "Say hello in five languages, in one line.").content
        }
        #expect(content.hasPrefix("Hello!"))
        // The recording took more than half a second; the test does not.
        #expect(start.duration(to: clock.now) > .milliseconds(500))
    }
}
