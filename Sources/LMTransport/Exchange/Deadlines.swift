/// Which time of ``Timeouts`` runs now, and when it runs out.
///
/// Times are those of one ``Stopwatch``.
struct Deadlines {
    private enum Stage {
        case connecting(since: Duration)
        /// Since the last byte of the request was seen to leave.
        case awaitingHead(since: Duration)
        /// Since the consumer has been waiting for a chunk; `nil` while it does not.
        case body(waitingSince: Duration?)
    }

    private let timeouts: Timeouts
    private let start: Duration
    private var stage: Stage

    /// Starts to connect now, for a request that began at `start`: earlier, where it was redirected.
    init(_ timeouts: Timeouts, start: Duration, now: Duration) {
        self.timeouts = timeouts
        self.start = start
        stage = .connecting(since: now)
    }

    /// A connection stands, or some of the request has left over it.
    mutating func uploadProgressed(at time: Duration) {
        if case .body = stage { return }
        stage = .awaitingHead(since: time)
    }

    mutating func headArrived() {
        if case .body = stage { return }
        stage = .body(waitingSince: nil)
    }

    /// A consumer that is busy with what it has must not be taken for a silent server, so time counts from here.
    mutating func consumerWaits(since time: Duration) { stage = .body(waitingSince: time) }

    mutating func consumerServed() { stage = .body(waitingSince: nil) }

    /// The earliest deadline of those that run.
    var next: (phase: TimeoutPhase, limit: Duration, time: Duration)? {
        let ofStage: (TimeoutPhase, Duration, Duration)? =
            switch stage {
            case .connecting(let since): timeouts.connect.map { (.connect, $0, since + $0) }
            case .awaitingHead(let since): timeouts.firstByte.map { (.firstByte, $0, since + $0) }
            case .body(let since?): timeouts.idle.map { (.idle, $0, since + $0) }
            case .body(nil): nil
            }
        let total: (TimeoutPhase, Duration, Duration)? = timeouts.total.map { (.total, $0, start + $0) }
        guard let ofStage else { return total }
        guard let total else { return ofStage }
        return total.2 < ofStage.2 ? total : ofStage
    }
}
