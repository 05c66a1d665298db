import LMJSON
import LMProtocol
import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Sends one request to a Responses server and decodes what comes back. Shared by the models of this package.
package struct ResponsesClient: Sendable {
    package var endpoint: Endpoint
    package var transport: any HTTPTransport
    /// Measures how long a finished response may take to end.
    package var clock: any Clock<Duration>
    /// What dates in headers are counted from.
    package var now: @Sendable () -> Date
    /// Whether two names stand for one model.
    package var isSameModel: @Sendable (_ requested: String, _ served: String) -> Bool
    /// Makes the error that is thrown of a ``ResponsesError`` or a ``ConnectionFailure``.
    package var mapping: @Sendable (any Error) -> any Error
    private let environment: @Sendable () -> [String: String]

    package init(
        endpoint: Endpoint, transport: any HTTPTransport, clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Date, environment: @escaping @Sendable () -> [String: String],
        isSameModel: @escaping @Sendable (_ requested: String, _ served: String) -> Bool,
        mapping: @escaping @Sendable (any Error) -> any Error
    ) {
        self.endpoint = endpoint
        self.transport = transport
        self.clock = clock
        self.now = now
        self.environment = environment
        self.isSameModel = isSameModel
        self.mapping = mapping
    }

    /// Starts a generation.
    ///
    /// Returns when the first event is there, so that an error that comes in its place is thrown here.
    package nonisolated(nonsending) func respond(
        to request: GenerationRequest, _ builder: RequestBuilder
    ) async throws -> GenerationStream {
        do {
            return try await start(request, builder)
        } catch let error as ResponsesError where error.isAboutEncryptedReasoning && request.holdsReasoning {
            // Another account or a changed model cannot read it; the conversation goes on without it.
            var builder = builder
            builder.omitsReasoning = true
            do {
                return try await start(
                    request, builder,
                    adjustments: [
                        Adjustment(
                            .reasoningDropped, "The server could not read its earlier reasoning; it was left out.")
                    ])
            } catch {
                throw mapped(error)
            }
        } catch {
            throw mapped(error)
        }
    }

    /// Fetches a document with `GET`.
    ///
    /// - Throws: what ``mapping`` makes of the failure.
    package nonisolated(nonsending) func document(path: String) async throws -> JSONValue {
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
            throw mapped(error)
        }
    }

    private func mapped(_ error: any Error) -> any Error {
        error is ResponsesError || error is ConnectionFailure ? mapping(error) : error
    }

    private nonisolated(nonsending) func start(
        _ request: GenerationRequest, _ builder: RequestBuilder, adjustments: [Adjustment] = []
    ) async throws -> GenerationStream {
        let body = try builder.build(request)
        let httpRequest = try endpoint.request(
            method: "POST", path: "responses",
            headers: [.contentType: "application/json", .accept: "text/event-stream"], body: body.bytes,
            environment: environment())
        let response = try await send(httpRequest)
        let translator = EventTranslator(
            requestedModel: builder.settings.card.name, provider: builder.settings.dialect.provider,
            isSameModel: isSameModel)
        let notes = (adjustments + body.adjustments).map(GenerationEvent.adjustment)
        switch try await read(response) {
        case .document(let bytes):
            let events = try decode(bytes, response, httpRequest, translator)
            return GenerationStream(events: Self.insert(notes, into: events))
        case .events(let first):
            let reader = ResponseReader(
                first: first, rest: response.body, translator: translator, clock: clock,
                requestID: response.headers[.requestID])
            let pending = PendingBatch(Self.insert(notes, into: try await reader.next() ?? []))
            return GenerationStream {
                if let batch = pending.take() { return batch }
                do {
                    return try await reader.next()
                } catch {
                    throw mapped(error)
                }
            }
        }
    }

    private nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        do {
            return try await transport.send(request)
        } catch let error as TransportError {
            throw ConnectionFailure(error)
        }
    }

    private nonisolated(nonsending) func read(_ response: HTTPResponse) async throws -> ResponseBody {
        do {
            return try await ResponseBody.read(response)
        } catch let error as TransportError {
            throw ConnectionFailure(error)
        }
    }

    /// Decodes an answer that was not streamed; it takes the path of a stream with one event.
    private func decode(
        _ bytes: [UInt8], _ response: HTTPResponse, _ request: HTTPRequest, _ translator: EventTranslator
    ) throws -> [GenerationEvent] {
        guard (200...299).contains(response.status), let answer = try? JSONValue(parsing: bytes),
            answer["object"] == "response" || answer["object"] == nil && answer["output"]?.arrayValue != nil
        else { throw failure(response, bytes, request) }
        guard answer["output"]?.arrayValue != nil || answer["status"] == "failed" else {
            throw ResponsesError(
                kind: .invalidResponse, message: "The response has no output.", category: .malformedResponse,
                retryAdvice: .backoff,
                evidence: FailureEvidence(
                    status: response.status, requestID: response.headers[.requestID],
                    body: ErrorRedactor(credential: request.credential).evidence(bytes)))
        }
        var translator = translator
        var events: [GenerationEvent] = []
        do {
            try translator.translate(.ended(status: "completed", answer), into: &events)
        } catch {
            var error = error
            error.partial = translator.partial
            throw error
        }
        return events
    }

    private func failure(_ response: HTTPResponse, _ bytes: [UInt8], _ request: HTTPRequest) -> ResponsesError {
        ErrorClassifier.response(
            status: response.status, headers: response.headers, body: bytes, now: now(), credential: request.credential)
    }

    /// Puts the adjustments of the request behind the event that starts the response.
    private static func insert(_ notes: [GenerationEvent], into events: [GenerationEvent]) -> [GenerationEvent] {
        guard !notes.isEmpty else { return events }
        guard case .started? = events.first else { return notes + events }
        return [events[0]] + notes + events.dropFirst()
    }
}

extension GenerationRequest {
    /// Whether there is reasoning to leave out.
    fileprivate var holdsReasoning: Bool { transcript.contains { if case .reasoning = $0 { true } else { false } } }
}

extension ResponsesError {
    /// Whether the server refused the request because it cannot read reasoning that was sent back to it.
    ///
    /// The test is the one that xAI's own client makes, and the words of the error for a missing summary.
    var isAboutEncryptedReasoning: Bool {
        kind == .requestFailed(statusCode: 400)
            && (message.contains("encrypted_content") || message.contains("compaction blob"))
    }
}
