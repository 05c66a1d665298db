import Synchronization
import Testing

/// The cassettes of this process and the tests that use them.
///
/// Tests know nothing of one another, and which of them share a cassette is known to their traits alone: this is where
/// those meet, and the one thing here that belongs to the whole process.
final class CassetteRuns: Sendable {
    /// Those of the test run.
    static let ofProcess = CassetteRuns()

    private struct State {
        var runs: [String: CassetteRun] = [:]
        /// The places of the traits that name a cassette, whether their tests run or not.
        var declared: [String: Set<String>] = [:]
        /// Those of them whose tests are in this run.
        var prepared: [String: Set<String>] = [:]
        /// How many tests have a cassette just now.
        var open = 0
    }

    private let state = Mutex(State())

    /// Makes an empty list.
    init() {}

    /// The run of a cassette.
    func run(of path: String) -> CassetteRun {
        state.withLock { state in
            if let run = state.runs[path] { return run }
            let run = CassetteRun(path: path)
            state.runs[path] = run
            return run
        }
    }

    /// A trait names a cassette.
    func declare(_ cassette: String, at place: String) {
        state.withLock { _ = $0.declared[cassette, default: []].insert(place) }
    }

    /// The test or suite of a trait is in this run.
    func prepare(_ cassette: String, at place: String) {
        state.withLock { _ = $0.prepared[cassette, default: []].insert(place) }
    }

    /// Whether the tests of all traits that name a cassette are in this run.
    func hasAll(of cassette: String) -> Bool {
        state.withLock { $0.declared[cassette, default: []].isSubset(of: $0.prepared[cassette, default: []]) }
    }

    /// Counts the tests that have a cassette.
    func count(_ change: Int) { state.withLock { $0.open += change } }

    /// Whether a test has a cassette just now.
    var isInUse: Bool { state.withLock { $0.open > 0 } }
}
