import Foundation
import LMJSON
import LMTestSupport
import LMTransport
import Testing

@testable import LMReplay

@Suite struct RecordingProxyTests {
    private let folder: TemporaryFolder
    private let network = PlatformNetwork.make()
    private let name = "x.cassette.jsonl"

    init() throws { folder = try TemporaryFolder() }

    /// Serves while the body runs, and finishes the recording.
    private func proxying(
        over upstream: ScriptedTransport, _ options: CassetteRecorder.Options = .init(keepsPartial: true),
        _ body: (RecordingProxy) async throws -> Void
    ) async throws -> Cassette {
        let recorder = try CassetteRecorder(path: folder.file(name), options: options)
        let proxy = try RecordingProxy(
            upstream: "https://api.x.ai/v1", recorder: recorder, over: upstream, options: .init(limits: .patient))
        let running = Task { await proxy.run() }
        try await body(proxy)
        running.cancel()
        await running.value
        try await recorder.finish()
        return try Cassette(contentsOf: folder.file(name))
    }

    private func request(_ proxy: RecordingProxy, headers: HTTPFields = [:]) -> HTTPRequest {
        var request = HTTPRequest.sample(url: proxy.baseURL + "/responses?a=b")
        for field in headers { request.headers.append(field.name, field.value) }
        return request
    }

    @Test func `an exchange goes through unchanged and is recorded`() async throws {
        let upstream = ScriptedTransport(
            headers: [.contentType: "text/event-stream", "x-powered-by": "tests", "connection": "x-hop", "x-hop": "1"],
            [.chunk(Array(Samples.body[..<100])), .chunk(Array(Samples.body[100...]))])
        let cassette = try await proxying(over: upstream) { (proxy) async throws in
            let response = try await network.send(request(proxy, headers: ["x-custom": "kept"]))
            #expect(response.status == 200)
            #expect(response.headers["x-powered-by"] == "tests" && response.headers["x-hop"] == nil)
            #expect(await response.body.collect().bytes == Samples.body)
        }
        let sent = try #require(upstream.requests.all.first)
        #expect(sent.url.absoluteString == "https://api.x.ai/v1/responses?a=b")
        #expect(
            sent.headers["x-custom"] == "kept" && sent.headers["host"] == nil && sent.headers["accept-encoding"] == nil)
        #expect(sent.body == Samples.request.body)
        let interaction = cassette.interactions[0]
        #expect(interaction.request.url == "https://api.x.ai/v1/responses?a=b")
        #expect(interaction.response?.body == Samples.body && interaction.isWhole)
        #expect(interaction.response?.cuts.map(\.byteCount) == [100, 177])
    }

    @Test func `the upstream's name is one of the proxy's for who names the whole address only`() async throws {
        let upstream = ScriptedTransport([.chunk(Samples.body)])
        _ = try await proxying(over: upstream) { (proxy) async throws in
            func status(_ target: String) async throws -> String {
                let client = try RawClient(port: proxy.port)
                client.write("GET \(target) HTTP/1.1\r\nhost: api.x.ai\r\nconnection: close\r\n\r\n")
                return String(await client.read().prefix(12))
            }
            // What a page sends under a name that was pointed at this machine.
            #expect(try await status("/v1/models") == "HTTP/1.1 403")
            #expect(upstream.requests.all.isEmpty)
            #expect(try await status("http://api.x.ai/v1/models") == "HTTP/1.1 200")
        }
    }

    @Test func `what authenticates the client is forwarded and never recorded`() async throws {
        let upstream = ScriptedTransport([.chunk(Samples.body)])
        let cassette = try await proxying(over: upstream) { (proxy) async throws in
            for name in ["authorization", "x-api-key", "cookie", "x-goog-api-key"] {
                let name = try #require(HTTPFieldName(name))
                let value = name == .authorization ? "Bearer \(canaryKey)" : canaryKey
                _ = try await network.send(request(proxy, headers: [name: value])).body.collect()
            }
        }
        #expect(!cassette.text.text.contains("CANARY"))
        #expect(upstream.requests.all.count == 4)
        #expect(upstream.requests.all.first?.credential == Credential(bearer: canaryKey))
        #expect(
            upstream.requests.all.allSatisfy { $0.credential != nil && $0.headers.allSatisfy { $0.value != canaryKey } }
        )
    }

    @Test func `a key that the server gives back refuses the recording`() async throws {
        let secret = "a0second0secret0without0shape"
        let upstream = ScriptedTransport([.chunk(Array("data: \(secret)\n\n".utf8))])
        do {
            _ = try await proxying(over: upstream) { (proxy) async throws in
                let headers: HTTPFields = ["authorization": "Bearer 0123456789abcdef", "x-api-key": secret]
                _ = try await network.send(request(proxy, headers: headers)).body.collect()
            }
            Issue.record("It was written.")
        } catch let error as CassetteError { #expect(error.kind == .secretFound) }
        #expect(folder.names == [])
    }

    @Test func `the rest is recorded where the client hangs up`() async throws {
        let clock = VirtualClock()
        let chunk = ScriptedTransport.Step.chunk(Array("data: \(String(repeating: "x", count: 2000))\n\n".utf8))
        let steps = (0..<40).flatMap { _ in [chunk, .wait(.milliseconds(1))] }
        let upstream = ScriptedTransport(steps, clock: clock)
        let cassette = try await proxying(over: upstream) { (proxy) async throws in
            for try await _ in try await network.send(request(proxy)).body { break }
            for _ in 0..<40 {
                try await clock.waitForSleepers()
                clock.advance(by: .milliseconds(1))
            }
        }
        #expect(cassette.interactions[0].isWhole)
        #expect(cassette.interactions[0].response?.body.count == 40 * 2008)
    }

    @Test func `a proxy that waits until it is idle has the end of what a client left, and tells what it did`()
        async throws
    {
        let clock = VirtualClock()
        let exchanges = Log<ServedExchange>()
        let recorder = try CassetteRecorder(path: folder.file(name))
        let upstream = ScriptedTransport([.chunk(Samples.body), .wait(.milliseconds(1))], clock: clock)
        let proxy = try RecordingProxy(
            upstream: "https://api.x.ai/v1", recorder: recorder, over: upstream,
            options: .init(observer: { exchanges.append($0) }))
        let running = Task { await proxy.run() }
        await proxy.waitUntilIdle(atMost: .seconds(60))
        for try await _ in try await network.send(request(proxy)).body { break }
        async let idle: Void = proxy.waitUntilIdle(atMost: .seconds(60))
        try await clock.waitForSleepers()
        clock.advance(by: .milliseconds(1))
        await idle
        running.cancel()
        await running.value
        try await recorder.finish()
        #expect(try Cassette(contentsOf: folder.file(name)).interactions[0].isWhole)
        let exchange = try #require(exchanges.all.first)
        #expect(exchange.outcome == .forwarded && exchange.status == 200 && exchange.path == "/v1/responses")
    }

    @Test(arguments: [
        (TransportError(.connectionRefused, "Nothing listens there."), 502),
        (TransportError(.timeout(.connect), "Too slow."), 504),
    ])
    func `a server that cannot be reached is an error that says so`(error: TransportError, status: Int) async throws {
        let cassette = try await proxying(over: ScriptedTransport(head: [.fail(error)], [])) { (proxy) async throws in
            let response = try await network.send(request(proxy))
            #expect(response.status == status)
            let body = try JSONValue(parsing: await response.body.collect().bytes)
            #expect(body["error"]?.stringValue == error.message)
        }
        #expect(cassette.interactions[0].response == nil)
        #expect(cassette.interactions[0].ending?.failure == error.kind)
    }

    @Test(arguments: [TransportError.Kind.connectionReset, .truncatedBody])
    func `a server that fails in the middle fails for the client`(kind: TransportError.Kind) async throws {
        let upstream = ScriptedTransport([.chunk(Array(Samples.body[..<100])), .fail(TransportError(kind, "x"))])
        let cassette = try await proxying(over: upstream) { (proxy) async throws in
            let (bytes, error) = try await network.send(request(proxy)).body.collect()
            #expect(bytes.count == 100 && (error as? TransportError)?.kind == kind)
        }
        #expect(cassette.interactions[0].ending?.failure == kind)
    }

    @Test func `responses without a body have none`() async throws {
        let upstream = ScriptedTransport(status: 204, headers: [:], [])
        _ = try await proxying(over: upstream) { (proxy) async throws in
            let response = try await network.send(request(proxy))
            #expect(response.status == 204)
            #expect(await response.body.collect().bytes == [])
        }
    }

    @Test func `what is on the cassette need not be asked for`() async throws {
        let upstream = ScriptedTransport([.chunk(Samples.body)])
        for count in 1...2 {
            let cassette = try CassetteTransport(path: folder.file(name), mode: .recordMissing, upstream: upstream)
            let proxy = try RecordingProxy(
                upstream: "https://api.x.ai/v1", cassette: cassette, options: .init(limits: .patient))
            let running = Task { await proxy.run() }
            _ = try await network.send(request(proxy)).body.collect()
            if count == 2 { _ = try await network.send(.sample(url: proxy.baseURL + "/other")).body.collect() }
            running.cancel()
            await running.value
            try await cassette.finish()
            #expect(upstream.requests.all.count == count)
        }
        #expect(try Cassette(contentsOf: folder.file(name)).interactions.count == 2)
    }

    @Test func `programs find the proxy by their environment`() throws {
        let recorder = try CassetteRecorder(path: folder.file(name))
        let proxy = try RecordingProxy(
            upstream: "https://api.x.ai/v1/", recorder: recorder, over: ScriptedTransport([]))
        #expect(proxy.environment["XAI_BASE_URL"] == "http://127.0.0.1:\(proxy.port)/v1")
        #expect(Set(proxy.environment.keys) == Set(RecordingProxy.variables))
        for upstream in ["api.x.ai", "ftp://h", "https://u:p@h/v1", ""] {
            #expect(throws: CassetteError.self) {
                try RecordingProxy(upstream: upstream, recorder: recorder, over: ScriptedTransport([]))
            }
        }
        recorder.discard()
    }
}
