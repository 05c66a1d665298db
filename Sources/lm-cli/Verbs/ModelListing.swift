import LMJSON
import LMProtocol
import LMProvider
import LMResponses
import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Asks a server which models it has: the cheapest request that needs a valid key.
struct ModelListing: Sendable {
    let server: ServerChoice
    var transport: any HTTPTransport = NetworkTransport()

    /// The names of the models, in the server's order, with a word of what is waited for. Throws a report of what failed.
    nonisolated(nonsending) func fetch(_ invocation: Invocation) async throws -> [String] {
        let indicator = WaitIndicator(
            "waiting for \(server.baseURL.host)…", console: invocation.console, time: invocation.time)
        defer { indicator.stop() }
        return try await invocation.interruption.gracefully { try await fetch() }
    }

    private nonisolated(nonsending) func fetch() async throws -> [String] {
        do {
            let response = try await transport.send(try request())
            var bytes: [UInt8] = []
            for try await chunk in response.body {
                bytes += chunk
                guard bytes.count <= 16 << 20 else { break }
            }
            guard (200...299).contains(response.status), let list = try? JSONValue(parsing: bytes),
                let models = (list["data"] ?? list["models"])?.arrayValue ?? list.arrayValue
            else {
                throw ErrorClassifier().response(
                    status: response.status, headers: response.headers, body: bytes, now: Date())
            }
            return models.compactMap { ($0["id"] ?? $0["name"])?.stringValue }
                .map { $0.hasPrefix("models/") ? String($0.dropFirst(7)) : $0 }
        } catch let error as TransportError {
            throw report(ProviderError(error))
        } catch let error as ProviderError {
            throw report(error)
        }
    }

    private func request() throws -> HTTPRequest {
        guard server.key.key != nil || !server.isOwn else {
            throw ProviderError(
                kind: .missingAPIKey, message: "There is no key.", category: .authentication, retryAdvice: .never)
        }
        var headers: HTTPFields = [.accept: "application/json"]
        var url = server.baseURL.url
        if server.wire == .messages {
            headers["anthropic-version"] = "2023-06-01"
            if url.lastPathComponent != "v1" { url.append(path: "v1") }
        }
        if server.wire == .gemini, !url.lastPathComponent.hasPrefix("v1") { url.append(path: "v1beta") }
        url.append(path: "models")
        return HTTPRequest(url: url, headers: headers, timeouts: server.timeouts, credential: server.credential)
    }

    private func report(_ failure: any LanguageModelFailure) -> CLIError {
        FailureReport(service: server.service(model: ""), record: ReplyRecord()).error(for: failure)
    }
}
