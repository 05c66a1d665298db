import Foundation
import LMTestSupport
import LMTransport
import Testing

/// What a transport makes of servers and networks that break.
@Suite(.timeLimit(.minutes(1)))
struct FailureTests {
    /// What a server does, and what is to be said of it.
    struct BrokenBody: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var steps: [LoopbackStep]
        var kind: TransportError.Kind

        static let all = [
            BrokenBody(
                testDescription: "a chunked body without its last chunk",
                steps: [.streamHead, .chunk("12345"), .close], kind: .truncatedBody),
            BrokenBody(
                testDescription: "a chunk that is shorter than it says",
                steps: [.streamHead, .chunk("12345"), .text("20\r\nabc"), .close], kind: .truncatedBody),
            BrokenBody(
                testDescription: "a body shorter than its length",
                steps: [.head(200, ["Content-Length": "100"]), .text("12345"), .close], kind: .truncatedBody),
            BrokenBody(
                testDescription: "a chunk whose length is no number",
                steps: [.streamHead, .chunk("12345"), .text("zz\r\nabc\r\n"), .hold], kind: .malformedResponse),
        ]
    }

    @Test(arguments: TransportUnderTest.allCases, BrokenBody.all)
    func `a broken body gives what came, then its error`(
        transport: TransportUnderTest, server broken: BrokenBody
    ) async throws {
        let received = Signal()
        let server = try LoopbackServer { _ in Array(broken.steps[..<2]) + [.wait(received)] + broken.steps[2...] }
        let response = try await transport.make().send(.canary(server.url()))
        var chunks = response.body.makeAsyncIterator()
        #expect(try await chunks.next() == Array("12345".utf8))
        received.fire()
        let error = await transportError { while try await chunks.next() != nil {} }
        #expect(error?.kind == broken.kind)
        #expect(error?.host == "127.0.0.1")
        #expect((5...8).contains(error?.bytesReceived ?? 0))
        // The error stays: no later read may take the body for whole.
        let again = await transportError { _ = try await chunks.next() }
        #expect(again?.kind == broken.kind)
    }

    @Test(arguments: TransportUnderTest.allCases)
    func `a reset in the body is told as one`(transport: TransportUnderTest) async throws {
        let received = Signal()
        let server = try LoopbackServer { _ in [.streamHead, .chunk("12345"), .wait(received), .reset] }
        let response = try await transport.make().send(.canary(server.url()))
        var chunks = response.body.makeAsyncIterator()
        #expect(try await chunks.next() == Array("12345".utf8))
        received.fire()
        let error = await transportError { _ = try await chunks.next() }
        #expect(error?.kind == .connectionReset)
        #expect(error?.bytesReceived == 5)
    }

    @Test(arguments: TransportUnderTest.allCases)
    func `a connection closed before a response is told as one`(transport: TransportUnderTest) async throws {
        let server = try LoopbackServer { _ in [.close] }
        let error = await transportError { _ = try await transport.make().send(.canary(server.url())) }
        #expect(error?.kind == .closedBeforeResponse)
    }

    @Test(arguments: TransportUnderTest.withoutFatalErrors)
    func `a connection closed within the head is an error`(transport: TransportUnderTest) async throws {
        let server = try LoopbackServer { _ in [.text("HTTP/1.1 200 OK\r\nContent-Le"), .close] }
        let error = await transportError {
            let response = try await transport.make().send(.canary(server.url()))
            _ = try await response.body.collect()
        }
        #expect([.closedBeforeResponse, .truncatedBody, .malformedResponse].contains(error?.kind))
    }

    @Test(arguments: TransportUnderTest.allCases)
    func `a reset before a response is told as one`(transport: TransportUnderTest) async throws {
        let server = try LoopbackServer { _ in [.reset] }
        let error = await transportError { _ = try await transport.make().send(.canary(server.url())) }
        #expect(error?.kind == .connectionReset)
    }

    @Test(arguments: TransportUnderTest.withoutFatalErrors)
    func `what is not HTTP is told as such`(transport: TransportUnderTest) async throws {
        let server = try LoopbackServer { _ in [.text("SSH-2.0-OpenSSH_9.2\r\n\r\n"), .close] }
        let error = await transportError { _ = try await transport.make().send(.canary(server.url())) }
        #expect(error?.kind == .malformedResponse)
    }

    #if os(Linux)
        @Test(.disabled("FoundationNetworking 6.3 ends the process: Transfer completed, but there's no response."))
        func `URLSession on Linux crashes on a head that breaks off: not run`() {}
    #endif

    @Test(arguments: TransportUnderTest.allCases)
    func `a port on which nothing listens refuses`(transport: TransportUnderTest) async throws {
        let url = try #require(URL(string: "http://127.0.0.1:\(Machine.unusedPort())/"))
        let error = await transportError { _ = try await transport.make().send(.canary(url)) }
        #expect(error?.kind == .connectionRefused)
        #expect(error?.host == "127.0.0.1")
        #expect(error?.message.contains("127.0.0.1") == true)
    }

    /// The label is longer than a name may be, so that no resolver is asked over the network.
    @Test(arguments: TransportUnderTest.allCases)
    func `a name without an address is told as such`(transport: TransportUnderTest) async throws {
        let url = try #require(URL(string: "https://\(String(repeating: "a", count: 64)).invalid/"))
        let error = await transportError { _ = try await transport.make().send(.canary(url)) }
        #expect(error?.kind == .nameResolution)
    }

    @Test(arguments: TransportUnderTest.allCases)
    func `a server that does not speak TLS is told as such`(transport: TransportUnderTest) async throws {
        let server = try LoopbackServer(greeting: "220 mail.example ESMTP\r\n") { _ in [.close] }
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
        let error = await transportError { _ = try await transport.make().send(.canary(url)) }
        #expect(error?.kind == .tls)
    }

    @Test(arguments: TransportUnderTest.withBackpressure)
    func `a head beyond 256 KiB is refused`(transport: TransportUnderTest) async throws {
        let server = try LoopbackServer { _ in
            [.text("HTTP/1.1 200 OK\r\n")]
                + (0..<50).map { .text("X-Large-\($0): \(String(repeating: "v", count: 8 * 1024))\r\n") } + [
                    .text("\r\n")
                ]
        }
        let error = await transportError { _ = try await transport.make().send(.canary(server.url())) }
        #expect(error?.kind == .headTooLarge)
    }

    @Test(arguments: TransportUnderTest.withBackpressure)
    func `a single header line beyond all measure is refused`(transport: TransportUnderTest) async throws {
        let server = try LoopbackServer { _ in
            [.text("HTTP/1.1 200 OK\r\nX-Large: \(String(repeating: "v", count: 300 * 1024))\r\n\r\n"), .hold]
        }
        let error = await transportError { _ = try await transport.make().send(.canary(server.url())) }
        #expect(error?.kind == .headTooLarge)
    }
}
