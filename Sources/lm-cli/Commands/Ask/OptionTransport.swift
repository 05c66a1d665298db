import LMTransport

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
