import Foundation
import LMTransport
import Testing

@testable import LMReplay

/// Runs fixtures in a process of their own, as `swift test` runs a package's tests.
@Suite(.serialized) struct TraitProcessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What a run came to.
    private struct Run {
        var output: String
        var status: Int32

        /// The issues that a run recorded, known ones and warnings not included.
        var issues: [String] {
            output.split(separator: "\n").map(String.init).filter { $0.contains("recorded an issue") }
        }
    }

    private func run(_ filter: String, _ environment: [String: String] = [:]) async throws -> Run {
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--testing-library", "swift-testing", "--filter", filter]
        var variables = ProcessInfo.processInfo.environment.filter { $0.key != "CI" && !$0.key.hasPrefix("LM_") }
        variables["LM_TRAIT_FOLDER"] = folder.path
        variables["NO_COLOR"] = "1"
        process.environment = variables.merging(environment) { $1 }
        let log = folder.file("log")
        folder.write([], to: "log")
        let handle = try #require(FileHandle(forWritingAtPath: log))
        process.standardOutput = handle
        process.standardError = handle
        process.standardInput = FileHandle.nullDevice
        // A thread that waits would be one of the few that tests run on.
        let ended = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in ended.continuation.finish() }
        try process.run()
        for await _ in ended.stream {}
        try handle.close()
        return Run(output: folder.contents("log")?.text ?? "", status: process.terminationStatus)
    }

    private func write(_ name: String, bodies: [Int]) {
        let interactions = bodies.enumerated().map { index, number in
            Samples.interaction(
                index + 1,
                request: RecordedRequest(
                    method: "POST", url: "https://api.x.ai/v1/responses", body: Array("{\"n\":\(number)}".utf8)))
        }
        folder.write(Samples.cassette(interactions).text, to: "\(name).cassette.jsonl")
    }

    private func bodies(_ name: String) throws -> [String] {
        try Cassette(contentsOf: folder.file("\(name).cassette.jsonl")).interactions.map(\.request.body.text).sorted()
    }

    @Test(arguments: ["rerecord", "recordMissing"])
    func `tests that share a cassette record into one, and replay it`(mode: String) async throws {
        write("shared", bodies: mode == "rerecord" ? [7] : [])
        if mode == "recordMissing" { try FileManager.default.removeItem(atPath: folder.file("shared.cassette.jsonl")) }
        let recorded = try await run("SharedCassetteFixtures", ["LM_CASSETTE_MODE": mode])
        #expect(recorded.status == 0, "\(recorded.output)")
        // What is missing is recorded once: a test that comes when another has recorded its request already uses that.
        let expected = ["{\"n\":1}", "{\"n\":2}", "{\"n\":2}"]
        let found = try bodies("shared")
        #expect(found == expected || mode == "recordMissing" && found == Array(expected.prefix(2)))
        #expect(try await run("SharedCassetteFixtures").status == 0)
        #expect(!recorded.output.contains("another program") && !folder.names.contains { $0.hasSuffix(".part") })
    }

    @Test func `what no test used is told once, when the last one is done`() async throws {
        write("shared", bodies: [1, 2, 3])
        // A run that was chosen by filter is not judged, so this one names no test of the cassette apart.
        let run = try await run("SharedCassetteFixtures/(one|two)\\(")
        #expect(run.status == 0, "\(run.output)")
    }

    @Test func `a test that fails leaves the cassette that others recorded to`() async throws {
        write("shared", bodies: [1, 2, 2, 5])
        let before = folder.contents("shared.cassette.jsonl")
        let run = try await run("SharedCassetteFixtures", ["LM_CASSETTE_MODE": "rerecord", "LM_TRAIT_FAIL": "1"])
        #expect(run.status != 0)
        #expect(folder.contents("shared.cassette.jsonl") == before)
        #expect(run.output.contains("The cassette shared stays as it was"))
    }

    @Test func `one test of a suite is not told what the others would use`() async throws {
        write("suite", bodies: [1, 2])
        #expect(try await run("SuiteCassetteFixtures/first\\(").status == 0)
        #expect(try await run("SuiteCassetteFixtures").status == 0)
    }

    @Test func `a test that is disabled leaves its interactions unused`() async throws {
        write("partial", bodies: [1, 2])
        let run = try await run("DisabledTestFixtures")
        #expect(run.status == 0, "\(run.output)")
    }

    @Test(arguments: ["throws", "expects", "requires"])
    func `a failed test leaves the old cassette, and says so`(name: String) async throws {
        write(name, bodies: [1, 2])
        let before = folder.contents("\(name).cassette.jsonl")
        let run = try await run("FailingFixtures/`?\(name)`?\\(", ["LM_CASSETTE_MODE": "rerecord"])
        #expect(run.status != 0)
        #expect(folder.contents("\(name).cassette.jsonl") == before)
        #expect(run.output.contains("The cassette \(name) stays as it was"))
        #expect(!folder.names.contains { $0.hasSuffix(".part") })
    }

    @Test func `an issue that is known is no failure`() async throws {
        write("knows", bodies: [7])
        #expect(try await run("FailingFixtures/`?knows`?\\(", ["LM_CASSETTE_MODE": "rerecord"]).status == 0)
        #expect(try bodies("knows") == ["{\"n\":1}"])
    }

    @Test(arguments: [401, 429, 503])
    func `an answer that the server refused does not replace a good one`(status: Int) async throws {
        write("refused", bodies: [1])
        let before = folder.contents("refused.cassette.jsonl")
        let environment = ["LM_CASSETTE_MODE": "rerecord", "LM_TRAIT_STATUS": "\(status)"]
        let run = try await run("FailingFixtures/`?refused`?\\(", environment)
        #expect(run.status != 0 && run.output.contains("was refused by the server (\(status)"), "\(run.output)")
        #expect(folder.contents("refused.cassette.jsonl") == before)
        #expect(try await self.run("FailingFixtures/`expected refusal`", environment).status == 0)
        #expect(folder.contents("refused.cassette.jsonl") != before)
    }

    @Test(arguments: ["thrown", "wrapped", "hidden and sent three times", "expected otherwise"])
    func `one miss is one issue`(name: String) async throws {
        for number in 1...4 { write("miss\(number)", bodies: [1]) }
        let run = try await run("MissFixtures/`?\(name)`?\\(")
        #expect(run.status != 0 && run.issues.count == 1, "\(run.output)")
        #expect(run.output.contains("Request 1 (POST https://api.x.ai/v1/responses) is not on miss"), "\(run.output)")
        if name.hasPrefix("hidden") { #expect(run.output.contains("It was sent 3 times.")) }
    }

    @Test func `a test's own early end is recorded as such, and replayed`() async throws {
        #expect(try await run("EarlyEndFixtures/`leaves early`", ["LM_CASSETTE_MODE": "rerecord"]).status == 0)
        #expect(try await run("EarlyEndFixtures/`leaves early`").status == 0)
    }

    @Test func `a detached task is told what to do`() async throws {
        write("detached", bodies: [1])
        let run = try await run("EarlyEndFixtures/`asks from")
        #expect(run.output.contains("SAID: This task does not know the test's cassette: a detached task"))
    }

    @Test func `the filter that a miss suggests chooses that test alone`() async throws {
        write("shared", bodies: [7])
        let missed = try await run("SharedCassetteFixtures/`two, and")
        let line = try #require(missed.output.split(separator: "\n").first { $0.contains("swift test --filter ") })
        let word = try #require(line.split(separator: "--filter ", maxSplits: 1).last)
        // The shell takes the quotes away.
        let pattern = String(word.dropFirst().dropLast()).replacing("'\\''", with: "'")
        let recorded = try await run(pattern, ["LM_CASSETTE_MODE": "recordMissing"])
        #expect(recorded.status == 0 && recorded.output.contains("with 1 test "), "\(recorded.output)")
        #expect(try bodies("shared") == ["{\"n\":2}", "{\"n\":7}"])
    }

    @Test func `a folder that cannot be made is named with the reason`() async throws {
        folder.write([], to: "file")
        let run = try await run(
            "SharedCassetteFixtures/one\\(",
            [
                "LM_CASSETTE_MODE": "rerecord", "LM_TRAIT_FOLDER": folder.file("file/cassettes"),
            ])
        #expect(run.status != 0)
        #expect(
            run.output.contains("\(folder.file("file")): The folder cannot be made: Not a directory"), "\(run.output)")
    }
}
