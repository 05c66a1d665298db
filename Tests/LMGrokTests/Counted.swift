import Synchronization

/// Numbers that were seen.
final class Counted: Sendable {
    private let list = Mutex<[Int]>([])
    var values: [Int] { list.withLock { $0 } }
    func add(_ value: Int) { list.withLock { $0.append(value) } }
}
