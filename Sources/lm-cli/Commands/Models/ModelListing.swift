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
        return try await invocation.interruption.gracefully { try await fetch(environment: invocation.environment) }
    }

    private nonisolated(nonsending) func fetch(environment: Environment) async throws -> [String] {
        do {
            let response = try await transport.send(try request(environment))
            var bytes: [UInt8] = []
            for try await chunk in response.body {
                bytes += chunk
                guard bytes.count <= 16 << 20 else { break }
            }
            guard (200...299).contains(response.status), let list = try? JSONValue(parsing: bytes),
                let models = list["data"]?.arrayValue
            else {
                throw ErrorClassifier().response(
                    status: response.status, headers: response.headers, body: bytes, now: Date())
            }
            return models.compactMap { $0["id"]?.stringValue }
        } catch let error as TransportError {
            throw report(ProviderError(error))
        } catch let error as ProviderError {
            throw report(error)
        }
    }

    private func request(_ environment: Environment) throws -> HTTPRequest {
        let key =
            server.key.key ?? (server.isOwn ? server.provider.keyVariables.compactMap { environment[$0] }.first : nil)
        guard key != nil || !server.isOwn else {
            throw ProviderError(
                kind: .missingAPIKey, message: "There is no key.", category: .authentication, retryAdvice: .never)
        }
        return HTTPRequest(
            url: server.baseURL.url.appending(path: "models"), headers: [.accept: "application/json"],
            timeouts: server.timeouts, credential: key.map { Credential(bearer: $0) })
    }

    private func report(_ failure: any LanguageModelFailure) -> CLIError {
        FailureReport(service: server.service(model: ""), record: ReplyRecord()).error(for: failure)
    }
}
