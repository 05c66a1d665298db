import Synchronization

/// Tells a log or a metric of each request: that it started, its first answer, its end.
///
/// What is told holds no words of the conversation and no secrets: names, counts, times and kinds of failure.
public struct ObservingBackend<Base: LanguageModelBackend>: LanguageModelBackend {
    /// What happened.
    public enum Observation: Sendable {
        /// A request is about to be made.
        case started(request: Int, model: String, entries: Int, tools: Int)
        /// The first text or tool call arrived.
        case firstOutput(request: Int, after: Duration)
        /// The request ended well.
        case finished(request: Int, after: Duration, reason: FinishReason, usage: Usage?, servedModel: String?)
        /// The request failed.
        case failed(request: Int, after: Duration, category: FailureCategory?, evidence: FailureEvidence?)
        /// The request was cancelled, or its stream was let go of.
        case stopped(request: Int, after: Duration)
    }

    private let base: Base
    private let clock: any Clock<Duration>
    private let observe: @Sendable (Observation) -> Void
    private let counter = Counter()

    private final class Counter: Sendable {
        private let value = Mutex(0)
        func next() -> Int {
            value.withLock { value in
                value += 1
                return value
            }
        }
    }

    /// Wraps a backend. The requests are numbered from 1; the closure is called from whichever task makes them.
    public init(
        _ base: Base, clock: any Clock<Duration> = ContinuousClock(),
        observe: @escaping @Sendable (Observation) -> Void
    ) {
        self.base = base
        self.clock = clock
        self.observe = observe
    }

    /// What the model is and accepts.
    public var card: ModelCard { base.card }
    /// The error that the backend behind this one wants thrown.
    public func sessionError(for error: any Error) -> any Error { base.sessionError(for: error) }

    /// Prepares for a request that starts with this transcript.
    public func prewarm(for transcript: Transcript) async { await base.prewarm(for: transcript) }

    /// Starts one generation. Throws before the first event where nothing was produced; the stream throws afterwards.
    public nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
        let number = counter.next()
        observe(
            .started(
                request: number, model: card.name, entries: request.transcript.count, tools: request.tools.count))
        let watch = Watch(number: number, stopwatch: Self.stopwatch(clock), observe: observe)
        do {
            let stream = try await base.respond(to: request)
            return GenerationStream {
                do {
                    let batch = try await stream.next()
                    watch.saw(batch)
                    return batch
                } catch {
                    watch.failed(error)
                    throw error
                }
            }
        } catch {
            watch.failed(error)
            throw error
        }
    }

    /// Gives the time since now, on a clock whose instants are its own.
    private static func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }

    /// Follows one request; its end is told once.
    private final class Watch: Sendable {
        private struct State {
            var hasOutput = false
            var isOver = false
            var usage: Usage?
            var model: String?
        }
        private let number: Int
        private let stopwatch: @Sendable () -> Duration
        private let observe: @Sendable (Observation) -> Void
        private let state = Mutex(State())

        init(
            number: Int, stopwatch: @escaping @Sendable () -> Duration,
            observe: @escaping @Sendable (Observation) -> Void
        ) {
            self.number = number
            self.stopwatch = stopwatch
            self.observe = observe
        }

        deinit {
            if state.withLock({ !$0.isOver }) { observe(.stopped(request: number, after: stopwatch())) }
        }

        func saw(_ batch: [GenerationEvent]?) {
            for event in batch ?? [] {
                let observation: Observation? = state.withLock { state in
                    switch event {
                    case .started(let info): state.model = info.model ?? state.model
                    case .usage(let usage): state.usage = usage
                    case .finished(let reason):
                        state.isOver = true
                        return .finished(
                            request: number, after: stopwatch(), reason: reason, usage: state.usage,
                            servedModel: state.model)
                    case .textDelta, .refusalDelta, .toolCallStart:
                        guard !state.hasOutput else { return nil }
                        state.hasOutput = true
                        return .firstOutput(request: number, after: stopwatch())
                    default: break
                    }
                    return nil
                }
                if let observation { observe(observation) }
            }
        }

        func failed(_ error: any Error) {
            let isFirst = state.withLock { state in
                defer { state.isOver = true }
                return !state.isOver
            }
            guard isFirst else { return }
            if error is CancellationError {
                observe(.stopped(request: number, after: stopwatch()))
            } else {
                let failure = error as? any LanguageModelFailure
                observe(
                    .failed(
                        request: number, after: stopwatch(), category: failure?.category, evidence: failure?.evidence))
            }
        }
    }
}

extension LanguageModelBackend {
    /// This backend with a hook for a log or a metric.
    public func observed(
        clock: any Clock<Duration> = ContinuousClock(),
        _ observe: @escaping @Sendable (ObservingBackend<Self>.Observation) -> Void
    ) -> ObservingBackend<Self> {
        ObservingBackend(self, clock: clock, observe: observe)
    }
}
