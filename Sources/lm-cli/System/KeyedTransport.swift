import LMTransport

/// Gives requests that bring no key of their own the key that the tool has.
struct KeyedTransport: HTTPTransport {
    let base: any HTTPTransport
    let credential: Credential?

    nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.credential == nil, let credential else { return try await base.send(request) }
        var request = request
        request.credential = credential
        return try await base.send(request)
    }
}
