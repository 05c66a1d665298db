import LMReplay
import Synchronization
import Testing

/// Sees the issues of a test while it runs: whether it failed, and whether a request that was missed has been told.
final class IssueWatch: Sendable {
    private struct State {
        var hasFailed = false
        var told: Set<ReplayMiss> = []
    }

    private let state = Mutex(State())
    private let misses: @Sendable () -> [ReplayMiss]

    /// - Parameter misses: the requests that were missed so far.
    init(misses: @escaping @Sendable () -> [ReplayMiss]) { self.misses = misses }

    /// Whether there was an issue that fails the test.
    var hasFailed: Bool { state.withLock { $0.hasFailed } }

    /// Runs the test.
    func watch(
        _ test: Test, _ testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let trait: IssueHandlingTrait = .compactMapIssues { [self] issue in
            see(issue)
        }
        try await trait.provideScope(for: test, testCase: testCase, performing: function)
    }

    /// The requests that were missed and that no issue has told of; each once, and how often it was sent.
    func untold() -> [(miss: ReplayMiss, count: Int)] {
        let all = misses()
        let told = state.withLock { $0.told }
        var groups: [(miss: ReplayMiss, count: Int)] = []
        for miss in all {
            if let index = groups.firstIndex(where: { $0.miss.request == miss.request }) {
                groups[index].count += 1
            } else {
                groups.append((miss, 1))
            }
        }
        return groups.filter { group in !told.contains { $0.request == group.miss.request } }
    }

    /// Notes an issue. One that a missed request led to gets the report of the miss, so that there is one issue of it.
    private func see(_ issue: Issue) -> Issue {
        guard issue.isFailure else { return issue }
        state.withLock { $0.hasFailed = true }
        if case .errorCaught(let error) = issue.kind, let miss = error as? ReplayMiss {
            state.withLock { _ = $0.told.insert(miss) }
            return issue
        }
        let untold = untold()
        guard !untold.isEmpty else { return issue }
        state.withLock { $0.told.formUnion(untold.map(\.miss)) }
        var issue = issue
        issue.comments += untold.map { Comment(rawValue: Self.text(of: $0.miss, count: $0.count)) }
        return issue
    }

    /// The report of a miss, with how often it was met.
    static func text(of miss: ReplayMiss, count: Int) -> String {
        count > 1 ? "\(miss)\n  It was sent \(count) times." : "\(miss)"
    }
}
