/// Sends requests: the one seam at which sockets, recording, replay and faults stand.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns when the response's head is there; the body follows on pull.
    ///
    /// Throws ``TransportError`` where no head came, and `CancellationError` where the calling task was cancelled,
    /// which ends the request on the wire. A status code is never an error here.
    nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
