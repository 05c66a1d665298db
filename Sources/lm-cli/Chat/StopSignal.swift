import Synchronization

/// Tells waiting tasks that something is to stop, from a signal or from another task.
final class StopSignal: Sendable {
    private struct State {
        var isRaised = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0
    }
    private let state = Mutex(State())

    /// Whether it was raised and not taken down.
    var isRaised: Bool { state.withLock { $0.isRaised } }

    /// Lets whoever waits go on.
    func raise() {
        let waiters = state.withLock { state in
            state.isRaised = true
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Takes it down, for the next time.
    func reset() { state.withLock { $0.isRaised = false } }

    /// Waits until it is raised, or the task is cancelled.
    nonisolated(nonsending) func wait() async {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isRaised || Task.isCancelled { return true }
                    state.waiters[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiter: CheckedContinuation<Void, Never>? = state.withLock { $0.waiters.removeValue(forKey: number) }
            waiter?.resume()
        }
    }
}
