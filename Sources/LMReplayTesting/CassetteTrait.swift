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
/// request that was not on the cassette, and a recorded exchange that was not asked for, are issues of the test.
///
/// A suite's tests share one transport. Tests with transports of their own share nothing, so all run in parallel.
public struct CassetteTrait: TestTrait, SuiteTrait, TestScoping {
    /// How strictly the run is judged.
    public struct Leniency: OptionSet, Sendable {
        /// Exchanges that no request asked for are no issue.
        public static let allowsUnused = Leniency(rawValue: 1)
        /// Requests that are not on the cassette are no issue of themselves; the transport throws in any case.
        public static let allowsMisses = Leniency(rawValue: 2)

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

    /// A suite's tests share the suite's transport.
    public var isRecursive: Bool { false }

    /// One scope for a test with all its arguments: it has one cassette.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> CassetteTrait? {
        testCase == nil ? self : nil
    }

    /// Runs the test with its transport, and judges afterwards what became of the cassette.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let filter = Self.filter(for: test)
        let mode = try CassetteMode(environment: environment)
        var options = options
        options.name = options.name ?? name
        options.recordCommand =
            options.recordCommand
            ?? "\(CassetteMode.variable)=\(CassetteMode.recordMissing.rawValue) swift test --filter '\(filter)'"
        let path = try folder.path(of: name)
        if mode.writes { try Self.makeFolder(of: path) }
        let transport = try CassetteTransport(
            path: path, mode: mode, upstream: mode == .replay ? nil : upstream(), replay: options,
            recording: recording, clock: clock)
        do {
            try await CassetteTransport.$scoped.withValue(transport) { try await function() }
        } catch {
            // What a failed test did is no recording to keep.
            transport.discard()
            report(transport)
            throw error
        }
        report(transport)
        do {
            try await transport.finish(allowUnused: leniency.contains(.allowsUnused))
        } catch let unused as UnusedInteractions {
            Issue.record("\(unused)", sourceLocation: sourceLocation)
        }
    }

    private func report(_ transport: CassetteTransport) {
        guard let report = transport.report else { return }
        // A mode that records has recorded them.
        if transport.mode == .replay, !leniency.contains(.allowsMisses) {
            for miss in report.missed { Issue.record("\(miss)", sourceLocation: sourceLocation) }
        }
        for served in report.served where !served.drift.isEmpty {
            let lines = served.drift.map { "  \($0)" }.joined(separator: "\n")
            Issue.record(
                "Request \(served.request) differs from interaction \(served.interaction) of \(name):\n\(lines)",
                severity: .warning, sourceLocation: sourceLocation)
        }
    }

    private static func filter(for test: Test) -> String {
        var name = test.name
        if let parenthesis = name.firstIndex(of: "(") { name = String(name[..<parenthesis]) }
        return name.replacing("`", with: "")
    }

    private static func makeFolder(of path: String) throws {
        guard let slash = path.lastIndex(of: "/") else { return }
        try FileManager.default.createDirectory(atPath: String(path[..<slash]), withIntermediateDirectories: true)
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
        CassetteTrait(
            name: name, folder: CassetteFolder(path: folder ?? FixtureFolder.nearest(to: filePath)),
            options: ReplayTransport.Options(
                matcher: matching, segmentation: segmentation, speed: speed, faults: faults, redaction: redaction),
            recording: CassetteRecorder.Options(redaction: redaction), leniency: leniency, upstream: upstream,
            clock: clock, sourceLocation: sourceLocation, environment: ProcessInfo.processInfo.environment)
    }
}
