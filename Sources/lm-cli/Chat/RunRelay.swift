import Synchronization

/// Leads the events of a session to the reply that is under way.
final class RunRelay: Sendable {
    private let current = Mutex<ReplyRun?>(nil)

    /// The reply that is under way.
    var run: ReplyRun? { current.withLock { $0 } }

    func begin(_ run: ReplyRun) { current.withLock { $0 = run } }
}
