import LMProvider
import LMResponses
import LMTransport

/// The network, opened when the first request is sent and not before.
struct NetworkTransport: HTTPTransport {
    nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let transport = try DefaultTransport.transport()
        return try await transport.send(request)
    }
}
