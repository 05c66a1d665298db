import Dispatch
import Foundation
import LMTransport
import Testing

@testable import LMReplay

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct ServerConnectionTests {
    /// A connection that some bytes of a client have come on already, and the client's end.
    private func connection(
        _ text: String = "GET /_lm/health HTTP/1.1\r\nhost: localhost\r\n\r\n"
    ) throws -> (connection: ServerConnection, client: Int32) {
        var ends: [Int32] = [0, 0]
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        let request = Array(text.utf8)
        try #require(write(ends[1], request, request.count) == request.count)
        let clock = VirtualClock()
        let connection = ServerConnection(
            descriptor: ends[0], queue: DispatchQueue(label: "test"), limits: HTTPServerLimits(), clock: clock,
            stopwatch: Stopwatch(clock))
        return (connection, ends[1])
    }

    @Test func `a request that comes when its connection is given up is not answered, and so not used up`() async throws
    {
        let (connection, client) = try connection()
        defer { close(client) }
        connection.expire(ifOverdueAt: .seconds(14))
        connection.expire(ifOverdueAt: .seconds(15))
        await #expect(throws: SocketError.self) { try await connection.nextRequest() }
    }

    @Test func `a client that is slow with its head is let go`() async throws {
        let (connection, client) = try connection("GET /")
        defer { close(client) }
        connection.expire(ifOverdueAt: .milliseconds(14_999))
        #expect(connection.idleSince != nil)
        connection.expire(ifOverdueAt: .seconds(15))
        await #expect(throws: SocketError.self) { try await connection.nextRequest() }
        var byte: UInt8 = 0
        #expect(read(client, &byte, 1) <= 0)
    }

    @Test func `a connection with a request is not idle`() async throws {
        let (connection, client) = try connection()
        defer { close(client) }
        #expect(try await connection.nextRequest()?.target == "/_lm/health")
        #expect(!connection.expireIfIdle())
        connection.expire(ifOverdueAt: .seconds(1_000))
        #expect(connection.idleSince == nil)
    }
}
