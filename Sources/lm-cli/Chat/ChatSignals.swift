import Synchronization

/// What signals do to a chat: Ctrl-C stops the reply, twice within a second it leaves; the others end the chat after the
/// reply was kept.
final class ChatSignals: Sendable {
    /// Within what time a second Ctrl-C leaves.
    static let patience = Duration.seconds(1)

    private struct State {
        var isReplying = false
        var lastInterrupt: Duration?
        /// The signal after which the chat ends.
        var leaving: Int32?
    }
    private let console: Console
    private let time: TimeSource
    private let stop: StopSignal
    private let state = Mutex(State())

    init(console: Console, time: TimeSource, stop: StopSignal) {
        self.console = console
        self.time = time
        self.stop = stop
    }

    /// The signal after which the chat ends.
    var leaving: Int32? { state.withLock { $0.leaving } }

    /// Says whether a reply is under way.
    func setReplying(_ isReplying: Bool) { state.withLock { $0.isReplying = isReplying } }

    /// Ctrl-C where no reply is under way; `true` where it is the second.
    func interruptedWhileIdle() -> Bool {
        let now = time.now()
        return state.withLock { state in
            defer { state.lastInterrupt = now }
            guard let last = state.lastInterrupt else { return false }
            return now - last <= Self.patience
        }
    }

    /// A signal came. `isInterrupt` tells Ctrl-C from the rest.
    func receive(_ signal: Int32, isInterrupt: Bool) -> Interruption.Reaction {
        let isReplying = state.withLock { state in
            if !isInterrupt { state.leaving = signal }
            return state.isReplying
        }
        if isReplying {
            stop.raise()
            return .wait
        }
        guard isInterrupt else { return .end }
        if interruptedWhileIdle() { return .end }
        console.hint("Ctrl-C again or Ctrl-D leaves")
        return .wait
    }
}
