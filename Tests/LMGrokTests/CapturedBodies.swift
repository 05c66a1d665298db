import Synchronization

/// Bodies that were seen.
final class CapturedBodies: Sendable {
    private let list = Mutex<[[UInt8]]>([])
    var values: [[UInt8]] { list.withLock { $0 } }
    func add(_ body: [UInt8]) { list.withLock { $0.append(body) } }
}
