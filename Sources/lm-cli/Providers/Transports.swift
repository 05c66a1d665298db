import LMProvider
import LMTransport

/// The network, opened when the first request is sent and not before.
struct NetworkTransport: HTTPTransport {
    nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let transport = try DefaultTransport.transport()
        return try await transport.send(request)
    }
}

/// Gives requests that bring no key of their own the key that the tool has.
struct KeyedTransport: HTTPTransport {
    let base: any HTTPTransport
    let credential: Credential?
    /// The server that the key is for.
    let origin: Origin?

    nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.credential == nil, let credential, let origin else { return try await base.send(request) }
        var request = request
        try request.attach(credential, for: origin)
        return try await base.send(request)
    }
}

/// Adds members to the JSON of requests on their way.
struct OptionTransport: HTTPTransport {
    let base: any HTTPTransport
    let options: RequestOptions

    nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        request.body = options.applied(to: request.body)
        return try await base.send(request)
    }
}
