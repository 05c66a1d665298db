import LMJSON
import LMProtocol
import LMTransport
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a wire hands in to have one request sent and its answer read.
public struct AnswerRequest<Translator: AnswerTranslator>: Sendable {
    /// The path below the endpoint's address, such as `responses`.
    public var path: String
    /// Parts of the address behind the path, such as `alt=sse`; never a key.
    public var query: [URLQueryItem] = []
    /// Header fields besides those for JSON and for the key.
    public var headers: HTTPFields = [:]
    /// The body, as JSON.
    public var body: [UInt8]
    /// How the frames of the answer are told apart.
    public var framing: AnswerFraming
    /// What reads them.
    public var translator: Translator
    /// What had to be changed for the request.
    public var adjustments: [Adjustment]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - path: The path below the endpoint's address.
    ///   - body: The body, as JSON.
    ///   - translator: What reads the answer's frames.
    ///   - framing: How they are told apart.
    ///   - adjustments: What had to be changed for the request.
    public init(
        path: String, body: [UInt8], translator: Translator, framing: AnswerFraming = .serverSentEvents,
        adjustments: [Adjustment] = []
    ) {
        self.path = path
        self.body = body
        self.translator = translator
        self.framing = framing
        self.adjustments = adjustments
    }
}

/// Sends requests to a provider's server and reads what comes back: a stream, a document or an error, told apart by the
/// status and the first bytes, whatever the content type says.
public struct ProviderClient: Sendable {
    /// Where requests go.
    public var endpoint: Endpoint
    /// What errors of this server are.
    public var errors: ErrorClassifier
    /// What is taken from outside.
    public var environment: ProviderEnvironment
    /// Makes the error that is thrown of a ``ProviderError``; by default the one that all models share, where there is one.
    public var mapping: @Sendable (ProviderError) -> any Error = { LanguageModelError($0) ?? $0 }

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - endpoint: Where requests go.
    ///   - errors: What errors of this server are.
    ///   - environment: What is taken from outside.
    public init(
        endpoint: Endpoint, errors: ErrorClassifier = ErrorClassifier(),
        environment: ProviderEnvironment = ProviderEnvironment()
    ) {
        self.endpoint = endpoint
        self.errors = errors
        self.environment = environment
    }

    /// Starts a generation.
    ///
    /// Returns when the first event is there, so that an error that comes in its place is thrown here.
    ///
    /// - Parameter make: Makes the request. Called with `nil` first; called once more, with the error, if the server
    ///   refuses the request or gives up before it has said anything, and may then make another one that the server may
    ///   take, or `nil` to leave it at the error.
    /// - Throws: what ``mapping`` makes of the failure, and what `make` throws.
    public nonisolated(nonsending) func respond<Translator: AnswerTranslator>(
        _ make: @escaping @Sendable (ProviderError?) throws -> AnswerRequest<Translator>?
    ) async throws -> GenerationStream {
        let attempts = AnswerAttempts(client: self, make: make)
        do {
            try await attempts.start()
        } catch {
            throw mapped(error)
        }
        return GenerationStream {
            do {
                return try await attempts.next()
            } catch {
                throw mapped(error)
            }
        }
    }

    /// Fetches a document with `GET`.
    ///
    /// - Throws: what ``mapping`` makes of the failure.
    public nonisolated(nonsending) func document(
        path: String, query: [URLQueryItem] = [], headers: HTTPFields = [:]
    ) async throws -> JSONValue {
        try await document("GET", path: path, query: query, headers: headers, body: [])
    }

    /// Sends a document with `POST`, and gives the one that answers it.
    ///
    /// - Throws: what ``mapping`` makes of the failure.
    public nonisolated(nonsending) func document(
        posting body: [UInt8], path: String, headers: HTTPFields = [:]
    ) async throws -> JSONValue {
        var headers = headers
        headers[.contentType] = "application/json"
        return try await document("POST", path: path, query: [], headers: headers, body: body)
    }

    private nonisolated(nonsending) func document(
        _ method: String, path: String, query: [URLQueryItem], headers: HTTPFields, body: [UInt8]
    ) async throws -> JSONValue {
        do {
            var headers = headers
            headers[.accept] = "application/json"
            let request = try endpoint.request(
                method: method, path: path, query: query, headers: headers, body: body,
                environment: environment.environment())
            let response = try await send(request)
            var bytes: [UInt8] = []
            switch try await read(response, framing: .serverSentEvents) {
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

    private func mapped(_ error: any Error) -> any Error { (error as? ProviderError).map(mapping) ?? error }

    /// Sends one request and gives its answer, with the first batch of events read.
    fileprivate nonisolated(nonsending) func start<Translator: AnswerTranslator>(
        _ answer: AnswerRequest<Translator>
    ) async throws -> GenerationStream {
        var headers = answer.headers
        headers[.contentType] = "application/json"
        headers[.accept] = answer.framing == .serverSentEvents ? "text/event-stream" : "application/json"
        let request = try endpoint.request(
            method: "POST", path: answer.path, query: answer.query, headers: headers, body: answer.body,
            environment: environment.environment())
        let response = try await send(request)
        let notes = answer.adjustments.map(GenerationEvent.adjustment)
        let redactor = SecretRedactor(request: request)
        switch try await read(response, framing: answer.framing) {
        case .document(let bytes):
            let events = try decode(bytes, response, request, answer.translator)
            return GenerationStream(events: Self.insert(notes, into: events))
        case .events(let first):
            let reader = AnswerReader(
                first: first, rest: response.body, decoder: AnswerDecoder(answer.translator, framing: answer.framing),
                clock: environment.clock, limit: limit,
                requestID: Self.requestID(response.headers).map(redactor.redact),
                redactor: redactor)
            let batch = Mutex<[GenerationEvent]?>(Self.insert(notes, into: try await reader.next() ?? []))
            return GenerationStream {
                if let batch = batch.withLock({ $0.take() }), !batch.isEmpty { return batch }
                return try await reader.next()
            }
        }
    }

    private var limit: ProgressLimit { ProgressLimit(time: endpoint.timeouts.answer) }

    private nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let transport = try environment.transport ?? DefaultTransport.transport()
        var request = request
        // A server that is silent says nothing of the answer either.
        if let limit = limit.time { request.timeouts.idle = min(request.timeouts.idle ?? limit, limit) }
        do {
            return try await transport.send(request)
        } catch let error as TransportError {
            throw ProviderError(error)
        }
    }

    private nonisolated(nonsending) func read(
        _ response: HTTPResponse, framing: AnswerFraming
    ) async throws -> ResponseBody {
        do {
            return try await ResponseBody.read(
                response, framing: framing, limit: limit, clock: environment.clock)
        } catch let error as TransportError {
            throw ProviderError(error)
        }
    }

    /// Decodes an answer that was not streamed; it takes the path of a stream with one event.
    private func decode(
        _ bytes: [UInt8], _ response: HTTPResponse, _ request: HTTPRequest, _ translator: some AnswerTranslator
    ) throws -> [GenerationEvent] {
        guard (200...299).contains(response.status), let answer = try? JSONValue(parsing: bytes),
            translator.isAnswer(answer)
        else { throw failure(response, bytes, request) }
        let redactor = SecretRedactor(request: request)
        var translator = translator
        var events: [GenerationEvent] = []
        do throws(ProviderError) {
            try translator.translate(document: answer, into: &events)
        } catch {
            var error = redactor.redact(error)
            error.partial = error.partial ?? translator.partial
            var evidence = error.evidence ?? FailureEvidence(body: redactor.evidence(bytes))
            evidence.status = evidence.status ?? response.status
            evidence.requestID = evidence.requestID ?? Self.requestID(response.headers).map(redactor.redact)
            error.evidence = evidence
            throw error
        }
        return events
    }

    private func failure(_ response: HTTPResponse, _ bytes: [UInt8], _ request: HTTPRequest) -> ProviderError {
        errors.response(
            status: response.status, headers: response.headers, body: bytes, now: environment.now(),
            redactor: SecretRedactor(request: request))
    }

    /// The server's identifier of a request, under the name that OpenAI gave it or Anthropic's.
    static func requestID(_ headers: HTTPFields) -> String? { headers[.requestID] ?? headers["request-id"] }

    /// Puts the adjustments of the request behind the event that starts the response.
    private static func insert(_ notes: [GenerationEvent], into events: [GenerationEvent]) -> [GenerationEvent] {
        guard !notes.isEmpty else { return events }
        guard case .started? = events.first else { return notes + events }
        return [events[0]] + notes + events.dropFirst()
    }
}

/// The one or two requests that an answer takes.
private final class AnswerAttempts<Translator: AnswerTranslator>: Sendable {
    private struct State {
        var stream: GenerationStream?
        /// Whether another request can still be made: nothing has been said yet, and there was one only.
        var mayTryAgain = true
    }

    private let client: ProviderClient
    private let make: @Sendable (ProviderError?) throws -> AnswerRequest<Translator>?
    private let state = Mutex(State())

    init(client: ProviderClient, make: @escaping @Sendable (ProviderError?) throws -> AnswerRequest<Translator>?) {
        self.client = client
        self.make = make
    }

    nonisolated(nonsending) func start() async throws {
        guard let request = try make(nil) else { return }
        do {
            let stream = try await client.start(request)
            state.withLock { $0.stream = stream }
        } catch let error as ProviderError {
            try await startAgain(after: error)
        }
    }

    nonisolated(nonsending) func next() async throws -> [GenerationEvent]? {
        let stream = state.withLock { $0.stream }
        do {
            let batch = try await stream?.next()
            if batch?.contains(where: Self.saysSomething) ?? true { state.withLock { $0.mayTryAgain = false } }
            return batch
        } catch let error as ProviderError {
            try await startAgain(after: error)
            return try await next()
        }
    }

    private nonisolated(nonsending) func startAgain(after error: ProviderError) async throws {
        let may = state.withLock { state in
            defer { state.mayTryAgain = false }
            return state.mayTryAgain
        }
        guard may, let request = try make(error) else { throw error }
        let stream = try await client.start(request)
        state.withLock { $0.stream = stream }
    }

    /// Whether an event is a part of the answer, which another request would say again.
    private static func saysSomething(_ event: GenerationEvent) -> Bool {
        switch event {
        case .started, .adjustment, .usage, .restarted: false
        default: true
        }
    }
}
