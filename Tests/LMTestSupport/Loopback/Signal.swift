import Synchronization

/// Something that happens once, and that tests and scripts wait for instead of sleeping.
public final class Signal: Sendable {
    private struct State {
        var isFired = false
        var observers: [Int: @Sendable () -> Void] = [:]
        var nextObserver = 0
    }

    private let state = Mutex(State())

    /// Makes a signal that has not fired.
    public init() {}

    /// Whether it has fired.
    public var isFired: Bool { state.withLock { $0.isFired } }

    /// Lets everything that waits, or will wait, go on.
    public func fire() {
        let observers = state.withLock { state in
            state.isFired = true
            defer { state.observers = [:] }
            return Array(state.observers.values)
        }
        for observer in observers { observer() }
    }

    /// Waits until the signal fires. Throws `CancellationError` where the waiting task is cancelled first, so that a
    /// test's time limit ends it.
    public func wait() async throws {
        let observer = state.withLock { state in
            state.nextObserver += 1
            return state.nextObserver
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // A handler that ran before this line found no observer to remove, so cancellation is asked here.
                    if state.isFired || Task.isCancelled { return true }
                    state.observers[observer] = { continuation.resume() }
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.observers.removeValue(forKey: observer) }?()
        }
        if !isFired { throw CancellationError() }
    }

    /// Runs an action once when the signal fires; at once where it has.
    func whenFired(_ action: @escaping @Sendable () -> Void) {
        let isFired = state.withLock { state in
            if state.isFired { return true }
            state.nextObserver += 1
            state.observers[state.nextObserver] = action
            return false
        }
        if isFired { action() }
    }
}
