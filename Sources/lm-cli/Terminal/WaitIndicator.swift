import Synchronization

/// Shows on standard error that something is going on, and for how long, until it is told to stop.
final class WaitIndicator: Sendable {
    private struct State {
        var label: String
        var isStopped = false
        /// Shows the time. Ends when the indicator is stopped or let go of.
        var ticker: Task<Void, Never>?
    }
    private let console: Console
    private let time: TimeSource
    private let start: Duration
    private let state: Mutex<State>

    /// Starts to show a label, such as `grok-4.7 thinking…`.
    init(_ label: String, console: Console, time: TimeSource) {
        self.console = console
        self.time = time
        start = time.now()
        state = Mutex(State(label: label))
        let interval: Duration
        switch console.progress {
        case .hidden: return
        case .line:
            interval = Progress.lineInterval
            console.showStatus(label)
        case .words:
            interval = Progress.wordInterval
            console.note(label)
        }
        let ticker = Task { [weak self, time] in
            while (try? await time.sleep(interval)) != nil {
                guard let self, self.tick() else { return }
            }
        }
        state.withLock { $0.ticker = ticker }
    }

    deinit { stop() }

    /// The time since the start.
    var elapsed: Duration { time.now() - start }

    /// Shows another label.
    func update(_ label: String) {
        let isNew = state.withLock { state in
            defer { state.label = label }
            return !state.isStopped && state.label != label
        }
        if isNew { show(label) }
    }

    /// Takes the label away. More calls do nothing.
    func stop() {
        let ticker: Task<Void, Never>?? = state.withLock { state in
            guard !state.isStopped else { return nil }
            state.isStopped = true
            return state.ticker
        }
        guard let ticker else { return }
        ticker?.cancel()
        console.showStatus(nil)
    }

    private func tick() -> Bool {
        guard let label = state.withLock({ $0.isStopped ? nil : $0.label }) else { return false }
        show(label)
        return true
    }

    private func show(_ label: String) {
        switch console.progress {
        case .hidden: break
        case .line: console.showStatus("\(label) \(elapsed.readable)")
        case .words: console.note("\(label) \(elapsed.readable)")
        }
    }
}
