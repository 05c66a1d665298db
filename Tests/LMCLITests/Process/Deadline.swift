import Dispatch
import Synchronization

@testable import lm_cli

/// The time after which a test gives a program up that does not do what is waited for. It is far longer than anything
/// takes, so that it decides nothing but whether a failure ends or hangs.
final class Deadline: Sendable {
    static let limit = DispatchTimeInterval.seconds(90)
    private let giveUp: Mutex<(@Sendable () -> Void)?>

    /// Does something when the time is over, unless it is called off.
    init(_ giveUp: @escaping @Sendable () -> Void) {
        self.giveUp = Mutex(giveUp)
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.limit) { [weak self] in self?.take()?() }
    }

    func callOff() { _ = take() }

    private func take() -> (@Sendable () -> Void)? { giveUp.withLock { $0.take() } }

    /// Runs what blocks until a program does something, on a thread of its own. A program that does not do it in time is ended.
    static func guarding<Value: Sendable>(
        _ identifier: Int32, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let deadline = Deadline { ProcessSpawn.kill(identifier) }
        return try await Tool.onThread {
            // Called off here and not by the task, which may have to wait long for its turn.
            defer { deadline.callOff() }
            return try work()
        }
    }
}
