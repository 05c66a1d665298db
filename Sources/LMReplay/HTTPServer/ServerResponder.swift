import LMTransport
import Synchronization

/// Writes the response to one request.
final class ServerResponder: Sendable {
    private enum Phase {
        case nothing, streaming, done, broken
    }

    let connection: ServerConnection
    private let request: ServerRequest
    private let phase = Mutex(Phase.nothing)
    /// Whether the response has no body, whatever is written.
    private let isBodiless = Mutex(false)

    init(connection: ServerConnection, request: ServerRequest) {
        self.connection = connection
        self.request = request
    }

    /// Whether the connection can be used for another request.
    var canContinue: Bool { phase.withLock { $0 == .done } && request.keepsAlive }

    /// Whether a head was written.
    var hasBegun: Bool { phase.withLock { $0 != .nothing } }

    /// Writes a whole response.
    func send(status: Int, headers: HTTPFields = [:], body: [UInt8]) async throws {
        var headers = headers
        headers[.contentLength] = String(body.count)
        addConnection(to: &headers)
        phase.withLock { $0 = .streaming }
        try await connection.write(
            ResponseText.head(status: status, headers: headers) + (request.method == "HEAD" ? [] : body))
        phase.withLock { $0 = .done }
    }

    /// Writes the head of a response whose body comes in chunks.
    func begin(status: Int, headers: HTTPFields) async throws {
        var headers = headers
        let isBodiless = request.method == "HEAD" || status == 204 || status == 304
        self.isBodiless.withLock { $0 = isBodiless }
        // HTTP/1.0 has no chunks: the body ends with the connection.
        if !request.isHTTP10, status != 204, status != 304 { headers["transfer-encoding"] = "chunked" }
        addConnection(to: &headers)
        phase.withLock { $0 = .streaming }
        try await connection.write(ResponseText.head(status: status, headers: headers))
    }

    /// Writes a chunk of the body, by itself.
    func write(_ chunk: [UInt8]) async throws {
        guard !chunk.isEmpty, !isBodiless.withLock({ $0 }) else { return }
        try await connection.write(request.isHTTP10 ? chunk : ResponseText.chunk(chunk))
    }

    /// Ends a body as complete.
    func end() async throws {
        let hasChunks = !request.isHTTP10 && !isBodiless.withLock { $0 }
        if hasChunks { try await connection.write(ResponseText.chunk([])) }
        phase.withLock { $0 = request.isHTTP10 ? .broken : .done }
    }

    /// Ends the connection in the middle of a body.
    func abort() {
        phase.withLock { $0 = .broken }
        connection.close()
    }

    /// Ends the connection with a reset, once the client has what was written.
    func reset() async {
        phase.withLock { $0 = .broken }
        await connection.reset()
    }

    private func addConnection(to headers: inout HTTPFields) {
        if !request.keepsAlive { headers["connection"] = "close" }
    }
}
