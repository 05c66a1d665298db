import Foundation
import LMTransport
import Synchronization

/// A small HTTP/1.1 server on 127.0.0.1 that does what a script says, for tests of what a socket can do to a client.
///
/// ```swift
/// let go = Signal()
/// let server = try LoopbackServer { _ in [.streamHead, .chunk("data: 1\n\n"), .wait(go), .reset] }
/// let response = try await transport.send(HTTPRequest(url: server.url()))
/// ```
///
/// One thread serves every connection. Connections stay open between requests unless a script closes them. The server
/// ends, and closes what is open, when the last reference to it goes.
public final class LoopbackServer: Sendable {
    /// The port it listens on.
    public let port: UInt16

    private let state: LoopbackState

    /// Starts a server. The script is called on the server's thread for each request when it is whole, and gives the
    /// steps of its answer.
    ///
    /// - Parameters:
    ///   - sendBuffer: how many bytes the kernel may hold for a client that does not read; `nil` leaves it to the
    ///     system.
    ///   - greeting: what is written to a new connection before any request.
    public init(
        sendBuffer: Int32? = nil, greeting: String = "",
        _ script: @escaping @Sendable (ReceivedRequest) -> [LoopbackStep]
    ) throws {
        let (listener, port) = try Socket.listen()
        if let sendBuffer { Socket.limitSendBuffer(listener, to: sendBuffer) }
        let (wakeEnd, wakingEnd) = try Socket.pipe()
        self.port = port
        let state = LoopbackState(wakingEnd: wakingEnd)
        self.state = state
        let thread = Thread {
            var loop = LoopbackLoop(
                listener: listener, wakeEnd: wakeEnd, greeting: Array(greeting.utf8), state: state, script: script)
            loop.run()
        }
        thread.name = "LoopbackServer"
        thread.start()
    }

    deinit { state.stop() }

    /// The address of a path on the server.
    public func url(_ path: String = "/") -> URL {
        url(host: "127.0.0.1", path)
    }

    /// The address of a path on the server under another name of this machine, such as `localhost`.
    public func url(host: String, _ path: String = "/") -> URL {
        URL(string: "http://\(host):\(port)\(path)") ?? URL(filePath: "/")
    }

    /// The requests so far.
    public var requests: [ReceivedRequest] { state.requests }

    /// How many connections clients opened so far.
    public var connectionCount: Int { state.connectionCount }

    /// Waits for the request with an index, counted from 0.
    public func request(at index: Int = 0) async throws -> ReceivedRequest {
        try await state.signal(forRequest: index).wait()
        return state.requests[index]
    }
}
