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

    /// Waits on a thread of its own for a program to end. One that does not end in time is ended.
    static func end(of identifier: Int32) async throws -> Int32 {
        let deadline = Deadline { ProcessSpawn.kill(identifier) }
        defer { deadline.callOff() }
        return try await Tool.onThread { try ProcessSpawn.wait(for: identifier) }
    }
}
