import Synchronization

/// What a signal does to the work in hand.
///
/// Before anything was sent there is nothing to save, and a signal ends the process as it would any other. Inside
/// ``gracefully(_:)`` it cancels the work, which then keeps what it has and reports.
final class Interruption: Sendable {
    private struct State {
        var isGraceful = false
        var received: Int32?
        var cancel: (@Sendable () -> Void)?
        var restore: (@Sendable () -> Void)?
        var handler: (@Sendable (Int32) -> Reaction)?
    }
    private let state = Mutex(State())

    /// What the thread that waits for signals is to do.
    enum Reaction: Sendable, Hashable {
        /// Nothing more; the work is being cancelled.
        case wait
        /// End the process.
        case end
    }

    /// The signal that stopped the work; `nil` where none did.
    var received: Int32? { state.withLock { $0.received } }

    /// Says how the work is cancelled.
    func onCancel(_ cancel: @escaping @Sendable () -> Void) { state.withLock { $0.cancel = cancel } }

    /// Hands signals to something that goes on after one, such as a chat.
    func handle(_ handler: @escaping @Sendable (Int32) -> Reaction) { state.withLock { $0.handler = handler } }

    /// Says what has to be put back before the process ends, such as the settings of the terminal.
    func onEnd(_ restore: (@Sendable () -> Void)?) { state.withLock { $0.restore = restore } }

    /// Puts back what has to be, once.
    func restore() {
        let restore: (@Sendable () -> Void)? = state.withLock { $0.restore.take() }
        restore?()
    }

    /// Runs work that a signal cancels instead of killing.
    nonisolated(nonsending) func gracefully<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        state.withLock { $0.isGraceful = true }
        return try await work()
    }

    /// A signal came. The second one always ends the process.
    func receive(_ signal: Int32) -> Reaction {
        let handler: (@Sendable (Int32) -> Reaction)? = state.withLock { $0.handler }
        if let handler { return handler(signal) }
        let cancel: (@Sendable () -> Void)? = state.withLock { state in
            guard state.isGraceful, state.received == nil else {
                state.received = state.received ?? signal
                return nil
            }
            state.received = signal
            return state.cancel
        }
        guard let cancel else { return .end }
        cancel()
        return .wait
    }
}
