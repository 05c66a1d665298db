import LMJSON
import Synchronization

/// Work that its caller can leave behind.
///
/// A task that awaits something which does not heed its cancellation goes on waiting. So what the app hands in (tools,
/// hooks, profiles, backends with their transports and middleware) runs on a task of its own, and the caller awaits
/// whichever comes first: the result, or its own cancellation. Work that was left behind is cancelled, and what it comes to
/// is dropped.
enum CancellableWork {
    /// The result of the work.
    ///
    /// - Throws: what the work throws, and `CancellationError` as soon as the calling task is cancelled.
    nonisolated(nonsending) static func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await race(work)
    }

    /// The result of the work, or what an alarm throws if that comes first.
    ///
    /// - Throws: what the work throws, what the alarm throws, and `CancellationError` as soon as the calling task is
    ///   cancelled.
    nonisolated(nonsending) static func race<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value, alarm: (@Sendable () async throws -> Void)? = nil
    ) async throws -> Value {
        try Task.checkCancellation()
        let first = FirstResult<Value>()
        let executor = InheritedExecutor.current
        let worker = Task(executorPreference: executor) {
            do { first.set(.success(try await work())) } catch { first.set(.failure(error)) }
        }
        let watch = alarm.map { alarm in
            Task(executorPreference: executor) {
                // An alarm that ends without throwing was called off.
                do { try await alarm() } catch { first.set(.failure(error)) }
            }
        }
        defer {
            worker.cancel()
            watch?.cancel()
        }
        return try await withTaskCancellationHandler {
            try await first.value()
        } onCancel: {
            first.set(.failure(CancellationError()))
        }
    }
}

/// The first of several results; later ones are dropped.
private final class FirstResult<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case waiting(CheckedContinuation<Value, any Error>)
        case set(Result<Value, any Error>)
    }
    private let state = Mutex(State.empty)

    func set(_ result: Result<Value, any Error>) {
        let continuation: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .empty:
                state = .set(result)
                return nil
            case .waiting(let continuation):
                state = .set(result)
                return continuation
            case .set: return nil
            }
        }
        continuation?.resume(with: result)
    }

    nonisolated(nonsending) func value() async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let result: Result<Value, any Error>? = state.withLock { state in
                if case .set(let result) = state { return result }
                state = .waiting(continuation)
                return nil
            }
            if let result { continuation.resume(with: result) }
        }
    }
}
