import Synchronization

/// What the tests that share a cassette have used of it, together.
package final class CassetteUse: Sendable {
    private let used = Mutex<Set<Int>>([])

    /// Starts with nothing used.
    package init() {}

    /// The numbers of the interactions that a request was answered with.
    package var numbers: Set<Int> { used.withLock { $0 } }

    /// Starts anew.
    package func reset() { used.withLock { $0 = [] } }

    /// Chooses among interactions in their order, the first that nobody used yet before the first of all, and notes it.
    func choose<Candidates: Collection<Int>>(among candidates: Candidates, number: (Int) -> Int) -> Int? {
        used.withLock { used in
            guard let chosen = candidates.first(where: { !used.contains(number($0)) }) ?? candidates.first else {
                return nil
            }
            used.insert(number(chosen))
            return chosen
        }
    }
}
