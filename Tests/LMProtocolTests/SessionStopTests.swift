import LMJSON
import LMProtocol
import Testing

@Suite struct SessionStopTests {
    static let id = PartID(item: 0)

    /// A backend that says one word and then waits for ever, and one that answers afterwards.
    private func stalling(_ reached: Gate) -> ScriptedBackend {
        ScriptedBackend([
            .init([
                .events([.textStart(Self.id), .textDelta(Self.id, "Once")]),
                .perform {
                    reached.open()
                    try await Gate().waitOrCancel()
                },
            ]),
            .text("again"),
        ])
    }

    @Test func `cancelling the loop ends it without an error and the request on the wire`() async throws {
        let reached = Gate()
        let backend = stalling(reached)
        let session = LanguageModelSession(model: backend)
        let task = Task {
            var last = ""
            for try await snapshot in session.streamResponse(to: "A story.") { last = snapshot.content }
            return last
        }
        await reached.wait()
        task.cancel()
        #expect(try await task.value == "Once")
        #expect(session.isResponding == false)
        #expect(session.transcript.isEmpty)
        #expect(try await session.respond(to: "?").content == "again")
    }

    @Test func `cancelling respond throws CancellationError`() async throws {
        let reached = Gate()
        let session = LanguageModelSession(model: stalling(reached))
        let task = Task { try await session.respond(to: "?").content }
        await reached.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(session.isResponding == false)
    }

    @Test func `a stopped answer stays where the policy says so, and can be sent again`() async throws {
        let reached = Gate()
        let backend = stalling(reached)
        let session = LanguageModelSession(model: backend)
        session.transcriptErrorHandlingPolicy = .preserveTranscript
        let task = Task { for try await _ in session.streamResponse(to: "A story.") {} }
        await reached.wait()
        task.cancel()
        try await task.value
        #expect(session.transcript.map(\.kind) == ["prompt", "response"])
        #expect(session.transcript.last?.texts == ["Once"])
        try await session.respond(to: "Go on.")
        #expect(backend.requests[1].transcript.map(\.kind) == ["prompt", "response", "prompt"])
    }

    @Test func `leaving the loop early leaves the session ready and the request stopped`() async throws {
        let backend = ScriptedBackend([.text("a", "b", "c"), .text("next")])
        let session = LanguageModelSession(model: backend)
        let stream = session.streamResponse(to: "?")
        for try await _ in stream { break }
        #expect(session.isResponding == false)
        #expect(backend.streamsEndedEarly == 1)
        #expect(session.transcript.isEmpty)
        #expect(try await session.respond(to: "?").content == "next")
        await #expect(throws: CancellationError.self) { try await stream.collect() }
    }

    @Test func `an error takes the transcript back to what it was`() async throws {
        struct Broken: Error {}
        let id = Self.id
        let backend = ScriptedBackend([
            .text("kept"), .init([.events([.textStart(id), .textDelta(id, "lost")]), .fail(Broken())]),
        ])
        let session = LanguageModelSession(model: backend)
        try await session.respond(to: "1")
        let before = session.transcript
        await #expect(throws: Broken.self) { try await session.respond(to: "2") }
        #expect(session.transcript == before)
    }

    @Test func `changing the transcript fails the request that is under way, and the change stays`() async throws {
        let (reached, release) = (Gate(), Gate())
        let id = Self.id
        let backend = ScriptedBackend([
            .init([
                .perform {
                    reached.open()
                    await release.wait()
                },
                .events([.textStart(id), .textDelta(id, "x"), .textEnd(id, text: "x"), .finished(FinishReason(.stop))]),
            ])
        ])
        let session = LanguageModelSession(model: backend)
        let task = Task { try await session.respond(to: "?") }
        await reached.wait()
        let mine = Transcript(entries: [.prompt(.init(id: "mine", segments: []))])
        session.transcript = mine
        release.open()
        await #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) { try await task.value }
        #expect(session.transcript == mine)
        #expect(session.isResponding == false)
    }

    @Test func `two that ask one stream at once do not hang`() async throws {
        let (reached, release) = (Gate(), Gate())
        let id = Self.id
        let backend = ScriptedBackend([
            .init([
                .perform {
                    reached.open()
                    await release.wait()
                },
                .events([.textStart(id), .textDelta(id, "x"), .textEnd(id, text: "x"), .finished(FinishReason(.stop))]),
            ])
        ])
        let session = LanguageModelSession(model: backend)
        let stream = session.streamResponse(to: "?")
        let first = Task { try await stream.collect().content }
        await reached.wait()
        await #expect(throws: LanguageModelSession.Error.concurrentRequests) { try await stream.collect() }
        release.open()
        #expect(try await first.value == "x")
    }

    @Test func `a cancelled task does not start a request`() async throws {
        let backend = ScriptedBackend([.text("x")])
        let session = LanguageModelSession(model: backend)
        let gate = Gate()
        let task = Task {
            await gate.wait()
            return try await session.respond(to: "?").content
        }
        task.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(backend.requests.isEmpty)
        #expect(session.isResponding == false)
    }
}
