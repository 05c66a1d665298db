import Dispatch
import LMJSON
import LMProtocol
import Synchronization
import Testing

/// Whatever of the app's own code a turn awaits, cancelling it returns at once.
@Suite struct SessionCancellationTests {
    /// What is awaited, and never returns.
    enum Awaited: String, CaseIterable, Sendable {
        case tool, approval, toolWithTimeout
        case promptHook, toolCallHook, toolOutputHook, responseHook, reasoningHook, activationHook, deactivationHook
        case request, event, middleware
        case profileBody, historyTransform
    }

    /// How the answer is asked for.
    enum Way: String, CaseIterable, Sendable { case respond, loop, collect }

    private struct StuckBackend: LanguageModelBackend {
        let base: ScriptedBackend
        var stuck: @Sendable () async -> Void = {}
        var card: ModelCard { base.card }
        nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
            await stuck()
            return try await base.respond(to: request)
        }
    }

    private struct StuckProfile: LanguageModelSession.DynamicProfile {
        let awaited: Awaited
        let isFirst: OnceFlag
        let base: ScriptedBackend
        let hang: @Sendable () async -> Void
        let block: @Sendable () -> Void

        var body: some LanguageModelSession.DynamicProfile {
            let _ = awaited == .profileBody ? block() : ()
            if awaited == .deactivationHook, isFirst.take() {
                Profile { ClosureTool(name: "weather") { $0 } }.model(base).onDeactivate { await hang() }
            } else {
                Profile { ClosureTool(name: "weather") { $0 } }.model(base)
                    .onPrompt { _ in if awaited == .promptHook { await hang() } }
                    .onToolCall { _ in if awaited == .toolCallHook { await hang() } }
                    .onToolOutput { _, _ in if awaited == .toolOutputHook { await hang() } }
                    .onResponse { _ in if awaited == .responseHook { await hang() } }
                    .onReasoning { _ in if awaited == .reasoningHook { await hang() } }
                    .onActivate { if awaited == .activationHook { await hang() } }
                    .historyTransform { entries in
                        if awaited == .historyTransform { block() }
                        return entries
                    }
            }
        }
    }

    private static func scripts(
        _ awaited: Awaited, _ hang: @escaping @Sendable () async -> Void
    ) -> [ScriptedBackend.Script] {
        let id = PartID(item: 0)
        switch awaited {
        case .event:
            return [.init([.events([.textStart(id), .textDelta(id, "Once")]), .perform { await hang() }])]
        case .responseHook, .deactivationHook: return [.text("first"), .text("second")]
        case .reasoningHook:
            return [
                .init([
                    .events([
                        .reasoningStart(id), .reasoningDelta(id, "Hm."), .reasoningEnd(id, text: "Hm."),
                        .textStart(PartID(item: 1)), .textDelta(PartID(item: 1), "x"),
                        .textEnd(PartID(item: 1), text: "x"), .finished(FinishReason(.stop)),
                    ])
                ])
            ]
        default: return [.toolCalls(("c1", "weather", #"{"city":"Rome"}"#)), .text("late")]
        }
    }

    @Test(arguments: Awaited.allCases, Way.allCases)
    func `cancelling returns at once, and what finishes later changes nothing`(awaited: Awaited, way: Way) async throws
    {
        let reached = Gate()
        let release = Gate()
        let hang: @Sendable () async -> Void = {
            reached.open()
            // Does not heed a cancellation.
            await release.wait()
        }
        // Code that cannot be suspended: it holds a thread of its own for as long as it likes.
        let semaphore = DispatchSemaphore(value: 0)
        let block: @Sendable () -> Void = {
            reached.open()
            semaphore.wait()
        }
        let scripted = ScriptedBackend(Self.scripts(awaited, hang) + [.text("ready")])
        let session: LanguageModelSession
        switch awaited {
        case .tool, .toolWithTimeout:
            session = LanguageModelSession(
                model: scripted,
                tools: [
                    ClosureTool(name: "weather") { _ in
                        await hang()
                        return "late"
                    }
                ])
            if awaited == .toolWithTimeout { session.toolCallingPolicy.timeout = .seconds(3600) }
        case .approval:
            session = LanguageModelSession(model: scripted, tools: [WeatherTool()])
            session.toolCallingPolicy.approval = { _ in
                await hang()
                return .run
            }
        case .request: session = LanguageModelSession(model: StuckBackend(base: scripted, stuck: hang))
        case .middleware: session = LanguageModelSession(model: StuckBackend(base: scripted, stuck: hang).retrying())
        case .event: session = LanguageModelSession(model: scripted)
        default:
            let first = OnceFlag()
            session = LanguageModelSession(
                profile: StuckProfile(awaited: awaited, isFirst: first, base: scripted, hang: hang, block: block))
        }
        if awaited == .deactivationHook { try await session.respond(to: "first") }
        let before = session.transcript
        let task = InheritedExecutor.$current.withValue(ThreadExecutor()) {
            Task {
                switch way {
                case .respond: try await session.respond(to: "?")
                case .loop: for try await _ in session.streamResponse(to: "?") {}
                case .collect: _ = try await session.streamResponse(to: "?").collect()
                }
            }
        }
        await reached.wait()
        task.cancel()
        // Returns although what it awaits has not.
        switch await task.result {
        case .success: #expect(way == .loop)
        case .failure(let error): #expect(way != .loop && error is CancellationError, "\(error)")
        }
        #expect(!session.isResponding)
        #expect(session.transcript == before)
        let usage = session.usage
        // The straggler finishes now. It finds the turn over.
        release.open()
        semaphore.signal()
        for _ in 0..<200 { await Task.yield() }
        #expect(session.transcript == before)
        #expect(session.usage == usage)
        #expect(!session.isResponding)
    }

    @Test func `a session is ready while what was left behind still runs`() async throws {
        let reached = Gate()
        let release = Gate()
        let ran = Counter()
        let tool = ClosureTool(name: "weather") { _ in
            if ran.next() == 1 {
                reached.open()
                await release.wait()
            }
            return "done"
        }
        let backend = ScriptedBackend([
            .toolCalls(("c1", "weather", #"{"city":"Rome"}"#)), .toolCalls(("c2", "weather", #"{"city":"Oslo"}"#)),
            .text("Sunny."),
        ])
        let session = LanguageModelSession(model: backend, tools: [tool])
        let task = Task { try await session.respond(to: "Rome?") }
        await reached.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await session.respond(to: "Oslo?").content == "Sunny.")
        let kinds = session.transcript.map(\.kind)
        release.open()
        for _ in 0..<200 { await Task.yield() }
        #expect(session.transcript.map(\.kind) == kinds)
        #expect(backend.requests.count == 3)
    }

    @Test func `a call that ends the turn does not wait for one that does not heed it`() async throws {
        struct Broken: Error {}
        let release = Gate()
        let started = Gate()
        let tool = ClosureTool(name: "weather") { city in
            if city == "Rome" {
                started.open()
                await release.wait()
                return "late"
            }
            await started.wait()
            throw Broken()
        }
        let backend = ScriptedBackend([
            .toolCalls(("c1", "weather", #"{"city":"Rome"}"#), ("c2", "weather", #"{"city":"Oslo"}"#))
        ])
        let session = LanguageModelSession(model: backend, tools: [tool])
        await #expect(throws: LanguageModelSession.ToolCallError.self) { try await session.respond(to: "?") }
        release.open()
    }
}

/// A flag that is taken once.
private final class OnceFlag: Sendable {
    private let value = Mutex(true)
    func take() -> Bool {
        value.withLock { value in
            defer { value = false }
            return value
        }
    }
}

/// Threads of their own, so that code that holds one takes none of the other tests'.
private final class ThreadExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "swift-lm.tests.threads", attributes: .concurrent)
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
