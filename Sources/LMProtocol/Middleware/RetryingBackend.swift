import Synchronization

/// Tries a request again where that makes sense.
///
/// A failure may be tried again until the first text or tool call reached the consumer; reasoning alone may be thrown
/// away, and ``GenerationEvent/restarted(attempt:reason:)`` tells a user interface to clear it. What is never tried
/// again: cancellation, and whatever advises ``RetryAdvice/never``. Where the server asks for a longer wait than
/// ``Policy/maximumDelay``, the failure is thrown at once, so that the person can decide.
public struct RetryingBackend<Base: LanguageModelBackend>: LanguageModelBackend {
    /// How often, and how long to wait.
    public struct Policy: Sendable {
        /// The most attempts, with the first one; at least 1.
        public var maximumAttempts: Int
        /// The wait before the second attempt; it doubles each time.
        public var baseDelay: Duration
        /// The longest wait.
        public var maximumDelay: Duration
        /// The most that is added to a wait at random, as a part of it. Never taken away: a server's word is the least.
        public var jitter: Double

        /// Makes a policy.
        public init(
            maximumAttempts: Int = 3, baseDelay: Duration = .milliseconds(500), maximumDelay: Duration = .seconds(30),
            jitter: Double = 0.25
        ) {
            self.maximumAttempts = max(1, maximumAttempts)
            self.baseDelay = baseDelay
            self.maximumDelay = maximumDelay
            self.jitter = max(0, jitter)
        }
    }

    /// A wait before another attempt, to be shown.
    public struct Retry: Sendable {
        /// The attempt that comes; the first retry is 2.
        public var attempt: Int
        /// How long it waits.
        public var delay: Duration
        /// Why the last one failed.
        public var failure: any LanguageModelFailure
    }

    private let base: Base
    private let policy: Policy
    private let clock: any Clock<Duration>
    private let random: @Sendable () -> Double
    private let onRetry: (@Sendable (Retry) async -> Void)?

    /// Wraps a backend.
    ///
    /// - Parameter clock: What the waits are measured on.
    /// - Parameter random: Gives a number from 0 up to 1 for the jitter.
    /// - Parameter onRetry: Told before each wait.
    public init(
        _ base: Base, policy: Policy = Policy(), clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        onRetry: (@Sendable (Retry) async -> Void)? = nil
    ) {
        self.base = base
        self.policy = policy
        self.clock = clock
        self.random = random
        self.onRetry = onRetry
    }

    /// What the model is and accepts.
    public var card: ModelCard { base.card }
    /// The error that the backend behind this one wants thrown.
    public func sessionError(for error: any Error) -> any Error { base.sessionError(for: error) }

    /// Prepares for a request that starts with this transcript.
    public func prewarm(for transcript: Transcript) async { await base.prewarm(for: transcript) }

    /// Starts one generation. Throws before the first event where nothing was produced; the stream throws afterwards.
    public nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
        var attempt = 1
        while true {
            do {
                let stream = try await base.respond(to: request)
                return retrying(stream, of: request, attempt: attempt)
            } catch {
                attempt = try await wait(after: error, attempt: attempt)
            }
        }
    }

    private struct Progress: Sendable {
        var stream: GenerationStream
        var attempt: Int
        /// Whether something reached the consumer that cannot be taken back.
        var isCommitted = false
        /// An attempt that is announced with the next batch.
        var announcement: [GenerationEvent] = []
    }

    private func retrying(_ stream: GenerationStream, of request: GenerationRequest, attempt: Int) -> GenerationStream {
        var first = Progress(stream: stream, attempt: attempt)
        if attempt > 1 { first.announcement = announcement(attempt, "the request failed") }
        let progress = Mutex(first)
        return GenerationStream {
            while true {
                let current = progress.withLock { $0 }
                do {
                    guard let batch = try await current.stream.next() else { return nil }
                    return progress.withLock { progress in
                        if batch.contains(where: \.cannotBeTakenBack) { progress.isCommitted = true }
                        let announced = progress.announcement + batch
                        progress.announcement = []
                        return announced
                    }
                } catch {
                    guard !current.isCommitted else { throw error }
                    let next = try await restart(request, after: error, attempt: current.attempt)
                    progress.withLock { $0 = next }
                }
            }
        }
    }

    private nonisolated(nonsending) func restart(
        _ request: GenerationRequest, after failure: any Error, attempt: Int
    ) async throws -> Progress {
        var failure = failure
        var attempt = attempt
        while true {
            attempt = try await wait(after: failure, attempt: attempt)
            do {
                var next = Progress(stream: try await base.respond(to: request), attempt: attempt)
                next.announcement = announcement(attempt, "the answer broke off")
                return next
            } catch {
                failure = error
            }
        }
    }

    private func announcement(_ attempt: Int, _ reason: String) -> [GenerationEvent] {
        [
            .restarted(attempt: attempt, reason: reason),
            .adjustment(Adjustment(.retried, "Attempt \(attempt), because \(reason) before.")),
        ]
    }

    /// Waits before the next attempt and gives its number; throws the failure where there is to be none.
    private nonisolated(nonsending) func wait(after error: any Error, attempt: Int) async throws -> Int {
        guard !(error is CancellationError), !Task.isCancelled, let failure = error as? any LanguageModelFailure,
            attempt < policy.maximumAttempts, let delay = delay(after: failure, attempt: attempt)
        else { throw error }
        await onRetry?(Retry(attempt: attempt + 1, delay: delay, failure: failure))
        try await clock.sleep(for: delay)
        return attempt + 1
    }

    /// `nil` where the failure is not to be tried again.
    private func delay(after failure: any LanguageModelFailure, attempt: Int) -> Duration? {
        let least: Duration
        switch failure.retryAdvice {
        case .never: return nil
        case .after(let wait):
            guard wait <= policy.maximumDelay else { return nil }
            least = wait
        case .backoff:
            let doublings = min(attempt - 1, 20)
            least = min(policy.baseDelay * (1 << doublings), policy.maximumDelay)
        }
        return least + least * (policy.jitter * min(max(random(), 0), 1))
    }
}

extension GenerationEvent {
    /// Whether a consumer has seen something that a second attempt would show again.
    var cannotBeTakenBack: Bool {
        switch self {
        case .textDelta, .refusalDelta, .toolCallStart, .toolCallDelta, .toolCallEnd, .serverToolCall, .citation,
            .finished:
            true
        default: false
        }
    }
}

extension LanguageModelBackend {
    /// This backend with another try where a request fails before its answer has started.
    public func retrying(
        _ policy: RetryingBackend<Self>.Policy = .init(), clock: any Clock<Duration> = ContinuousClock(),
        onRetry: (@Sendable (RetryingBackend<Self>.Retry) async -> Void)? = nil
    ) -> RetryingBackend<Self> {
        RetryingBackend(self, policy: policy, clock: clock, onRetry: onRetry)
    }
}
