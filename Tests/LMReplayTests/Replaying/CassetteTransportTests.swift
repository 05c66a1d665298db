import LMTransport
import Testing

@testable import LMReplay

@Suite struct CassetteTransportTests {
    private let folder: TemporaryFolder
    private let name = "x.cassette.jsonl"
    private let upstream = ScriptedTransport([.chunk(Samples.body)])

    init() throws { folder = try TemporaryFolder() }

    private func transport(_ mode: CassetteMode) throws -> CassetteTransport {
        try CassetteTransport(
            path: folder.file(name), mode: mode, upstream: upstream,
            replay: .init(recordCommand: "LM_CASSETTE_MODE=recordMissing swift test"),
            recording: .init(settling: .zero))
    }

    private func send(_ transport: CassetteTransport, _ body: String = Samples.request.body.text) async throws {
        let (bytes, error) = try await transport.send(.sample(body: body)).body.collect()
        #expect(bytes == Samples.body && error == nil)
    }

    @Test func `replaying never touches the network and never writes`() async throws {
        folder.write(Samples.cassette([Samples.interaction()]).text, to: name)
        let before = folder.contents(name)
        let transport = try transport(.replay)
        try await send(transport)
        await #expect(throws: ReplayMiss.self) { try await transport.send(.sample(body: "{}")) }
        try await transport.finish()
        #expect(upstream.requests.all.isEmpty)
        #expect(folder.names == [name] && folder.contents(name) == before)
    }

    @Test func `replaying without a cassette says what to type`() throws {
        do {
            _ = try transport(.replay)
            Issue.record("It was opened.")
        } catch let error as CassetteError {
            #expect(error.kind == .missing && error.description.contains("LM_CASSETTE_MODE=recordMissing swift test"))
        }
        #expect(folder.names == [])
    }

    @Test func `what is left unused fails a replay, unless it may be left`() async throws {
        folder.write(Samples.cassette([Samples.interaction()]).text, to: name)
        await #expect(throws: UnusedInteractions.self) { try await transport(.replay).finish() }
        try await transport(.replay).finish(allowUnused: true)
    }

    @Test func `recording what is missing keeps what is there`() async throws {
        let first = try transport(.recordMissing)
        try await send(first)
        try await first.finish()
        let second = try transport(.recordMissing)
        try await send(second)
        try await second.finish()
        #expect(upstream.requests.all.count == 1)
        let third = try transport(.recordMissing)
        try await send(third)
        try await send(third, "{}")
        try await third.finish()
        #expect(upstream.requests.all.count == 2)
        let cassette = try Cassette(contentsOf: folder.file(name))
        #expect(cassette.interactions.map(\.number) == [1, 2])
        #expect(cassette.interactions.map(\.request.body.text) == [Samples.request.body.text, "{}"])
    }

    @Test func `recording anew replaces what was there`() async throws {
        folder.write(Samples.cassette([Samples.interaction(1), Samples.interaction(2)]).text, to: name)
        let transport = try transport(.rerecord)
        try await send(transport, "{}")
        #expect(try Cassette(contentsOf: folder.file(name)).interactions.count == 2)
        try await transport.finish()
        #expect(try Cassette(contentsOf: folder.file(name)).interactions.map(\.request.body.text) == ["{}"])
    }

    @Test func `what a test draws is kept and handed back`() async throws {
        for mode in [CassetteMode.rerecord, .replay, .recordMissing] {
            let transport = try transport(mode)
            let id = try transport.variable("id") { mode == .rerecord ? "drawn" : "drawn again" }
            let again = try transport.variable("id") { "other" }
            #expect(id == "drawn" && again == "drawn")
            try await send(transport, "{\"id\":\(id.text())}")
            if mode == .recordMissing {
                #expect(try transport.variable("late") { 7 } == 7)
                try await send(transport, "{}")
            }
            if mode == .replay {
                #expect(throws: CassetteError.self) { try transport.variable("none") { 1 } }
                #expect(transport.recorded?.hasSuffix("Z") == true)
            }
            try await transport.finish()
        }
        let cassette = try Cassette(contentsOf: folder.file(name))
        #expect(cassette.header.variables["id"] == "drawn" && cassette.header.variables["late"] == 7)
        #expect(cassette.interactions.count == 2 && upstream.requests.all.count == 2)
    }

    @Test func `live touches no file`() async throws {
        let transport = try transport(.live)
        try await send(transport)
        try await transport.finish()
        #expect(folder.names == [])
    }

    @Test func `the mode comes from the environment, and recording is refused in CI`() throws {
        #expect(try CassetteMode(environment: [:]) == .replay)
        #expect(try CassetteMode(environment: ["CI": "true"]) == .replay)
        #expect(try CassetteMode(environment: ["LM_CASSETTE_MODE": "live", "CI": "true"]) == .live)
        #expect(try CassetteMode(environment: ["LM_CASSETTE_MODE": "rerecord"]) == .rerecord)
        #expect(throws: CassetteModeError.unknown("all")) { try CassetteMode(environment: ["LM_CASSETTE_MODE": "all"]) }
        for mode in [CassetteMode.recordMissing, .rerecord] {
            let environment = ["LM_CASSETTE_MODE": mode.rawValue, "CI": "1"]
            #expect(throws: CassetteModeError.refusedInCI(mode)) { try CassetteMode(environment: environment) }
            #expect(
                try CassetteMode(environment: environment.merging(["LM_CASSETTE_ALLOW_CI": "1"]) { $1 }) == mode)
        }
    }
}
