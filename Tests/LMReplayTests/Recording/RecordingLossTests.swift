import Foundation
import LMTransport
import Testing

@testable import LMReplay

/// What was whole is not lost, whatever happens to a recording.
@Suite struct RecordingLossTests {
    private let folder: TemporaryFolder
    private let name = "x.cassette.jsonl"

    init() throws { folder = try TemporaryFolder() }

    private func record(
        _ recorder: CassetteRecorder, _ steps: [ScriptedTransport.Step], status: Int = 200,
        url: String = "https://api.x.ai/v1/responses", body: String = Samples.request.body.text,
        headers: HTTPFields = Samples.eventStream
    ) async throws {
        let upstream = ScriptedTransport(status: status, headers: headers, steps)
        _ = try await recorder.transport(over: upstream).send(.sample(url: url, body: body)).body.collect()
    }

    private func recorder(_ options: CassetteRecorder.Options = .init(settling: .zero)) throws -> CassetteRecorder {
        try CassetteRecorder(path: folder.file(name), options: options)
    }

    private func writeOld(status: Int = 200, body: String = Samples.request.body.text) {
        var interaction = Samples.interaction()
        interaction.request.body = Array(body.utf8)
        interaction.response?.status = status
        folder.write(Samples.cassette([interaction]).text, to: name)
    }

    // MARK: - Answers that were refused

    @Test(arguments: [
        (401, "{}"), (403, "{}"), (402, "{}"), (407, ""), (429, "{}"), (500, ""), (503, "<html>"), (529, "{}"),
        (400, #"{"code":"Client specified an invalid argument","error":"Incorrect API key provided: xa***2a."}"#),
        (400, #"{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT"}}"#),
    ])
    func `an answer that the server refused leaves the old cassette`(status: Int, body: String) async throws {
        for (oldBody, isLost) in [(Samples.request.body.text, true), ("{\"older\":1}", true)] {
            writeOld(body: oldBody)
            let before = folder.contents(name)
            let recorder = try recorder()
            try await record(
                recorder, [.chunk(Array(body.utf8))], status: status, headers: [.contentType: "application/json"])
            let error = await #expect(throws: CassetteError.self) { try await recorder.finish() }
            #expect(error?.kind == .refusedRecording && isLost)
            #expect(error?.description.contains("\(folder.file(name)).part") == true)
            #expect(folder.contents(name) == before)
        }
    }

    @Test(arguments: [
        #"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
        #"{"type":"response.failed","response":{"error":{"code":"rate_limit_exceeded","message":"m"}}}"#,
        #"{"error":{"code":503,"status":"UNAVAILABLE"}}"#, #"{"error":{"type":"insufficient_quota"}}"#,
    ])
    func `a stream that ends with such an error leaves it, too`(payload: String) async throws {
        writeOld()
        let recorder = try recorder()
        try await record(recorder, [.chunk(Array("data: \(payload)\n\n".utf8))])
        let error = await #expect(throws: CassetteError.self) { try await recorder.finish() }
        #expect(error?.kind == .refusedRecording)
    }

    @Test func `a refusal is kept where it was recorded before, was made up for, loses nothing, or may stay`()
        async throws
    {
        writeOld(status: 401)
        var recorder = try recorder()
        try await record(recorder, [], status: 401)
        try await recorder.finish()
        writeOld()
        recorder = try self.recorder()
        try await record(recorder, [], status: 429)
        try await record(recorder, [.chunk(Samples.body)])
        try await record(recorder, [], status: 401, body: "{\"new\":1}")
        #expect(try await recorder.finish().interactions == 3)
        writeOld()
        recorder = try self.recorder(.init(keepsRefusals: true, settling: .zero))
        try await record(recorder, [], status: 401)
        #expect(try await recorder.finish().interactions == 1)
        try FileManager.default.removeItem(atPath: folder.file(name))
        recorder = try self.recorder()
        try await record(recorder, [], status: 401)
        #expect(try await recorder.finish().interactions == 1)
    }

    @Test func `an answer about the request replaces another`() async throws {
        for (status, body) in [(400, #"{"error":{"message":"max_tokens is too large"}}"#), (404, "{}"), (422, "{}")] {
            writeOld()
            let recorder = try recorder()
            try await record(
                recorder, [.chunk(Array(body.utf8))], status: status, headers: [.contentType: "application/json"])
            #expect(try await recorder.finish().interactions == 1)
        }
    }

    // MARK: - Streams that stop early

    @Test(arguments: [
        ("/v1/responses", ["{\"type\":\"response.created\"}"], ["{\"type\":\"response.completed\"}"]),
        ("/v1/responses", [], ["{\"type\":\"response.incomplete\"}"]),
        ("/v1/chat/completions", ["{\"choices\":[{\"delta\":{},\"finish_reason\":null}]}"], ["[DONE]"]),
        ("/v1/chat/completions", ["{\"choices\":[]}"], ["{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}"]),
        ("/v1/messages", ["{\"type\":\"message_delta\"}"], ["{\"type\":\"message_stop\"}"]),
        (
            "/v1beta/models/g:streamGenerateContent", ["{\"candidates\":[{\"content\":{}}]}"],
            ["{\"candidates\":[{\"finishReason\":\"STOP\"}]}"]
        ),
    ])
    func `a stream that ends before its last event is not whole, though HTTP says so`(
        path: String, first: [String], last: [String]
    ) async throws {
        let url = "https://h\(path)"
        writeOld()
        let before = folder.contents(name)
        var recorder = try recorder()
        try await record(recorder, first.map { .chunk(Array("data: \($0)\n\n".utf8)) }, url: url)
        let error = await #expect(throws: CassetteError.self) { try await recorder.finish() }
        #expect(error?.kind == .partialRecording && error?.reason.contains("before its last event") == true)
        #expect(folder.contents(name) == before)
        recorder = try self.recorder()
        try await record(recorder, (first + last).map { .chunk(Array("data: \($0)\n\n".utf8)) }, url: url)
        try await recorder.finish()
        recorder = try self.recorder(.init(keepsPartial: true, settling: .zero))
        try await record(recorder, first.map { .chunk(Array("data: \($0)\n\n".utf8)) }, url: url)
        #expect(try await recorder.finish().partial == [1])
    }

    @Test func `a document that is cut short is not whole; what no wire is known of is`() async throws {
        var recorder = try recorder()
        let json: HTTPFields = [.contentType: "application/json; charset=utf-8"]
        try await record(recorder, [.chunk(Array("{\"id\":".utf8))], headers: json)
        await #expect(throws: CassetteError.self) { try await recorder.finish() }
        recorder = try self.recorder()
        try await record(recorder, [.chunk(Array("{\"id\":".utf8))], url: "https://h/files", headers: json)
        try await record(recorder, [.chunk(Array("data: 1\n\n".utf8))], url: "https://h/stream")
        #expect(try await recorder.finish().interactions == 2)
    }

    // MARK: - Early ends

    @Test func `an early end of the consumer's own is kept, and replays as it was`() async throws {
        let recorder = try recorder(.init(keepsCancelled: true, settling: .zero))
        let upstream = ScriptedTransport([.chunk(Array(Samples.body[..<100])), .chunk(Array(Samples.body[100...]))])
        for try await _ in try await recorder.transport(over: upstream).send(.sample()).body { break }
        #expect(try await recorder.finish().partial == [])
        let cassette = try Cassette(contentsOf: folder.file(name))
        #expect(cassette.interactions[0].ending == Ending(.cancelled))
        // A consumer that waits for more waits until it lets go, as it did while recording.
        let clock = VirtualClock()
        let replay = ReplayTransport(cassette, options: .init(awaitsCancellation: true), clock: clock)
        let body = try await replay.send(.sample()).body
        let read = Log<Int>()
        let task = Task {
            for try await chunk in body { read.append(chunk.count) }
        }
        try await clock.waitForSleepers()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(read.all == [100])
    }

    @Test func `a consumer that never lets go is told in the end`() async throws {
        let clock = VirtualClock()
        let replay = ReplayTransport(
            Samples.cassette([Samples.interaction(body: Array(Samples.body[..<100]), ending: Ending(.cancelled))]),
            options: .init(awaitsCancellation: true), clock: clock)
        let (bytes, error) = try await clock.run { try await replay.send(.sample()).body.collect() }
        #expect(bytes.count == 100 && (error as? TransportError)?.kind == .truncatedBody)
    }

    // MARK: - Limits and disks

    @Test func `an answer that passes a limit is told at once, and the others are kept`() async throws {
        let told = Log<CassetteError>()
        let recorder = try CassetteRecorder(
            part: PartFile(for: folder.file(name)), options: .init(settling: .zero, observer: { told.append($0) }),
            clock: ContinuousClock(),
            limits: CassetteLimits(lineBytes: 16 << 20, fileBytes: 8000))
        writeOld()
        let before = folder.contents(name)
        for number in 1...6 {
            let body = number == 4 ? [UInt8](repeating: 0x41, count: 9000) : Samples.body
            try await record(recorder, [.chunk(body)], body: "{\"n\":\(number)}")
            #expect(told.all.count == (number < 4 ? 0 : 1))
        }
        let error = await #expect(throws: CassetteError.self) { try await recorder.finish() }
        #expect(error?.kind == .tooLarge && error?.reason.hasPrefix("Interaction 4 was not recorded") == true)
        #expect(
            error?.remedy.contains("The 5 interactions that were recorded are in \(folder.file(name)).part") == true)
        #expect(folder.contents(name) == before)
        let (kept, damage) = try Cassette.salvage(contentsOf: folder.file(name + ".part"))
        #expect(damage == nil && kept.interactions.count == 5)
        // Editing another cassette of that name leaves what was kept.
        try kept.write(to: folder.file(name))
        #expect(folder.names == [name, name + ".part"])
    }

    /// `LM_SMALL_DISK` is a folder on a file system of 64 KB that is otherwise empty.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["LM_SMALL_DISK"] != nil))
    func `a disk that fills leaves whole lines and the old cassette`() async throws {
        let disk = try #require(ProcessInfo.processInfo.environment["LM_SMALL_DISK"])
        let path = "\(disk)/x.cassette.jsonl"
        try Samples.cassette([Samples.interaction()]).write(to: path)
        let before = FileManager.default.contents(atPath: path)
        let told = Log<CassetteError>()
        let recorder = try CassetteRecorder(path: path, options: .init(settling: .zero, observer: { told.append($0) }))
        for number in 1...6 {
            let body = number == 6 ? [UInt8](repeating: 0x41, count: 200_000) : Samples.body
            try await record(recorder, [.chunk(body)], url: "https://h/x", body: "{\"n\":\(number)}")
        }
        #expect(told.all.map(\.kind) == [.unwritable])
        let error = await #expect(throws: CassetteError.self) { try await recorder.finish() }
        #expect(error?.description.contains("No space left on device") == true)
        #expect(error?.remedy.contains("The 5 interactions that were recorded are in \(path).part") == true)
        #expect(FileManager.default.contents(atPath: path) == before)
        let (kept, damage) = try Cassette.salvage(contentsOf: path + ".part")
        #expect(damage == nil && kept.interactions.count == 5)
        // A cassette that is written over fails whole, and so does one that is started.
        let large = Samples.cassette([Samples.interaction(body: [UInt8](repeating: 0x41, count: 90_000))])
        #expect(throws: CassetteError.self) { try large.write(to: path) }
        #expect(FileManager.default.contents(atPath: path) == before)
        #expect(throws: CassetteError.self) {
            try CassetteRecorder(path: path, options: .init(existing: large.interactions))
        }
        #expect(FileManager.default.contents(atPath: path) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: disk)
        #expect(!names.contains { $0.hasSuffix(".new") }, "\(names)")
    }

    @Test func `two that complete one cassette are refused at the start`() async throws {
        writeOld()
        let first = try CassetteTransport(
            path: folder.file(name), mode: .recordMissing, upstream: ScriptedTransport([]))
        let error = #expect(throws: CassetteError.self) {
            try CassetteTransport(path: folder.file(name), mode: .recordMissing, upstream: ScriptedTransport([]))
        }
        #expect(error?.kind == .busy && error?.description.contains("another program") == false)
        try await first.finish()
        #expect(folder.names == [name])
        try await CassetteTransport(
            path: folder.file(name), mode: .recordMissing, upstream: ScriptedTransport([])
        ).finish()
    }

    @Test func `completing a cassette leaves what an earlier recording kept, until something is added`() async throws {
        writeOld()
        folder.write(Array("kept".utf8), to: name + ".part")
        try await CassetteTransport(
            path: folder.file(name), mode: .recordMissing, upstream: ScriptedTransport([])
        ).finish()
        #expect(folder.contents(name + ".part")?.text == "kept")
    }

    // MARK: - What is written reads as it is

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let bodies: [(String, HTTPFields, [UInt8])] = [
        ("a document", [.contentType: "application/json"], mark + Array(#"{"a":1}"#.utf8)),
        ("two marks", [.contentType: "application/json"], mark + mark + Array("1".utf8)),
        ("a stream", Samples.eventStream, mark + Samples.body),
        ("an event", Samples.eventStream, Array("data: ".utf8) + mark + Array("{\"type\":\"a\"}\n\n".utf8)),
        (
            "a named event", Samples.eventStream,
            Array("event: a\ndata: ".utf8) + mark + Array("{\"type\":\"a\"}\n\n".utf8)
        ),
        ("a name", Samples.eventStream, Array("event: ".utf8) + mark + Array("a\ndata: {}\n\n".utf8)),
        ("an escape", Samples.eventStream, Array(#"data: {"type":"\uFEFFa"}"#.utf8) + [0x0A, 0x0A]),
        ("UTF-16", [.contentType: "application/json"], [0xFF, 0xFE, 0x7B, 0, 0x7D, 0]),
        ("line separators", Samples.eventStream, Array("data: {\"a\":\"\u{2028}\u{85}\"}\n\n".utf8)),
        ("zeros", [.contentType: "application/json"], [0, 0x7B, 0x7D]),
    ]

    @Test(arguments: bodies)
    func `a byte order mark is recorded as any other bytes`(
        sample: (name: String, headers: HTTPFields, body: [UInt8])
    ) async throws {
        let recorder = try recorder()
        try await record(recorder, [.chunk(Samples.body)], url: "https://h/1")
        try await record(recorder, [.chunk(sample.body)], url: "https://h/2", headers: sample.headers)
        try await recorder.finish()
        let cassette = try Cassette(contentsOf: folder.file(name))
        #expect(cassette.interactions.map(\.response?.body) == [Samples.body, sample.body], "\(sample.name)")
        #expect(Cassette(interactions: cassette.interactions).interactions == cassette.interactions)
        #expect(CassetteVerification(text: cassette.text).isSound)
    }

    @Test func `a byte order mark in a request is recorded, too`() async throws {
        for body in [Self.mark + Array("{\"a\":1}".utf8), Array("{\"a\":[".utf8) + Self.mark + Array("1]}".utf8)] {
            let request = RecordedRequest(method: "POST", url: "http://h/", body: body)
            let text = Samples.cassette([Samples.interaction(request: request)]).text
            #expect(try CassetteReader().read(text).interactions[0].request.body == body)
        }
    }

    // MARK: - The first line

    @Test func `the first line says what was recorded, and how`() async throws {
        let recorder = try recorder(
            .init(
                settling: .zero, upstream: "https://u:p@api.anthropic.com", environment: ["ANTHROPIC_BASE_URL"]))
        try await record(recorder, [.chunk(Samples.body)])
        try await recorder.finish()
        let header = try Cassette(contentsOf: folder.file(name)).header
        #expect(header.upstream == "https://api.anthropic.com" && header.environment == ["ANTHROPIC_BASE_URL"])
        // Who completes it does not have to know.
        let more = try CassetteTransport(
            path: folder.file(name), mode: .recordMissing, upstream: ScriptedTransport([.chunk(Samples.body)]),
            recording: .init(settling: .zero))
        _ = try await more.send(.sample(body: "{}")).body.collect()
        try await more.finish()
        #expect(try Cassette(contentsOf: folder.file(name)).header.upstream == header.upstream)
    }

    @Test(arguments: [
        ("true", true), ("1", true), ("yes", true), ("", false), ("0", false), ("false", false), ("FALSE", false),
        ("no", false), ("off", false),
    ])
    func `variables of the environment are read as booleans usually are`(value: String, isSet: Bool) {
        let environment = ["LM_CASSETTE_MODE": "rerecord", "CI": value]
        #expect((try? CassetteMode(environment: environment)) == (isSet ? nil : .rerecord))
        let allowed = ["LM_CASSETTE_MODE": "rerecord", "CI": "1", "LM_CASSETTE_ALLOW_CI": value]
        #expect((try? CassetteMode(environment: allowed)) == (isSet ? .rerecord : nil))
    }
}
