import LMTestSupport
import LMTransport
import Testing

@testable import LMReplay
@testable import LMReplayTesting

/// A folder with one cassette, `hello`, that is there before the tests below begin.
private let fixtures: TemporaryFolder? = {
    let folder = try? TemporaryFolder()
    folder?.write(Samples.cassette([Samples.interaction()]).text, to: "hello.cassette.jsonl")
    return folder
}()

/// How a test looks that uses a cassette.
@Suite struct CassetteTraitUse {
    @Test(.cassette("hello", in: fixtures?.path))
    func `a test gets its transport`() async throws {
        let response = try await CassetteTransport.current.send(.sample())
        #expect(await response.body.collect().bytes == Samples.body)
    }

    @Test(.cassette("hello", in: fixtures?.path, segmentation: .everyByte, leniency: .allowsUnused), arguments: 1...3)
    func `the arguments of a test share its cassette`(argument: Int) async throws {
        if argument == 2 { _ = try await CassetteTransport.current.send(.sample()) }
    }
}

/// How a client is tried against every way in which an answer can fail.
@Suite struct FaultPlanUse {
    @Test(
        .cassette("hello", in: fixtures?.path),
        arguments: try FaultPlan.every(.cut, .status, of: "hello", in: fixtures?.path))
    func `no broken answer looks whole`(plan: FaultPlan) async throws {
        let transport = try CassetteTransport.current.failing(plan)
        do {
            let response = try await transport.send(.sample())
            let (bytes, error) = await response.body.collect()
            #expect(response.status != 200 || error != nil && bytes != Samples.body)
        } catch is TransportError {}
    }
}

/// How a suite looks that uses a cassette.
@Suite(.cassette("hello", in: fixtures?.path))
struct CassetteSuiteUse {
    @Test func `a test of the suite uses the suite's transport`() async throws {
        #expect(try await CassetteTransport.current.send(.sample()).status == 200)
    }

    @Test func `another one sees the same`() throws {
        #expect(try CassetteTransport.current.mode == .replay)
    }
}

@Suite struct CassetteTraitTests {
    private let folder: TemporaryFolder
    private let upstream = ScriptedTransport([.chunk(Samples.body)])

    init() throws { folder = try TemporaryFolder() }

    private func run(
        _ name: String = "hello", environment: [String: String] = [:], leniency: CassetteTrait.Leniency = [],
        matching: RequestMatcher = .standard, _ body: @Sendable @escaping () async throws -> Void
    ) async throws {
        let upstream = upstream
        let trait = CassetteTrait(
            name: name, folder: CassetteFolder(path: folder.path), options: .init(matcher: matching),
            recording: .init(settling: .zero), leniency: leniency, upstream: { upstream }, clock: ContinuousClock(),
            sourceLocation: #_sourceLocation, environment: environment, runs: CassetteRuns())
        try await trait.provideScope(for: try #require(Test.current), testCase: nil, performing: body)
    }

    private func use(_ body: String = Samples.request.body.text) async throws {
        _ = try await CassetteTransport.current.send(.sample(body: body)).body.collect()
    }

    @Test func `what is left unused is an issue`() async throws {
        folder.write(Samples.cassette([Samples.interaction()]).text, to: "hello.cassette.jsonl")
        try await withKnownIssue {
            try await run {}
        } matching: {
            $0.comments.contains { $0.rawValue.hasPrefix("1 interaction was not used of hello:") }
        }
        try await run(leniency: .allowsUnused) {}
    }

    @Test func `a miss is an issue even where the code under test hides it`() async throws {
        folder.write(Samples.cassette([Samples.interaction()]).text, to: "hello.cassette.jsonl")
        try await withKnownIssue {
            try await run(leniency: .allowsUnused) { try? await use("{}") }
        } matching: { issue in
            issue.comments.contains {
                $0.rawValue.contains("is not on hello")
                    && $0.rawValue.contains(
                        "LM_CASSETTE_MODE=recordMissing swift test --filter "
                            + "'^LMReplayTests\\.CassetteTraitTests/`a miss is an issue even where")
            }
        }
        try await run(leniency: [.allowsUnused, .allowsMisses]) { try? await use("{}") }
    }

    @Test func `what a lenient matcher lets pass is a warning`() async throws {
        folder.write(Samples.cassette([Samples.interaction()]).text, to: "hello.cassette.jsonl")
        try await withKnownIssue {
            try await run(matching: .any) { try await use("{}") }
        } matching: { issue in
            issue.severity == .warning && issue.comments.contains { $0.rawValue.contains("differs from interaction 1") }
        }
    }

    @Test func `a missing cassette says what to type`() async throws {
        do {
            try await run("none") {}
            Issue.record("It ran.")
        } catch let error as CassetteError {
            #expect(
                error.description.contains(
                    "LM_CASSETTE_MODE=recordMissing swift test --filter "
                        + "'^LMReplayTests\\.CassetteTraitTests/`a missing cassette says what to type`\\(\\)/'"))
        }
    }

    @Test func `what is missing is recorded when asked for, and then replayed`() async throws {
        let environment = ["LM_CASSETTE_MODE": "recordMissing"]
        try await run("new/hello", environment: environment) { try await use() }
        try await run("new/hello") { try await use() }
        #expect(upstream.requests.all.count == 1)
        #expect(try Cassette(contentsOf: folder.file("new/hello.cassette.jsonl")).interactions.count == 1)
    }

    @Test func `a test that fails records nothing`() async throws {
        struct Broken: Error {}
        await #expect(throws: Broken.self) {
            try await run("broken", environment: ["LM_CASSETTE_MODE": "rerecord"]) {
                try await use()
                throw Broken()
            }
        }
        #expect(folder.names == [])
    }

    @Test func `recording is refused in CI`() async throws {
        await #expect(throws: CassetteModeError.self) {
            try await run(environment: ["LM_CASSETTE_MODE": "rerecord", "CI": "true"]) {}
        }
    }

    @Test func `without a trait there is no transport`() {
        #expect(throws: MissingCassetteTrait.self) { try CassetteTransport.current }
    }

    @Test func `a folder of cassettes can be guarded`() throws {
        folder.write(Samples.cassette([Samples.interaction()]).text, to: "hello.cassette.jsonl")
        try CassetteFolder(path: folder.path).expectSound()
        folder.write(
            Samples.cassette([Samples.interaction(body: Array("data: \(canaryKey)\n\n".utf8))]).text,
            to: "leak.cassette.jsonl")
        try withKnownIssue {
            try CassetteFolder(path: folder.path).expectSound()
        } matching: {
            $0.comments.contains { $0.rawValue == "leak: line 7: a secret (xai-key)" }
        }
    }

    @Test func `fixtures are looked for above the source file, within the package`() throws {
        for name in ["Tests/Unit", "Tests/Fixtures", "Fixtures"] { try folder.makeFolder(name) }
        folder.write([], to: "Package.swift")
        #expect(FixtureFolder.nearest(to: folder.file("Tests/Unit/ATests.swift")) == folder.file("Tests/Fixtures"))
        #expect(FixtureFolder.nearest(to: folder.file("Other/ATests.swift")) == folder.file("Fixtures"))
    }
}
