import LMJSON
import LMReplay
import LMTestSupport
import LMTransport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// No key goes to another server than it is for, and no web page gets what is on this machine.
@Suite struct TrustTests {
    /// What came back for bytes that were written to a port.
    private func answer(_ port: UInt16, _ text: String) async throws -> String {
        let client = try RawClient(port: port)
        client.write(text)
        return await client.read()
    }

    private func proxying<Value: Sendable>(
        _ options: RecordingProxy.Options = .init(),
        _ work: (RecordingProxy, LoopbackServer, LoopbackServer) async throws -> Value
    ) async throws -> Value {
        let upstream = try LoopbackServer { _ in .response(200, [:], body: "from upstream") }
        let thief = try LoopbackServer { _ in .response(200, [:], body: "stolen") }
        let proxy = try RecordingProxy(
            upstream: upstream.url("/v1").absoluteString, over: PlatformNetwork(key: canaryKey, for: upstream.url()),
            options: options)
        let running = Task { await proxy.run() }
        defer { running.cancel() }
        return try await work(proxy, upstream, thief)
    }

    /// Adds the key to what goes to one server, as `lm-cli proxy` does.
    private struct PlatformNetwork: HTTPTransport {
        let key: String
        let origin: URL
        init(key: String, for origin: URL) {
            self.key = key
            self.origin = origin
        }
        nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            var request = request
            if request.credential == nil, let origin = Origin(origin) {
                try request.attach(Credential(bearer: key), for: origin)
            }
            return try await CurlTransport().send(request)
        }
    }

    static let targets = [
        "http://x\\@THIEF/steal", "http://x\\@127.0.0.1:THIEFPORT/steal", "\\@THIEF/steal", "//THIEF/steal",
        "@THIEF/steal",
        "http://THIEF/steal", "http://x@THIEF/steal", "http://127.0.0.1:1@THIEF/steal", "/\\THIEF/steal",
        "/..//THIEF/steal",
        "/%5c@THIEF/steal", "/@THIEF/steal", ".THIEF/steal", "http:///@THIEF/", "http:@THIEF/", "?@THIEF/steal",
        ":80@THIEF/",
        "/steal#@THIEF", "*", "THIEF", "HTTP://x\\@THIEF/steal", "http://THIEF\\.x.ai/steal", "/a\u{7F}b",
        "ftp://THIEF/x",
    ]

    @Test(arguments: targets)
    func `a target never leads the key to another server`(target: String) async throws {
        try await proxying { proxy, upstream, thief in
            let place = "127.0.0.1:\(thief.port)"
            let target = target.replacing("THIEFPORT", with: "\(thief.port)").replacing("THIEF", with: place)
            let answer = try await answer(
                proxy.port, "POST \(target) HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
            #expect(thief.requests.isEmpty, "\(answer)")
            #expect(!answer.contains("stolen"))
            // It is refused, or goes to the upstream as a path.
            #expect(answer.hasPrefix("HTTP/1.1 4") || answer.contains("from upstream"), "\(answer)")
            for request in upstream.requests { #expect(request.target.hasPrefix("/")) }
        }
    }

    @Test func `a path goes to the upstream with the key`() async throws {
        try await proxying { proxy, upstream, _ in
            for target in ["/v1/x?y=1", "http://127.0.0.1:\(proxy.port)/v1/x?y=1"] {
                let answer = try await answer(
                    proxy.port, "GET \(target) HTTP/1.1\r\nhost: localhost:\(proxy.port)\r\nconnection: close\r\n\r\n")
                #expect(answer.contains("from upstream"))
            }
            #expect(upstream.requests.map(\.target) == ["/v1/x?y=1", "/v1/x?y=1"])
            #expect(upstream.requests.allSatisfy { $0.headers["authorization"] == "Bearer \(canaryKey)" })
        }
    }

    /// Head lines, and the status that they get.
    static let heads: [(String, Int)] = [
        ("host: rebind.example", 403), ("host: 127.0.0.1.rebind.example", 403), ("host: localhost.rebind.example", 403),
        ("host: 192.168.1.2", 403), ("host: 128.0.0.1", 403), ("host: [::2]", 403), ("host: 8.8.8.8:80", 403),
        ("x: y", 400), ("host:", 400), ("host: a b", 400), ("host: localhost\r\nhost: localhost", 400),
        ("host: localhost\r\nhost: rebind.example", 400), ("host: user@localhost", 400), ("host: localhost/x", 400),
        ("host: localhost:80:80", 400), ("host: localhost:x", 400), ("host: localhost, rebind.example", 400),
        ("host: localhost\r\norigin: https://evil.example", 403), ("host: localhost\r\norigin: null", 403),
        ("host: localhost\r\norigin: http://localhost.evil.example", 403), ("host: localhost\r\norigin: file://", 403),
        ("host: localhost\r\norigin: http://127.0.0.1@evil.example", 403),
        ("host: localhost\r\nsec-fetch-site: cross-site", 403),
        ("host: localhost\r\norigin: http://localhost:3000\r\norigin: https://evil.example", 403),
    ]

    @Test(arguments: heads)
    func `a web page gets nothing of a proxy, whatever name it found for it`(head: String, status: Int) async throws {
        try await proxying { proxy, upstream, _ in
            let text =
                "POST /v1/responses HTTP/1.1\r\n\(head)\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\n{}"
            let answer = try await answer(proxy.port, text)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
            #expect(upstream.requests.isEmpty)
        }
    }

    @Test(arguments: heads)
    func `a web page gets nothing of what was recorded`(head: String, status: Int) async throws {
        var options = ReplayServer.Options()
        options.reportToken = "t"
        let server = try ReplayServer(cassettes: ["hello": Samples.cassette([Samples.interaction()])], options: options)
        let running = Task { await server.run() }
        defer { running.cancel() }
        for path in ["/v1/responses", "/_lm/report", "/_lm/health"] {
            let answer = try await answer(server.port, "GET \(path) HTTP/1.1\r\n\(head)\r\nx-lm-token: t\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
            #expect(!answer.contains("hello"))
        }
        #expect(server.totals.served == 0)
    }

    static let ownHeads = [
        "host: 127.0.0.1", "host: localhost", "host: LOCALHOST:9", "host: [::1]:80", "host: app.localhost",
        "host: 127.9.9.9:1",
        "host: localhost.", "host: localhost\r\norigin: http://localhost:3000",
        "host: localhost\r\nsec-fetch-site: same-origin",
        "host: localhost\r\norigin: http://127.0.0.1:8080",
    ]

    @Test(arguments: ownHeads)
    func `programs of this machine are answered`(head: String) async throws {
        try await proxying { proxy, _, _ in
            let answer = try await answer(proxy.port, "GET /v1/x HTTP/1.1\r\n\(head)\r\nconnection: close\r\n\r\n")
            #expect(answer.contains("from upstream"), "\(answer)")
        }
    }

    @Test func `a name that was given is one of the server's`() async throws {
        var options = RecordingProxy.Options()
        options.hosts = ["dev.internal"]
        try await proxying(options) { proxy, _, _ in
            let answer = try await answer(
                proxy.port, "GET /v1/x HTTP/1.1\r\nhost: dev.internal\r\nconnection: close\r\n\r\n")
            #expect(answer.contains("from upstream"))
        }
    }

    @Test func `the report is for who has its token`() async throws {
        let cassettes = ["hello": Samples.cassette([Samples.interaction()])]
        func status(_ options: ReplayServer.Options, _ field: String) async throws -> String {
            let server = try ReplayServer(cassettes: cassettes, options: options)
            let running = Task { await server.run() }
            defer { running.cancel() }
            return String(
                try await answer(
                    server.port, "GET /_lm/report HTTP/1.1\r\nhost: localhost\r\n\(field)connection: close\r\n\r\n"
                ).prefix(12))
        }
        var options = ReplayServer.Options()
        #expect(try await status(options, "") == "HTTP/1.1 403")
        #expect(try await status(options, "x-lm-token: \r\n") == "HTTP/1.1 403")
        options.reportToken = "right"
        #expect(try await status(options, "x-lm-token: wrong\r\n") == "HTTP/1.1 403")
        #expect(try await status(options, "x-lm-token: right\r\n") == "HTTP/1.1 200")
    }
}
