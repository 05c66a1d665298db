import Foundation
import LMJSON
import LMTransport
import Testing

@testable import LMReplay

@Suite struct ReplayServerTests {
    private let network = PlatformNetwork.make()

    /// Serves while the body runs.
    private func serving(
        _ cassettes: [String: Cassette]? = nil, _ options: ReplayServer.Options = .init(),
        clock: any Clock<Duration> = ContinuousClock(), _ body: (ReplayServer) async throws -> Void
    ) async throws {
        var options = options
        options.reportToken = "report"
        if clock is ContinuousClock { options.limits.headTime = HTTPServerLimits.patient.headTime }
        let cassettes = cassettes ?? ["hello": Samples.cassette([Samples.interaction()])]
        let server = try ReplayServer(cassettes: cassettes, options: options, clock: clock)
        let running = Task { await server.run() }
        defer { running.cancel() }
        try await body(server)
    }

    private func request(
        _ server: ReplayServer, _ path: String = "/v1/responses", body: String = Samples.request.body.text,
        headers: HTTPFields = [:]
    ) -> HTTPRequest {
        var request = HTTPRequest.sample(url: server.address + path, body: body)
        for field in headers { request.headers.append(field.name, field.value) }
        return request
    }

    private func json(_ server: ReplayServer, _ path: String) async throws -> JSONValue {
        var request = request(server, path, body: "", headers: ["x-lm-token": "report"])
        request.method = "GET"
        return try JSONValue(parsing: await network.send(request).body.collect().bytes)
    }

    @Test func `any client gets the recorded bytes`() async throws {
        try await serving { (server) async throws in
            let response = try await network.send(request(server))
            #expect(response.status == 200)
            #expect(response.headers[.contentType] == "text/event-stream")
            let (bytes, error) = await response.body.collect()
            #expect(bytes == Samples.body && error == nil)
        }
    }

    @Test func `what becomes of each request is told, and summed up over all runs`() async throws {
        let exchanges = Log<ServedExchange>()
        let server = try ReplayServer(
            cassettes: ["hello": Samples.cassette([Samples.interaction()])],
            options: .init(observer: { exchanges.append($0) }))
        let running = Task { await server.run() }
        #expect(server.baseURL == server.address + "/v1")
        _ = try await network.send(request(server)).body.collect()
        _ = try await network.send(request(server, headers: ["x-lm-run": "b"])).body.collect()
        _ = try await network.send(request(server, "/v1/responses?a=b")).body.collect()
        _ = try await network.send(request(server, headers: ["x-lm-speed": "fast"])).body.collect()
        let totals = server.totals
        #expect(totals.served == 2 && totals.used == 1 && totals.exchanges == 1 && totals.unused == 0)
        #expect(totals.misses.count == 1)
        // The last answer may be here before it was told of.
        running.cancel()
        await running.value
        let outcomes = exchanges.all.map(\.outcome)
        #expect(outcomes[0] == .replayed(cassette: "hello", interaction: 1) && outcomes[1] == outcomes[0])
        guard case .missed = outcomes[2], case .refused = outcomes[3] else {
            Issue.record("\(outcomes)")
            return
        }
        #expect(exchanges.all.map(\.status) == [200, 200, 409, 400])
        #expect(exchanges.all[2].path == "/v1/responses", "a query may hold a secret")
    }

    @Test func `a miss is answered with 409 and the report, in the provider's shape`() async throws {
        try await serving { (server) async throws in
            let sent = Samples.request.body.text.replacing("Say hello.", with: "Say goodbye.")
            let response = try await network.send(request(server, body: sent))
            #expect(response.status == 409)
            let body = try JSONValue(parsing: await response.body.collect().bytes)
            #expect(body["code"] == "replay_miss")
            let message = try #require(body["error"]?.stringValue)
            #expect(message.contains(#"input/0/content: "Say goodbye." ≠ "Say hello.""#))
            #expect(message.contains("interaction 1 of hello"))
        }
    }

    @Test func `errors have the shape of the provider that was recorded`() {
        func body(_ host: String, _ path: String) -> JSONValue {
            ProviderError.body("m", code: "c", path: path, host: host)
        }
        #expect(body("https://api.x.ai", "/v1/responses") == ["code": "c", "error": "m"])
        #expect(body("https://api.openai.com", "/v1/responses")["error"]?["message"] == "m")
        #expect(body("https://api.anthropic.com", "/v1/messages?beta=1")["type"] == "error")
    }

    @Test func `runs are apart from one another, by header or by path`() async throws {
        try await serving { (server) async throws in
            for run in ["a", "b"] {
                #expect(try await network.send(request(server, headers: ["x-lm-run": run])).status == 200)
                #expect(try await network.send(request(server, "/_lm/run/\(run)/v1/responses")).status == 409)
            }
            #expect(try await network.send(request(server, "/_lm/run/c%2Fd/v1/responses")).status == 200)
            #expect(try await network.send(request(server)).status == 200)
        }
    }

    @Test func `cassettes of a folder answer together, or one by its name`() async throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("deep")
        folder.write(
            Samples.cassette([Samples.interaction(body: Array("data: 1\n\n".utf8))]).text, to: "a.cassette.jsonl")
        folder.write(
            Samples.cassette([Samples.interaction(body: Array("data: 2\n\n".utf8))]).text, to: "deep/b.cassette.jsonl")
        folder.write(Array("not a cassette".utf8), to: "notes.txt")
        let server = try ReplayServer(path: folder.path)
        let running = Task { await server.run() }
        defer { running.cancel() }
        func text(_ headers: HTTPFields = [:], _ path: String = "/v1/responses") async throws -> String {
            await (try network.send(request(server, path, headers: headers))).body.collect().bytes.text
        }
        #expect(try await text() == "data: 1\n\n")
        #expect(try await text() == "data: 2\n\n")
        #expect(try await text(["x-lm-cassette": "deep/b"]) == "data: 2\n\n")
        #expect(try await text([:], "/_lm/cassette/a/v1/responses") == "data: 1\n\n")
        #expect(try await network.send(request(server, headers: ["x-lm-cassette": "none"])).status == 404)
    }

    @Test func `health and report are JSON`() async throws {
        try await serving { (server) async throws in
            #expect(try await json(server, "/_lm/health") == ["status": "ok", "cassettes": 1])
            #expect(try await json(server, "/_lm/report")["unused"] == [["cassette": "hello", "interaction": 1]])
            _ = try await network.send(request(server)).body.collect()
            _ = try await network.send(request(server)).body.collect()
            let report = try await json(server, "/_lm/report")
            #expect(report["served"] == [["cassette": "hello", "interaction": 1, "request": 1]])
            #expect(report["missed"]?[0]?["request"] == 2)
            #expect(report["unused"] == [])
            #expect(try await json(server, "/_lm/report?run=other")["served"] == [])
            #expect(server.report() == report && server.hasMisses())
            var other = request(server, "/_lm/else", body: "")
            other.method = "GET"
            #expect(try await network.send(other).status == 404)
        }
    }

    @Test func `a request may choose its faults, cuts and speed`() async throws {
        try await serving { (server) async throws in
            let refused = try await network.send(request(server, headers: ["x-lm-fault": "status:429:2s*1"]))
            #expect(refused.status == 429 && refused.headers[.retryAfter] == "2")
            let (cut, _) = try await network.send(
                request(server, headers: ["x-lm-fault": "drop:1*2", "x-lm-cuts": "byte"])
            ).body
                .collect()
            #expect(cut == Array(Samples.body[..<79]))
            let (part, error) = try await network.send(request(server, headers: ["x-lm-fault": "reset:100*3"])).body
                .collect()
            #expect(part == Array(Samples.body[..<100]))
            #expect((error as? TransportError)?.kind == .connectionReset)
            for (name, value) in [("x-lm-fault", "explode"), ("x-lm-cuts", "half"), ("x-lm-speed", "fast")] {
                let name = try #require(HTTPFieldName(name))
                let response = try await network.send(request(server, headers: [name: value]))
                #expect(response.status == 400)
            }
            #expect(try await network.send(request(server)).status == 200)
        }
    }

    @Test func `a recording that broke breaks for the client too`() async throws {
        let endings: [(Ending, TransportError.Kind)] = [
            (Ending(.reset), .connectionReset), (Ending(.reset, failure: .truncatedBody), .truncatedBody),
        ]
        for (ending, kind) in endings {
            let cassette = Samples.cassette([Samples.interaction(body: Array(Samples.body[..<50]), ending: ending)])
            try await serving(["x": cassette]) { (server) async throws in
                let (bytes, error) = try await network.send(request(server)).body.collect()
                #expect(bytes == Array(Samples.body[..<50]))
                #expect((error as? TransportError)?.kind == kind)
            }
        }
    }

    @Test func `a recording that ended in silence is silent`() async throws {
        let cassette = Samples.cassette([
            Samples.interaction(body: Array(Samples.body[..<50]), ending: Ending(.timeout))
        ])
        try await serving(["x": cassette]) { (server) async throws in
            var request = request(server)
            request.timeouts.idle = .milliseconds(50)
            let (bytes, error) = try await network.send(request).body.collect()
            #expect(bytes == Array(Samples.body[..<50]))
            #expect((error as? TransportError)?.kind == .timeout(.idle))
        }
    }

    @Test func `gaps pass on the server's clock`() async throws {
        let clock = VirtualClock()
        let interaction = Samples.interaction(cuts: [
            Cut(byteCount: 79, milliseconds: 100), Cut(byteCount: 198, milliseconds: 60_000),
        ])
        try await serving(
            ["x": Samples.cassette([interaction])], .init(replay: .init(speed: .recorded)), clock: clock
        ) { (server) async throws in
            let task = Task { try await network.send(request(server)).body.collect().bytes }
            // One sleeper is the server itself, which looks for clients that take too long.
            try await clock.waitForSleepers(2)
            clock.advance(by: .milliseconds(100))
            try await clock.waitForSleepers(2)
            for _ in 0..<120 {
                clock.advance(by: .milliseconds(500))
                try await clock.waitForSleepers(1)
            }
            #expect(try await task.value == Samples.body)
        }
    }

    @Test func `a thousand clients are served at the same time`() async throws {
        let cassette = Samples.cassette([Samples.interaction()])
        try await serving(["x": cassette]) { (server) async throws in
            try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        for turn in 0..<5 {
                            let request = request(
                                server, headers: ["x-lm-run": "\(number)-\(turn)", "x-lm-cuts": "seed:\(number)"])
                            let response = try await network.send(request)
                            let (body, error) = await response.body.collect()
                            guard body == Samples.body else {
                                return "\(response.status): \(body.text) \(error.map { "\($0)" } ?? "")"
                            }
                        }
                        return nil
                    }
                }
                for try await wrong in group { #expect(wrong == nil) }
            }
        }
    }

    // MARK: - Clients with other manners

    private let head =
        "POST /v1/responses HTTP/1.1\r\nhost: localhost\r\ncontent-length: \(Samples.request.body.count)\r\n"

    @Test func `a connection serves requests one after another`() async throws {
        try await serving(["x": Samples.cassette([Samples.interaction(1), Samples.interaction(2)])]) {
            (server) async throws in
            let client = try RawClient(port: server.port)
            client.write(
                head + "\r\n" + Samples.request.body.text + head + "connection: close\r\n\r\n"
                    + Samples.request.body.text)
            let text = await client.read()
            #expect(text.split(separator: "HTTP/1.1 200 OK").count == 2)
            #expect(text.hasSuffix("0\r\n\r\n"))
        }
    }

    @Test func `HTTP 1.0 gets a body without chunks, and the end of the connection`() async throws {
        try await serving { (server) async throws in
            let client = try RawClient(port: server.port)
            client.write(head.replacing("HTTP/1.1", with: "HTTP/1.0") + "\r\n" + Samples.request.body.text)
            let text = await client.read()
            #expect(text.hasSuffix("\r\n\r\n" + Samples.body.text) && !text.contains("chunked"))
        }
    }

    @Test func `a body is asked for where the client waits for that`() async throws {
        try await serving { (server) async throws in
            let client = try RawClient(port: server.port)
            client.write(head + "expect: 100-continue\r\n\r\n")
            #expect(await client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            client.write(Samples.request.body.text)
            #expect(await client.read(until: "0\r\n\r\n").hasPrefix("HTTP/1.1 200 OK"))
        }
    }

    @Test func `nonsense is refused and the next client served`() async throws {
        try await serving { (server) async throws in
            for text in [
                "\u{16}\u{3}\u{1}\r\n\r\n", "GET / HTTP/1.1\r\nx\r\n\r\n",
                "POST / HTTP/1.1\r\ncontent-length: x\r\n\r\n",
            ] {
                let client = try RawClient(port: server.port)
                client.write(text)
                #expect(await client.read().hasPrefix("HTTP/1.1 400 Bad Request"))
            }
            #expect(try await network.send(request(server)).status == 200)
        }
    }

    @Test func `a client that is slow with its body is let go`() async throws {
        let clock = VirtualClock()
        try await serving(clock: clock) { (server) async throws in
            let client = try RawClient(port: server.port)
            client.write(head + "expect: 100-continue\r\n\r\n")
            // The time for the body runs from before this is said.
            #expect(await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100"))
            let reading = Task { await client.read() }
            for _ in 0..<140 {
                clock.advance(by: .milliseconds(500))
                try await clock.waitForSleepers(1)
            }
            #expect(await reading.value == "")
        }
    }

    @Test func `connections that do nothing make room for those that do`() async throws {
        var options = ReplayServer.Options()
        options.limits.connections = 20
        try await serving(nil, options) { (server) async throws in
            let idle = try (0..<100).map { _ in try RawClient(port: server.port) }
            #expect(try await network.send(request(server)).status == 200)
            #expect(server.connectionCount <= 21)
            withExtendedLifetime(idle) {}
        }
    }

    @Test func `beyond this machine only the token opens`() async throws {
        try await serving(nil, .init(access: .everyone(token: "let-me-in"))) { (server) async throws in
            #expect(try await network.send(request(server)).status == 401)
            #expect(try await network.send(request(server, headers: ["x-lm-token": "let-me-im"])).status == 401)
            #expect(
                try await network.send(request(server, headers: ["authorization": "Bearer let-me-in"])).status == 200)
        }
    }

    @Test func `a port that is taken is an error that says so`() throws {
        let first = try ReplayServer(cassettes: [:])
        do {
            _ = try ReplayServer(cassettes: [:], options: .init(port: first.port))
            Issue.record("It listens.")
        } catch { #expect(error.kind == .busy && error.description.contains("Port \(first.port)")) }
    }
}
