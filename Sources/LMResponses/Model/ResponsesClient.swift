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
            var start = try await reader.next() ?? []
            if request.holdsReasoning && !builder.omitsReasoning {
                // A server may find out that it cannot read its reasoning after it has begun the response. Until
                // something of the answer is there, another request can still take this one's place.
                while !start.contains(where: \.isContent), let batch = try await reader.next() { start += batch }
            }
            let pending = PendingBatch(Self.insert(notes, into: start))
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

extension GenerationEvent {
    /// Whether the event is part of an answer, or ends it, rather than saying that one begins.
    fileprivate var isContent: Bool {
        switch self {
        case .textDelta, .reasoningDelta, .toolCallStart, .toolCallDelta, .refusalDelta, .citation, .finished: true
        case .serverToolCall(let call): call.phase != .started
        default: false
        }
    }
}

extension ResponsesError {
    /// Whether the server refused the request because it cannot read reasoning that was sent back to it, whichever way
    /// it says so: by a status, by an event, by a response that failed.
    ///
    /// The words are those of xAI's and OpenAI's servers. A server that says no without a word may mean this too; one
    /// more request finds out.
    var isAboutEncryptedReasoning: Bool {
        let isRefusal = kind == .generationFailed || kind == .requestFailed(statusCode: 400)
        if isRefusal && code == nil && evidence?.body?.isEmpty ?? true { return true }
        switch kind {
        case .generationFailed, .requestFailed:
            let words = ((code ?? "") + "\n" + message.prefix(4096)).lowercased()
            return Self.reasoningPhrases.contains { $0.allSatisfy { words.utf8.firstRange(of: $0.utf8) != nil } }
        case .missingAPIKey, .invalidResponse, .imageEncodingFailed: return false
        }
    }

    /// The words that make an error one about reasoning where all of one list stand in it.
    private static let reasoningPhrases: [[String]] = [
        ["encrypted_content"], ["encrypted content"], ["encrypted reasoning"], ["compaction blob"],
        ["decrypt"], ["thinking_signature"], ["item", "rs_", "not found"], ["reasoning", "not found"],
        ["of type 'reasoning'"], ["reasoning item"],
    ]
}
