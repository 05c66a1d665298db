import LMJSON
import Synchronization

/// A clock whose time moves only when it is told to.
///
/// Code under test sleeps on it as on any clock. The test moves the time by hand, and learns without polling when
/// there is somebody to wake:
///
/// ```swift
/// let clock = VirtualClock()
/// async let waited: Void = clock.sleep(for: .seconds(90))
/// try await clock.waitForSleepers()
/// clock.advance(by: .seconds(90))
/// try await waited
/// ```
///
/// ``run(_:)`` moves the time by itself whenever nothing else can go on.
public final class VirtualClock: Clock, Sendable {
    /// Spans of time are the standard library's.
    public typealias Duration = Swift.Duration

    /// A moment, counted from the clock's start.
    public struct Instant: InstantProtocol {
        /// Spans of time are the standard library's.
        public typealias Duration = Swift.Duration

        /// The time since the clock's start.
        public var offset: Duration

        /// Makes a moment from the time since the clock's start.
        public init(offset: Duration) { self.offset = offset }

        /// The moment that lies so much later.
        public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        /// The time from this moment to another.
        public func duration(to other: Self) -> Duration { other.offset - offset }
        /// Whether the first moment lies before the second.
        public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
    }

    private typealias Continuation = CheckedContinuation<Void, any Error>

    private struct Sleeper {
        var id: UInt64
        var deadline: Instant
        var continuation: Continuation
    }

    /// A task that waits until at least so many sleepers are there.
    private struct Watcher {
        var id: UInt64
        var count: Int
        var continuation: Continuation
    }

    private struct State {
        var now = Instant(offset: .zero)
        var nextID: UInt64 = 0
        /// By deadline, and by arrival where deadlines are equal.
        var sleepers: [Sleeper] = []
        var watchers: [Watcher] = []

        mutating func newID() -> UInt64 {
            nextID += 1
            return nextID
        }

        mutating func insert(_ sleeper: Sleeper) {
            var low = 0
            var high = sleepers.count
            while low < high {
                let middle = (low + high) / 2
                if sleepers[middle].deadline <= sleeper.deadline { low = middle + 1 } else { high = middle }
            }
            sleepers.insert(sleeper, at: low)
        }

        /// Takes out those who are due at the present time, the earliest first.
        mutating func takeDue() -> [Continuation] {
            let due = sleepers.prefix { $0.deadline <= now }.map(\.continuation)
            sleepers.removeFirst(due.count)
            return due
        }

        mutating func takeSatisfiedWatchers() -> [Continuation] {
            let satisfied = watchers.filter { $0.count <= sleepers.count }.map(\.continuation)
            watchers.removeAll { $0.count <= sleepers.count }
            return satisfied
        }
    }

    private let state = Mutex(State())

    /// Makes a clock that stands at its start.
    public init() {}

    /// The present moment.
    public var now: Instant { state.withLock { $0.now } }
    /// The clock knows no smallest step.
    public var minimumResolution: Duration { .zero }

    /// How many tasks sleep on the clock.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// The time until the earliest sleeper is due; `nil` where nobody sleeps.
    public var timeToNextSleeper: Duration? {
        state.withLock { state in state.sleepers.first.map { state.now.duration(to: $0.deadline) } }
    }

    /// Suspends until the clock was moved to the deadline. Throws `CancellationError` where the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let id = state.withLock { $0.newID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Continuation) in
                // A task is marked as cancelled before its handler runs, so one of the two sees the sleeper.
                let (result, woken) = state.withLock { state -> (Result<Void, any Error>?, [Continuation]) in
                    if Task.isCancelled { return (.failure(CancellationError()), []) }
                    if deadline <= state.now { return (.success(()), []) }
                    state.insert(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    return (nil, state.takeSatisfiedWatchers())
                }
                if let result { continuation.resume(with: result) }
                for watcher in woken { watcher.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the time forward and wakes every sleeper that is due by then, the earliest first.
    ///
    /// A negative duration moves nothing.
    public func advance(by duration: Duration) {
        wake { $0.now.advanced(by: duration) }
    }

    /// Moves the time to a moment and wakes every sleeper that is due by then, the earliest first.
    ///
    /// A moment that has passed moves nothing.
    public func advance(to instant: Instant) {
        wake { _ in instant }
    }

    /// Moves the time to the earliest deadline and wakes those who sleep until then.
    ///
    /// - Returns: how far the time moved; `nil` where nobody sleeps.
    @discardableResult
    public func advanceToNextSleeper() -> Duration? {
        wake { $0.sleepers.first?.deadline }
    }

    /// Waits until at least so many tasks sleep on the clock. Throws `CancellationError` where the task is cancelled.
    public func waitForSleepers(_ count: Int = 1) async throws {
        try Task.checkCancellation()
        let id = state.withLock { $0.newID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Continuation) in
                let result = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.sleepers.count >= count { return .success(()) }
                    state.watchers.append(Watcher(id: id, count: count, continuation: continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let watcher = state.withLock { state in
                state.watchers.firstIndex { $0.id == id }.map { state.watchers.remove(at: $0) }
            }
            watcher?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Runs an operation in virtual time: whenever nothing in it can go on, the time moves to its next sleeper.
    ///
    /// So ninety seconds of waiting take as long as the work between them, in the same order on every run. The
    /// operation and its child tasks run one after another on an executor of their own, which is how the clock knows
    /// that all of them wait. A session's work is on it too. What the operation awaits elsewhere (the main actor, a
    /// detached task, a socket) is not seen: if it has to wait for such a thing, move the time by hand instead.
    ///
    /// Throws what the operation throws.
    public func run<Success: Sendable>(
        _ operation: @Sendable () async throws -> Success
    ) async rethrows -> Success {
        let executor = VirtualExecutor(clock: self)
        return try await InheritedExecutor.$current.withValue(executor) {
            try await withTaskExecutorPreference(executor) {
                try await operation()
            }
        }
    }

    @discardableResult
    private func wake(at target: (State) -> Instant?) -> Duration? {
        let (moved, due) = state.withLock { state -> (Duration?, [Continuation]) in
            guard let target = target(state) else { return (nil, []) }
            let before = state.now
            state.now = max(before, target)
            return (before.duration(to: state.now), state.takeDue())
        }
        for sleeper in due { sleeper.resume() }
        return moved
    }
}
