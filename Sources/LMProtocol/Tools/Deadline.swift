import Synchronization

/// Runs work against a clock.
enum Deadline {
    /// The result of the work, or ``LanguageModelSession/ToolTimeoutError`` when the time is up first.
    ///
    /// A task group would wait for work that does not heed its cancellation, so the two race as tasks of their own;
    /// this function owns both, and both are cancelled when it returns.
    static func race<Value: Sendable>(
        _ limit: Duration, on clock: any Clock<Duration>, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let first = FirstResult<Value>()
        let worker = Task {
            do { first.set(.success(try await work())) } catch { first.set(.failure(error)) }
        }
        let timer = Task {
            do {
                try await clock.sleep(for: limit)
                first.set(.failure(LanguageModelSession.ToolTimeoutError(limit: limit)))
            } catch {
                // The work was done first, or the caller was cancelled; either way there is a result already.
            }
        }
        defer {
            worker.cancel()
            timer.cancel()
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

    func value() async throws -> Value {
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
