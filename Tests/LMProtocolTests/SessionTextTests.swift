import LMJSON
import LMProtocol
import LMTestSupport
import Testing

@Suite struct SessionTextTests {
    let usage = Usage(
        input: .init(totalTokenCount: 12, cachedTokenCount: 4),
        output: .init(totalTokenCount: 7, reasoningTokenCount: 3))

    @Test func `a session answers a prompt and keeps both in its transcript`() async throws {
        let backend = ScriptedBackend([.text("Hel", "lo.", usage: usage)])
        let session = LanguageModelSession(model: backend, instructions: "Be brief.")
        let response = try await session.respond(to: "Say hello.")
        #expect(response.content == "Hello.")
        #expect(response.usage == usage)
        #expect(session.usage == usage)
        #expect(response.finishReason == FinishReason(.stop))
        #expect(session.transcript.map(\.kind) == ["instructions", "prompt", "response"])
        #expect(response.transcriptEntries.map(\.kind) == ["response"])
        #expect(session.isResponding == false)
    }

    @Test func `each request carries the whole conversation`() async throws {
        let backend = ScriptedBackend([.text("One."), .text("Two.")])
        let session = LanguageModelSession(model: backend)
        try await session.respond(to: "First?")
        try await session.respond(to: "Second?")
        #expect(backend.requests.map { $0.transcript.map(\.kind) } == [["prompt"], ["prompt", "response", "prompt"]])
        #expect(Array(backend.requests[1].transcript.prefix(1)) == Array(backend.requests[0].transcript))
    }

    @Test func `snapshots are cumulative and the last one has the usage`() async throws {
        let backend = ScriptedBackend([.text("a", "b", "c", usage: usage)])
        let session = LanguageModelSession(model: backend)
        var contents: [String] = []
        var last: LanguageModelSession.ResponseStream<String>.Snapshot?
        for try await snapshot in session.streamResponse(to: "?") {
            contents.append(snapshot.content)
            last = snapshot
        }
        #expect(contents == ["a", "ab", "abc", "abc"])
        #expect(last?.usage == usage)
        #expect(last?.finishReason == FinishReason(.stop))
        #expect(last?.rawContent.json == .string("abc"))
    }

    @Test func `a stream that was read to its end can still be collected`() async throws {
        let session = LanguageModelSession(model: ScriptedBackend([.text("done")]))
        let stream = session.streamResponse(to: "?")
        for try await _ in stream {}
        #expect(try await stream.collect().content == "done")
        #expect(session.transcript.count == 2)
    }

    @Test func `an answer without words gives one snapshot, so nobody waits for ever`() async throws {
        let session = LanguageModelSession(
            model: ScriptedBackend([.init([.events([.usage(usage), .finished(FinishReason(.length, raw: "max"))])])]))
        var count = 0
        for try await snapshot in session.streamResponse(to: "?") {
            count += 1
            #expect(snapshot.content == "")
            #expect(snapshot.finishReason?.unified == .length)
        }
        #expect(count == 1)
        // An empty answer leaves no entry that a server would refuse.
        #expect(session.transcript.map(\.kind) == ["prompt"])
    }

    @Test func `a limit on length is an end with the partial text, not an error`() async throws {
        let session = LanguageModelSession(
            model: ScriptedBackend([.text("part", finish: FinishReason(.length, raw: "max_output_tokens"))]))
        let response = try await session.respond(to: "?")
        #expect(response.content == "part")
        #expect(response.finishReason == FinishReason(.length, raw: "max_output_tokens"))
    }

    @Test func `a second request while one is under way is a typed error, and the first goes on`() async throws {
        let (entered, release) = (Gate(), Gate())
        let backend = ScriptedBackend([
            .init([
                .perform {
                    entered.open()
                    await release.wait()
                },
                .events([
                    .textStart(PartID(item: 0)), .textDelta(PartID(item: 0), "first"),
                    .textEnd(PartID(item: 0), text: "first"), .finished(FinishReason(.stop)),
                ]),
            ])
        ])
        let session = LanguageModelSession(model: backend)
        async let first = session.respond(to: "1")
        await entered.wait()
        #expect(session.isResponding)
        await #expect(throws: LanguageModelSession.Error.concurrentRequests) { try await session.respond(to: "2") }
        release.open()
        #expect(try await first.content == "first")
        #expect(session.transcript.count == 2)
    }

    @Test func `reasoning shows in the transcript before the answer starts`() async throws {
        let reached = Gate()
        let seen = Gate()
        let (thought, said) = (PartID(item: 0), PartID(item: 1))
        let backend = ScriptedBackend([
            .init([
                .events([.reasoningStart(thought), .reasoningDelta(thought, "Hm")]),
                .perform {
                    reached.open()
                    await seen.wait()
                },
                .events([
                    .reasoningDelta(thought, "m."), .reasoningEnd(thought, text: "Hmm."),
                    .reasoningData(item: 0, .encryptedReasoning("E")),
                    .textStart(said), .textDelta(said, "Yes"), .textEnd(said, text: "Yes"),
                    .finished(FinishReason(.stop)),
                ]),
            ])
        ])
        let session = LanguageModelSession(model: backend)
        async let response = session.respond(to: "?")
        await reached.wait()
        guard case .reasoning(let live)? = session.transcript.last else {
            Issue.record("no reasoning in \(session.transcript.map(\.kind))")
            return
        }
        #expect(live.segments.map(\.words) == ["Hm"])
        #expect(live.signature == nil)
        seen.open()
        let entries = try await response.transcriptEntries
        #expect(entries.map(\.kind) == ["reasoning", "response"])
        guard case .reasoning(let done)? = entries.first else { return }
        #expect(done.segments.map(\.words) == ["Hmm."])
        #expect(done.signature != nil)
        #expect(done.id == live.id)
    }

    @Test func `several paragraphs of one thought are one entry with several segments`() async throws {
        let (first, second, said) = (PartID(item: 0), PartID(item: 0, part: 1), PartID(item: 1))
        let backend = ScriptedBackend([
            .init([
                .events([
                    .reasoningStart(first), .reasoningDelta(first, "A"), .reasoningEnd(first, text: "A"),
                    .reasoningStart(second), .reasoningDelta(second, "B"), .reasoningEnd(second, text: "B"),
                    .textStart(said), .textDelta(said, "C"), .textEnd(said, text: "C"), .finished(FinishReason(.stop)),
                ])
            ])
        ])
        let entries = try await LanguageModelSession(model: backend).respond(to: "?").transcriptEntries
        #expect(entries.map { $0.texts } == [["A", "B"], ["C"]])
    }

    @Test func `deltas of parts that are open at once go each to their own`() async throws {
        let (a, b) = (PartID(item: 0), PartID(item: 1))
        let backend = ScriptedBackend([
            .init([
                .events([.textStart(a), .textStart(b), .textDelta(b, "3"), .textDelta(a, "1")]),
                .events([
                    .textDelta(a, "2"), .textDelta(b, "4"), .textEnd(a, text: "12"), .textEnd(b, text: "34"),
                    .finished(FinishReason(.stop)),
                ]),
            ])
        ])
        let response = try await LanguageModelSession(model: backend).respond(to: "?")
        #expect(response.content == "1234")
        #expect(response.transcriptEntries.map { $0.texts } == [["12"], ["34"]])
    }

    @Test func `a restart clears what was shown and counts the attempt`() async throws {
        let id = PartID(item: 0)
        let backend = ScriptedBackend([
            .init([
                .events([.reasoningStart(id), .reasoningDelta(id, "old")]),
                .events([
                    .restarted(attempt: 2, reason: "it broke"), .textStart(id), .textDelta(id, "new"),
                    .textEnd(id, text: "new"), .finished(FinishReason(.stop)),
                ]),
            ])
        ])
        let response = try await LanguageModelSession(model: backend).respond(to: "?")
        #expect(response.content == "new")
        #expect(response.attempts == 2)
        #expect(response.transcriptEntries.map(\.kind) == ["response"])
    }

    @Test func `a content filter is a guardrail violation with what had come`() async throws {
        let session = LanguageModelSession(
            model: ScriptedBackend([.text("so far", finish: FinishReason(.contentFilter), usage: usage)]))
        let error = await #expect(throws: LanguageModelError.self) { try await session.respond(to: "?") }
        #expect(error?.category == .guardrail)
        #expect(error?.partial == PartialOutput(text: "so far", usage: usage))
        #expect(session.usage == usage)
    }

    @Test func `a stream that ends without saying why is a failure with what had come`() async throws {
        let id = PartID(item: 0)
        let session = LanguageModelSession(
            model: ScriptedBackend([.init([.events([.textStart(id), .textDelta(id, "Once")])])]))
        let error = await #expect(throws: LanguageModelSession.Error.self) { try await session.respond(to: "?") }
        #expect(error?.category == .incompleteStream)
        #expect(error?.partial?.text == "Once")
        #expect(error?.retryAdvice == .backoff)
    }

    @Test func `a refusal in words is the content, marked as one`() async throws {
        let id = PartID(item: 0)
        let backend = ScriptedBackend([
            .init([
                .events([
                    .refusalDelta(id, "I can't."), .refusalEnd(id, text: "I can't."), .finished(FinishReason(.stop)),
                ])
            ])
        ])
        let response = try await LanguageModelSession(model: backend).respond(to: "?")
        #expect(response.content == "I can't.")
        #expect(response.isRefusal)
    }

    @Test func `what the app adds and the options reach the backend`() async throws {
        let backend = ScriptedBackend([.text("ok")])
        let session = LanguageModelSession(model: backend)
        try await session.respond(
            to: "?", options: GenerationOptions(samplingMode: .greedy, temperature: 0.5, maximumResponseTokens: 9),
            contextOptions: ContextOptions(reasoningLevel: .deep), metadata: ["user": "u1"])
        let request = try #require(backend.requests.first)
        #expect(request.options.samplingMode == .greedy)
        #expect(request.options.maximumResponseTokens == 9)
        #expect(request.contextOptions.reasoningLevel == .deep)
        #expect(request.metadata == ["user": "u1"])
    }

    @Test func `entries get their identifiers from the source that was handed in`() async throws {
        let counter = Counter()
        let session = LanguageModelSession(
            model: ScriptedBackend([.text("ok")]), instructions: Instructions("Hi"),
            identifiers: { "id-\(counter.next())" })
        try await session.respond(to: "?")
        let ids = session.transcript.map(\.id)
        #expect(ids.count == 3)
        #expect(ids.allSatisfy { $0.hasPrefix("id-") })
    }
}
