import LMProtocol
import LMReplay
import Synchronization
import Testing

/// A failure with the advice that a test asks for.
struct TestFailure: LanguageModelFailure, Equatable {
    var category: FailureCategory = .overloaded
    var retryAdvice: RetryAdvice = .backoff
    var evidence: FailureEvidence? { nil }
    var partial: PartialOutput? { nil }
    var errorDescription: String? { "It failed." }
}

@Suite struct RetryingBackendTests {
    private let id = PartID(item: 0)

    /// Runs one request in virtual time.
    private func run(
        _ scripts: [ScriptedBackend.Script], policy: RetryingBackend<ScriptedBackend>.Policy = .init(jitter: 0),
        random: @escaping @Sendable () -> Double = { 0 }
    ) async -> (events: [GenerationEvent], error: (any Error)?, delays: [Duration], requests: Int) {
        let clock = VirtualClock()
        let backend = ScriptedBackend(scripts)
        let delays = Mutex<[Duration]>([])
        let retrying = RetryingBackend(backend, policy: policy, clock: clock, random: random) { retry in
            delays.withLock { $0.append(retry.delay) }
        }
        let (events, error) = await clock.run {
            var events: [GenerationEvent] = []
            do {
                let stream = try await retrying.respond(
                    to: GenerationRequest(transcript: Transcript(entries: [.prompt(.init(segments: []))])))
                for try await event in stream { events.append(event) }
                return (events, nil as (any Error)?)
            } catch {
                return (events, error)
            }
        }
        return (events, error, delays.withLock { $0 }, backend.requests.count)
    }

    @Test func `a request that fails before its first event is made again, later each time`() async {
        let result = await run([.failing(TestFailure()), .failing(TestFailure()), .text("ok")])
        #expect(result.error == nil)
        #expect(result.requests == 3)
        #expect(result.delays == [.milliseconds(500), .seconds(1)])
        #expect(GenerationStreamLaws.violations(in: result.events).isEmpty)
        #expect(result.events.contains { if case .adjustment(let a) = $0 { a.kind == .retried } else { false } })
    }

    @Test func `reasoning alone may be thrown away, and the consumer is told to clear it`() async {
        let broken = ScriptedBackend.Script([
            .events([.reasoningStart(id), .reasoningDelta(id, "Hm")]), .fail(TestFailure()),
        ])
        let result = await run([broken, .text("ok")])
        #expect(result.error == nil)
        #expect(result.events.contains { if case .restarted(2, _) = $0 { true } else { false } })
        #expect(GenerationStreamLaws.violations(in: result.events).isEmpty)
    }

    @Test func `once words reached the consumer nothing is tried again`() async {
        let broken = ScriptedBackend.Script([.events([.textStart(id), .textDelta(id, "Once")]), .fail(TestFailure())])
        let result = await run([broken, .text("never")])
        #expect(result.error as? TestFailure == TestFailure())
        #expect(result.requests == 1)
    }

    @Test(arguments: [FailureCategory.quotaExhausted, .authentication, .toolFailed])
    func `a failure that advises against it is never tried again`(_ category: FailureCategory) async {
        let failure = TestFailure(category: category, retryAdvice: .never)
        let result = await run([.failing(failure), .text("never")])
        #expect(result.error as? TestFailure == failure)
        #expect(result.requests == 1)
    }

    @Test func `the server's word is the least wait, and jitter only adds to it`() async {
        let failure = TestFailure(category: .rateLimited, retryAdvice: .after(.seconds(7)))
        let result = await run([.failing(failure), .text("ok")], policy: .init(jitter: 0.5), random: { 0.5 })
        #expect(result.delays == [.milliseconds(8750)])
    }

    @Test func `a wait longer than the limit is surfaced at once`() async {
        let failure = TestFailure(category: .rateLimited, retryAdvice: .after(.seconds(3600)))
        let result = await run([.failing(failure), .text("never")])
        #expect(result.error as? TestFailure == failure)
        #expect(result.delays.isEmpty)
    }

    @Test func `after the last attempt the last failure is thrown`() async {
        let result = await run([
            .failing(TestFailure()), .failing(TestFailure()), .failing(TestFailure(category: .server)),
        ])
        #expect(result.error as? TestFailure == TestFailure(category: .server))
        #expect(result.requests == 3)
    }

    @Test func `the attempts are on the response`() async throws {
        let backend = ScriptedBackend([.failing(TestFailure(retryAdvice: .after(.zero))), .text("ok")])
        let session = LanguageModelSession(model: backend.retrying())
        let response = try await session.respond(to: "?")
        #expect(response.attempts == 2)
        #expect(response.adjustments.map(\.kind) == [.retried])
    }

    @Test func `cancelling during a wait ends it`() async throws {
        let clock = VirtualClock()
        let backend = ScriptedBackend([.failing(TestFailure()), .text("never")])
        let session = LanguageModelSession(model: RetryingBackend(backend, clock: clock))
        let task = Task { try await session.respond(to: "?") }
        try await clock.waitForSleepers()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(backend.requests.count == 1)
    }
}

@Suite struct OtherMiddlewareTests {
    private let id = PartID(item: 0)

    @Test func `the next backend answers where one fails before its words`() async throws {
        let first = ScriptedBackend([.failing(TestFailure())])
        let second = ScriptedBackend([
            .init([.events([.reasoningStart(id), .reasoningDelta(id, "Hm")]), .fail(TestFailure())])
        ])
        let third = ScriptedBackend([.text("here")])
        let session = LanguageModelSession(model: first.fallback(to: second, third))
        let response = try await session.respond(to: "?")
        #expect(response.content == "here")
        #expect(response.adjustments.map(\.kind).last == .fallback)
        #expect(response.transcriptEntries.map(\.kind) == ["response"])
    }

    @Test func `there is no fallback after the first words, nor for a request that is wrong anywhere`() async throws {
        let broken = ScriptedBackend([
            .init([.events([.textStart(id), .textDelta(id, "Once")]), .fail(TestFailure())])
        ])
        let other = ScriptedBackend([.text("never")])
        await #expect(throws: TestFailure.self) {
            try await LanguageModelSession(model: broken.fallback(to: other)).respond(to: "?")
        }
        let wrong = ScriptedBackend([.failing(TestFailure(category: .invalidRequest, retryAdvice: .never))])
        await #expect(throws: TestFailure.self) {
            try await LanguageModelSession(model: wrong.fallback(to: other)).respond(to: "?")
        }
        #expect(other.requests.isEmpty)
    }

    @Test func `a budget refuses the request after the one that crossed it`() async throws {
        let usage = Usage(input: .init(totalTokenCount: 60), output: .init(totalTokenCount: 40), cost: Money(7))
        let backend = ScriptedBackend([.text("a", usage: usage), .text("b", usage: usage), .text("never")])
        let budgeted = backend.budgeted(.init(tokens: 150))
        let session = LanguageModelSession(model: budgeted)
        try await session.respond(to: "1")
        try await session.respond(to: "2")
        let error = await #expect(throws: BudgetExceeded.self) { try await session.respond(to: "3") }
        #expect(error?.category == .quotaExhausted)
        #expect(backend.requests.count == 2)
        #expect(budgeted.spent == usage + usage)

        let dear = ScriptedBackend([.text("a", usage: usage)]).budgeted(.init(cost: Money(7)))
        let other = LanguageModelSession(model: dear)
        try await other.respond(to: "1")
        await #expect(throws: BudgetExceeded.self) { try await other.respond(to: "2") }
    }

    @Test func `usage that a server restates is charged once`() async throws {
        let half = Usage(output: .init(totalTokenCount: 5))
        let whole = Usage(output: .init(totalTokenCount: 10))
        let backend = ScriptedBackend([
            .init([
                .events([.usage(half), .textStart(id), .textDelta(id, "x"), .textEnd(id, text: "x")]),
                .events([.usage(whole), .finished(FinishReason(.stop))]),
            ])
        ]).budgeted(.init(tokens: 100))
        try await LanguageModelSession(model: backend).respond(to: "?")
        #expect(backend.spent.totalTokenCount == 10)
    }

    @Test func `an observer sees the course of each request and none of its words`() async throws {
        let clock = VirtualClock()
        let lines = Mutex<[String]>([])
        let backend = ScriptedBackend([
            .text("secret words"), .failing(TestFailure()), .text("a", "b"),
        ]).observed(clock: clock) { observation in lines.withLock { $0.append("\(observation)") } }
        let session = LanguageModelSession(model: backend)
        try await session.respond(to: "secret prompt")
        await #expect(throws: TestFailure.self) { try await session.respond(to: "?") }
        for try await _ in session.streamResponse(to: "?") { break }
        let kinds = lines.withLock { $0.map { String($0.prefix { $0 != "(" }) } }
        #expect(
            kinds == [
                "started", "firstOutput", "finished", "started", "failed", "started", "firstOutput", "stopped",
            ])
        #expect(lines.withLock { $0.joined() }.contains("secret") == false)
    }

    @Test func `all of them compose in one line`() async throws {
        let backend = ScriptedBackend([.failing(TestFailure(retryAdvice: .after(.zero))), .text("ok")])
        let model = backend.retrying().budgeted(.init(tokens: 1000)).observed { _ in }.fallback(to: ScriptedBackend([]))
        #expect(try await LanguageModelSession(model: model).respond(to: "?").content == "ok")
    }
}
