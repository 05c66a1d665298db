import Foundation
import LMTestSupport
import LMTransport
import Testing

/// Requests that must not reach the wire.
@Suite(.timeLimit(.minutes(1)))
struct RequestCheckTests {
    static let values = ["a\r\nX-Injected: 1", "a\nb", "a\rb", "a\0b", "a\u{7F}"]

    @Test(arguments: TransportUnderTest.allCases, values)
    func `a control character in a header value is refused`(transport: TransportUnderTest, value: String) async throws {
        let server = try LoopbackServer { _ in .response(body: "ok") }
        var request = HTTPRequest.canary(server.url())
        request.headers["x-note"] = value
        let error = await transportError { _ = try await transport.make().send(request) }
        #expect(error?.kind == .invalidRequest)
        #expect(error?.message.contains("x-note") == true)
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: TransportUnderTest.allCases, ["\n", "\r\nX-Injected: 1", "\0"])
    func `a control character in a credential is refused without showing it`(
        transport: TransportUnderTest, suffix: String
    ) async throws {
        let server = try LoopbackServer { _ in .response(body: "ok") }
        let request = HTTPRequest(url: server.url(), credential: Credential(bearer: canaryKey + suffix))
        let error = await transportError { _ = try await transport.make().send(request) }
        #expect(error?.kind == .invalidRequest)
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: TransportUnderTest.allCases)
    func `a name that is no token is refused`(transport: TransportUnderTest) async throws {
        let server = try LoopbackServer { _ in .response(body: "ok") }
        var request = HTTPRequest.canary(server.url())
        request.headers.append("x-a: 1\r\nx-b", "2")
        #expect(await transportError { _ = try await transport.make().send(request) }?.kind == .invalidRequest)
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: TransportUnderTest.allCases, ["GET / HTTP/1.1\r\nX: 1\r\n\r\n", "", "GET POST"])
    func `a method that is no token is refused`(transport: TransportUnderTest, method: String) async throws {
        let server = try LoopbackServer { _ in .response(body: "ok") }
        let request = HTTPRequest.canary(method, server.url())
        #expect(await transportError { _ = try await transport.make().send(request) }?.kind == .invalidRequest)
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: TransportUnderTest.allCases, ["file:///etc/passwd", "ftp://127.0.0.1/", "/relative", "http:///x"])
    func `only http and https with a host are spoken`(transport: TransportUnderTest, address: String) async throws {
        let request = HTTPRequest(url: try #require(URL(string: address)))
        #expect(await transportError { _ = try await transport.make().send(request) }?.kind == .invalidRequest)
    }

    @Test(arguments: TransportUnderTest.allCases)
    func `framing that disagrees with the body is refused`(transport: TransportUnderTest) async throws {
        let server = try LoopbackServer { _ in .response(body: "ok") }
        for (name, value) in [(HTTPFieldName.contentLength, "5"), ("transfer-encoding", "chunked")] {
            var request = HTTPRequest.canary("POST", server.url(), body: [1])
            request.headers[name] = value
            #expect(await transportError { _ = try await transport.make().send(request) }?.kind == .invalidRequest)
        }
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: TransportUnderTest.allCases)
    func `a request shows no secret`(transport: TransportUnderTest) async throws {
        let request = HTTPRequest(url: URL(filePath: "/"), credential: Credential(bearer: canaryKey))
        var dumped = ""
        dump(request, to: &dumped)
        dump(transport.make(), to: &dumped)
        #expect(!("\(request)" + String(reflecting: request) + dumped).contains("CANARY"))
    }
}
