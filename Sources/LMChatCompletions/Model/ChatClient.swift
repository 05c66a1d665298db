import LMJSON
import LMProtocol
import LMProvider
import LMTransport
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Sends one request to a Chat Completions server and decodes what comes back.
struct ChatClient: Sendable {
    var endpoint: Endpoint
    var transport: any HTTPTransport
    /// Measures how long a server may take to end an answer.
    var clock: any Clock<Duration>
    /// What dates in headers are counted from.
    var now: @Sendable () -> Date
    var environment: @Sendable () -> [String: String]
    var dialect: ChatDialect

    /// Starts a generation.
    ///
    /// Returns when the first event is there, so that an error that comes in its place is thrown here.
    nonisolated(nonsending) func respond(
        to request: GenerationRequest, _ builder: ChatRequestBuilder
    ) async throws -> GenerationStream {
        do {
            return try await start(request, builder)
        } catch {
            throw Self.mapped(error)
        }
    }

    /// Fetches a document with `GET`.
    nonisolated(nonsending) func document(path: String) async throws -> JSONValue {
        do {
            let request = try endpoint.request(
                method: "GET", path: path, headers: [.accept: "application/json"], environment: environment())
            let response = try await send(request)
            var bytes: [UInt8] = []
            switch try await read(response) {
            case .events(let chunks): bytes = Array(chunks.joined())
            case .document(let document): bytes = document
            }
            guard (200...299).contains(response.status), let value = try? JSONValue(parsing: bytes) else {
                throw failure(response, bytes, request)
            }
            return value
        } catch {
            throw Self.mapped(error)
        }
    }

    private nonisolated(nonsending) func start(
        _ request: GenerationRequest, _ builder: ChatRequestBuilder
    ) async throws -> GenerationStream {
        let body = try builder.build(request)
        let httpRequest = try endpoint.request(
            method: "POST", path: "chat/completions",
            headers: [.contentType: "application/json", .accept: "text/event-stream"], body: body.bytes,
            environment: environment())
        let response = try await send(httpRequest)
        let notes = body.adjustments.map(GenerationEvent.adjustment)
        switch try await read(response) {
        case .document(let bytes):
            let events = try decode(bytes, response, httpRequest, body.context)
            return GenerationStream(events: Self.insert(notes, into: events))
        case .events(let first):
            let reader = ChatReader(
                first: first, rest: response.body, decoder: ChatStreamDecoder(body.context), clock: clock,
                requestID: response.headers[.requestID])
            let pending = Mutex<[GenerationEvent]?>(Self.insert(notes, into: try await reader.next() ?? []))
            return GenerationStream {
                if let batch = pending.withLock({ $0.take() }), !batch.isEmpty { return batch }
                do {
                    return try await reader.next()
                } catch {
                    throw Self.mapped(error)
                }
            }
        }
    }

    private nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        do {
            return try await transport.send(request)
        } catch let error as TransportError {
            throw ProviderError(error)
        }
    }

    private nonisolated(nonsending) func read(_ response: HTTPResponse) async throws -> ResponseBody {
        do {
            return try await ResponseBody.read(response, framing: .serverSentEvents)
        } catch let error as TransportError {
            throw ProviderError(error)
        }
    }

    /// Decodes an answer that was not streamed; it takes the path of a stream with one event.
    private func decode(
        _ bytes: [UInt8], _ response: HTTPResponse, _ request: HTTPRequest, _ context: ChatContext
    ) throws -> [GenerationEvent] {
        guard (200...299).contains(response.status), let answer = try? JSONValue(parsing: bytes),
            let chunk = ChatChunk(document: answer), chunk.hasChoice || chunk.top["error"] != nil
        else { throw failure(response, bytes, request) }
        return try ChatDocument.events(chunk, context)
    }

    private func failure(_ response: HTTPResponse, _ bytes: [UInt8], _ request: HTTPRequest) -> ProviderError {
        ErrorClassifier().response(
            status: response.status, headers: response.headers, body: bytes, now: now(), credential: request.credential)
    }

    /// Puts the adjustments of the request behind the event that starts the response.
    private static func insert(_ notes: [GenerationEvent], into events: [GenerationEvent]) -> [GenerationEvent] {
        guard !notes.isEmpty else { return events }
        guard case .started? = events.first else { return notes + events }
        return [events[0]] + notes + events.dropFirst()
    }

    /// The error that is thrown of what failed.
    private static func mapped(_ error: any Error) -> any Error {
        switch error {
        case let error as ProviderError:
            return LanguageModelError(error) ?? error
        default: return error
        }
    }
}

/// An answer that was not streamed.
package enum ChatDocument {
    /// The events that a document stands for; `nil` where it is no answer.
    ///
    /// - Throws: ``ProviderError`` where the server says in it that it failed.
    package static func events(_ document: JSONValue, _ context: ChatContext) throws -> [GenerationEvent]? {
        try ChatChunk(document: document).map { try events($0, context) }
    }

    static func events(_ chunk: ChatChunk, _ context: ChatContext) throws -> [GenerationEvent] {
        var translator = ChatTranslator(context)
        var events: [GenerationEvent] = []
        do throws(ProviderError) {
            try translator.translate(.chunk(chunk), into: &events)
            // A document that is there is whole, also where the server does not say why it ended.
            try translator.end(isOrderly: true, &events)
        } catch {
            var error = error
            error.partial = translator.partial
            throw error
        }
        return events
    }
}
