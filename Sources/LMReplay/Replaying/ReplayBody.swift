import LMTransport
import Synchronization

/// Hands out a recorded body as its plan says, on a clock.
final class ReplayBody: HTTPBodySource {
    private struct State {
        var plan: BodyPlan
        /// How much later than planned everything happens, because of pauses.
        var delay: Duration = .zero
        var received = 0
        var isDone = false
    }

    private let state: Mutex<State>
    private let timing: ReplayTiming
    private let host: String?
    private let awaitsCancellation: Bool

    init(_ plan: BodyPlan, timing: ReplayTiming, host: String?, awaitsCancellation: Bool = false) {
        state = Mutex(State(plan: plan))
        self.timing = timing
        self.host = host
        self.awaitsCancellation = awaitsCancellation
    }

    nonisolated(nonsending) func next() async throws -> [UInt8]? {
        try Task.checkCancellation()
        // Looked up only where something is waited for: most replays have nothing to wait for.
        var asked: Duration?
        while true {
            let (step, delay, received) = state.withLock { state -> (BodyPlan.Step, Duration, Int) in
                (state.isDone ? .end(nil) : state.plan.next(), state.delay, state.received)
            }
            do {
                switch step {
                case .chunk(let range, let offset):
                    if let offset {
                        try await timing.wait(
                            until: offset + delay, asked: asked ?? timing.elapsed, received: received)
                    }
                    return state.withLock { state in
                        guard !state.isDone else { return nil }
                        state.received += range.count
                        return Array(state.plan.body[range])
                    }
                case .pause(let duration):
                    let start = timing.elapsed
                    asked = asked ?? start
                    try await timing.wait(until: start + duration, asked: asked ?? start, received: received)
                    state.withLock { $0.delay += duration }
                case .silence:
                    guard awaitsCancellation else { continue }
                    let start = timing.elapsed
                    asked = asked ?? start
                    try await timing.wait(
                        until: start + ReplayTiming.patience, asked: asked ?? start, received: received)
                case .end(let kind):
                    guard let kind else { return nil }
                    throw ReplayTiming.error(kind, host: host, received: received)
                }
            } catch {
                cancel()
                throw error
            }
        }
    }

    func cancel() { state.withLock { $0.isDone = true } }
}

/// Waits as a socket would have waited: until something comes, or a time of the request runs out.
struct ReplayTiming: Sendable {
    private let stopwatch: Stopwatch
    private let timeouts: Timeouts
    private let host: String?

    /// How long a consumer is waited for that let go while it was recorded.
    static let patience = Duration.seconds(10)

    /// Starts at the moment the request is sent.
    init(clock: any Clock<Duration>, timeouts: Timeouts, host: String?) {
        stopwatch = Stopwatch(clock)
        self.timeouts = timeouts
        self.host = host
    }

    /// The time since the request was sent.
    var elapsed: Duration { stopwatch.elapsed }

    /// Waits for the head.
    nonisolated(nonsending) func waitForHead(until offset: Duration) async throws {
        try await wait(
            until: offset, limits: [(timeouts.firstByte, .firstByte), (timeouts.total, .total)], received: 0)
    }

    /// Waits for a chunk that the consumer asked for.
    nonisolated(nonsending) func wait(until offset: Duration, asked: Duration, received: Int) async throws {
        try await wait(
            until: offset, limits: [(timeouts.idle.map { asked + $0 }, .idle), (timeouts.total, .total)],
            received: received)
    }

    private nonisolated(nonsending) func wait(
        until offset: Duration, limits: [(Duration?, TimeoutPhase)], received: Int
    ) async throws {
        let first = limits.compactMap { limit, phase in limit.map { ($0, phase) } }.min { $0.0 < $1.0 }
        guard let (limit, phase) = first, limit < offset else {
            if offset > elapsed { try await stopwatch.sleep(until: offset) }
            return
        }
        if limit > elapsed { try await stopwatch.sleep(until: limit) }
        throw Self.error(.timeout(phase), host: host, received: received)
    }

    /// The error that a recorded failure makes on replay.
    static func error(_ kind: TransportError.Kind, host: String?, received: Int) -> TransportError {
        let message =
            switch kind {
            case .timeout(let phase): "Nothing came in time (\(phase.rawValue) timeout); replayed."
            case .connectionReset: "The connection was reset after \(received) bytes; replayed."
            case .truncatedBody: "The recording of the body ends after \(received) bytes."
            case .closedBeforeResponse: "The connection closed before an answer came; replayed."
            default:
                "The interaction broke while it was recorded (\(Ending(.reset, failure: kind).failureName ?? "reset"))."
            }
        return TransportError(kind, message, host: host, bytesReceived: received)
    }
}
