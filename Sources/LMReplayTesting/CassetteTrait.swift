import LMReplay
import LMTransport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Gives a test, or a suite, a transport that answers from a cassette.
///
/// ```swift
/// @Test(.cassette("hello"))
/// func `the model says hello`() async throws {
///     let model = try GrokModel.grok4.transport(CassetteTransport.current)
///     …
/// }
/// ```
///
/// The cassette is `Fixtures/hello.cassette.jsonl`, in the nearest folder `Fixtures` above the test's source file. What
/// the run does with it is set by the environment variable `LM_CASSETTE_MODE`; see ``CassetteMode``. At the end a
/// request that was not on the cassette, and a recorded interaction that was not asked for, are issues of the test.
///
/// A suite's tests share one transport. Tests with traits of their own may name the same cassette: they add to one
/// recording, each replays all of it, and what none of them used is told when the last one is done, if all of them ran.
/// A test that fails, or whose answers the server refused, leaves the cassette as it was.
public struct CassetteTrait: TestTrait, SuiteTrait, TestScoping {
    /// How strictly the run is judged.
    public struct Leniency: OptionSet, Sendable {
        /// Interactions that no request asked for are no issue.
        public static let allowsUnused = Leniency(rawValue: 1)
        /// Requests that are not on the cassette are no issue of themselves; the transport throws in any case.
        public static let allowsMisses = Leniency(rawValue: 2)
        /// A recording is kept whose stream broke, marked as such.
        public static let keepsPartial = Leniency(rawValue: 4)
        /// A recording is kept in which the server refused what it answered before: the test is about that error.
        public static let keepsErrors = Leniency(rawValue: 8)

        /// The options as bits.
        public let rawValue: Int

        /// Makes a set of options from bits.
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    let name: String
    let folder: CassetteFolder
    let options: ReplayTransport.Options
    let recording: CassetteRecorder.Options
    let leniency: Leniency
    let upstream: @Sendable () -> any HTTPTransport
    let clock: any Clock<Duration>
    let sourceLocation: SourceLocation
    let environment: [String: String]
    /// The arguments of the process, which say whether tests were chosen.
    var arguments: [String] = []
    var runs: CassetteRuns = .ofProcess

    /// A suite's tests share the suite's transport; that each of them ran is counted.
    public var isRecursive: Bool { true }

    private var cassette: String { "\(folder.path)/\(name)" }
    private var place: String { "\(sourceLocation)" }

    /// Notes that a test is in the run.
    public func prepare(for test: Test) async throws {
        runs.prepare(cassette, at: place)
        guard let path = try? folder.path(of: name) else { return }
        runs.run(of: path).expect()
    }

    /// One scope for a test with all its arguments: it has one cassette.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> CassetteTrait? {
        testCase == nil ? self : nil
    }

    /// Runs the test with its transport, and judges afterwards what became of the cassette.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let mode = try CassetteMode(environment: environment)
        let path = try folder.path(of: name)
        let run = runs.run(of: path)
        guard CassetteTransport.scoped?.path != path else {
            // A test of a suite that has the transport already.
            run.noteFinished()
            return try await function()
        }
        var options = options
        options.name = options.name ?? name
        options.awaitsCancellation = true
        options.recordCommand =
            options.recordCommand
            ?? "\(CassetteMode.variable)=\(CassetteMode.recordMissing.rawValue) swift test --filter "
            + ShellWord.quoted(TestFilter.pattern(for: test))
        var recording = recording
        recording.keepsPartial = leniency.contains(.keepsPartial)
        recording.keepsRefusals = leniency.contains(.keepsErrors)
        recording.keepsCancelled = true
        if mode.writes { try CassetteFolder.makeParent(of: path) }
        let transport = try await run.open(
            mode: mode, upstream: mode == .replay ? nil : upstream(), replay: options, recording: recording,
            clock: clock)
        let watch = IssueWatch { [isTold = mode == .replay && !leniency.contains(.allowsMisses)] in
            // A mode that records has recorded them.
            isTold ? transport.report?.missed ?? [] : []
        }
        runs.count(1)
        defer { runs.count(-1) }
        var thrown: (any Error)?
        do {
            try await watch.watch(test, testCase) {
                try await CassetteTransport.$scoped.withValue(transport) { try await function() }
            }
        } catch { thrown = error }
        report(transport, watch, thrown: thrown)
        let outcome = try await run.close(
            mode,
            hasFailed: thrown != nil || watch.hasFailed || transport.report?.missed.isEmpty == false && mode == .replay,
            isStrict: !leniency.contains(.allowsUnused), isWhole: isWhole)
        switch outcome {
        case .nothing: break
        case .kept:
            Issue.record(
                "The cassette \(name) stays as it was, because a test that records to it failed.", severity: .warning,
                sourceLocation: sourceLocation)
        case .unused(var unused):
            unused.cassette = name
            Issue.record("\(unused)", sourceLocation: sourceLocation)
        }
        if let thrown { throw thrown }
    }

    /// Whether all tests that name the cassette are in the run, as far as can be told: of a suite that was chosen in
    /// part, only that tests were chosen.
    private var isWhole: Bool {
        runs.hasAll(of: cassette) && !arguments.contains { $0.hasPrefix("--filter") || $0.hasPrefix("--skip") }
    }

    private func report(_ transport: CassetteTransport, _ watch: IssueWatch, thrown: (any Error)?) {
        guard let report = transport.report else { return }
        for group in watch.untold() where (thrown as? ReplayMiss)?.request != group.miss.request {
            Issue.record(
                "\(IssueWatch.text(of: group.miss, count: group.count))", sourceLocation: sourceLocation)
        }
        for served in report.served where !served.drift.isEmpty {
            let lines = served.drift.map { "  \($0)" }.joined(separator: "\n")
            Issue.record(
                "Request \(served.request) differs from interaction \(served.interaction) of \(name):\n\(lines)",
                severity: .warning, sourceLocation: sourceLocation)
        }
    }
}

extension Trait where Self == CassetteTrait {
    /// Answers from the cassette of a name.
    ///
    /// - Parameters:
    ///   - name: the file's name without `.cassette.jsonl`, in `folder`; it may lie in a folder in there.
    ///   - folder: where cassettes are. By default the nearest folder `Fixtures` above the source file, up to the
    ///     package's.
    ///   - matching: when a request is a recorded one.
    ///   - segmentation: into what chunks bodies are cut.
    ///   - speed: how fast they come.
    ///   - faults: what goes wrong on purpose.
    ///   - redaction: what is left out of recordings and reports.
    ///   - leniency: what is no issue.
    ///   - clock: what gaps are waited on; a ``VirtualClock`` lets them pass in no time.
    ///   - upstream: the network to record from. By default that of the platform.
    public static func cassette(
        _ name: String, in folder: String? = nil, matching: RequestMatcher = .standard,
        segmentation: Segmentation = .recorded, speed: ReplaySpeed = .instant, faults: [Fault] = [],
        redaction: Redaction = .standard, leniency: CassetteTrait.Leniency = [],
        clock: any Clock<Duration> = ContinuousClock(),
        upstream: @escaping @Sendable () -> any HTTPTransport = { PlatformTransport.make() },
        filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        let folder = CassetteFolder(path: folder ?? FixtureFolder.nearest(to: filePath))
        CassetteRuns.ofProcess.declare("\(folder.path)/\(name)", at: "\(sourceLocation)")
        return CassetteTrait(
            name: name, folder: folder,
            options: ReplayTransport.Options(
                matcher: matching, segmentation: segmentation, speed: speed, faults: faults, redaction: redaction),
            recording: CassetteRecorder.Options(redaction: redaction), leniency: leniency, upstream: upstream,
            clock: clock, sourceLocation: sourceLocation, environment: ProcessInfo.processInfo.environment,
            arguments: CommandLine.arguments)
    }
}
