import LMReplay
import LMTransport
import Synchronization
import Testing

/// What the tests of one run make of one cassette, together: one recording, and one replay.
///
/// Tests that record at the same time add to one recording; one that comes later adds to what the others recorded in
/// this run. Where one of them fails, the cassette is as it was before the run.
final class CassetteRun: Sendable {
    /// What is to be said about the cassette when a test is done with it.
    enum Outcome {
        /// Nothing yet, or nothing at all.
        case nothing
        /// The cassette stays as it was, because a test failed.
        case kept
        /// Interactions that no test used.
        case unused(UnusedInteractions)
    }

    private struct State {
        /// How many tests are going to use it in this run, as far as that is known.
        var expected = 0
        var finished = 0
        var active = 0
        var recording: SharedRecording?
        /// What the tests of this run have recorded so far.
        var recorded: Cassette?
        /// The cassette as it was before the run; `nil` inside where there was none.
        var original: Cassette??
        var hasFailed = false
        var isStrict = false
        var isPublishing = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let path: String
    private let state = Mutex(State())
    /// What was used of it.
    let use = CassetteUse()

    init(path: String) { self.path = path }

    /// A test is going to use the cassette.
    func expect() { state.withLock { $0.expected += 1 } }

    /// A test that used the transport of its suite is done.
    func noteFinished() { state.withLock { $0.finished += 1 } }

    /// Opens the cassette for a test.
    func open(
        mode: CassetteMode, upstream: (any HTTPTransport)?, replay: ReplayTransport.Options,
        recording options: CassetteRecorder.Options, clock: any Clock<Duration>
    ) async throws -> CassetteTransport {
        while await isWaiting() {}
        do {
            let recording = try state.withLock { state in
                try Self.recording(path, mode, options, clock, &state)
            }
            return try CassetteTransport(
                path: path, mode: mode, upstream: upstream, replay: replay, redaction: options.redaction,
                recording: recording, use: use, clock: clock)
        } catch {
            state.withLock { state in
                state.active -= 1
                if state.active == 0 { state.recording?.discard() }
                if state.active == 0 { state.recording = nil }
            }
            throw error
        }
    }

    /// Waits where another test is just putting the recording in its place. Gives whether to ask again.
    private func isWaiting() async -> Bool {
        guard state.withLock({ $0.isPublishing }) else { return false }
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.isPublishing { state.waiting.append(continuation) }
                return !state.isPublishing
            }
            if isOver { continuation.resume() }
        }
        return true
    }

    private static func recording(
        _ path: String, _ mode: CassetteMode, _ options: CassetteRecorder.Options, _ clock: any Clock<Duration>,
        _ state: inout State
    ) throws -> SharedRecording? {
        state.active += 1
        guard mode.writes else { return nil }
        if let recording = state.recording { return recording }
        if state.original == nil { state.original = .some(try? Cassette(contentsOf: path)) }
        var options = options
        if mode == .rerecord, let recorded = state.recorded {
            options.existing = recorded.interactions
            for variable in recorded.header.variables where options.variables[variable.key] == nil {
                options.variables[variable.key] = variable.value
            }
        }
        options.replaced = state.original ?? nil
        let recording = try CassetteTransport.recording(path, mode: mode, options: options, clock: clock)
        state.recording = recording
        return recording
    }

    /// A test is done with the cassette.
    ///
    /// - Parameters:
    ///   - hasFailed: whether the test failed, or a request of it was missed.
    ///   - isStrict: whether what nobody used is to be told.
    ///   - isWhole: whether all tests that share the cassette are in this run.
    /// - Throws: ``CassetteError`` where the recording cannot become a cassette.
    func close(_ mode: CassetteMode, hasFailed: Bool, isStrict: Bool, isWhole: Bool) async throws -> Outcome {
        let (recording, isFailed, isLast) = state.withLock { state -> (SharedRecording?, Bool, Bool) in
            state.active -= 1
            state.finished += 1
            state.hasFailed = state.hasFailed || hasFailed
            state.isStrict = state.isStrict || isStrict
            let isLast = state.active == 0 && state.finished >= state.expected
            guard state.active == 0 else { return (nil, state.hasFailed, false) }
            defer { state.recording = nil }
            if state.recording != nil { state.isPublishing = true }
            return (state.recording, state.hasFailed, isLast)
        }
        defer { if isLast { reset() } }
        guard mode.writes else {
            let isJudged = state.withLock { $0.isStrict } && isLast && isWhole && !isFailed
            return isJudged ? try judge() : .nothing
        }
        guard let recording else { return hasFailed ? .kept : .nothing }
        defer { published() }
        guard !isFailed else {
            recording.discard()
            try restore()
            return .kept
        }
        // Another test is going to record.
        guard !recording.isEmpty || isLast else {
            recording.discard()
            return .nothing
        }
        do {
            if try await recording.finish() != nil {
                let cassette = try Cassette(contentsOf: path)
                state.withLock { $0.recorded = cassette }
            }
        } catch {
            state.withLock { $0.hasFailed = true }
            try restore()
            throw error
        }
        return .nothing
    }

    /// Puts back what there was before the run, where a test of it has been recorded already.
    private func restore() throws {
        let original = state.withLock { state -> Cassette?? in
            defer { state.recorded = nil }
            return state.recorded == nil ? nil : state.original
        }
        if case .some(.some(let cassette)) = original { try cassette.write(to: path) }
    }

    private func judge() throws -> Outcome {
        let used = use.numbers
        let unused = try Cassette(contentsOf: path).interactions.filter { !used.contains($0.number) }
        guard !unused.isEmpty else { return .nothing }
        return .unused(UnusedInteractions(unused))
    }

    /// Lets those in that wait.
    private func published() {
        let waiting = state.withLock { state in
            state.isPublishing = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Starts anew, for a run that repeats its tests.
    private func reset() {
        use.reset()
        state.withLock { state in
            state.finished = 0
            state.hasFailed = false
            state.isStrict = false
            state.recorded = nil
            state.original = nil
        }
    }
}
