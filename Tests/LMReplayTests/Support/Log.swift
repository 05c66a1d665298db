import Synchronization

/// A list that many tasks may add to.
final class Log<Element: Sendable>: Sendable {
    private let entries = Mutex<[Element]>([])

    func append(_ entry: Element) { entries.withLock { $0.append(entry) } }
    var all: [Element] { entries.withLock { $0 } }
}
