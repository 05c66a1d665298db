import Foundation
import LMJSON
import LMProtocol
import LMProvider
import LMReplay
import LMTestSupport
import LMTransport
import Testing

@testable import LMResponses

struct ResponsesModelTests {
    private static let request = GenerationRequest(
        transcript: Transcript(entries: [.prompt(.init(id: "p1", segments: [.text(.init(id: "s", content: "Hi"))]))]))
    private static let answer = stream(
        StreamRowTests.created, StreamRowTests.message, StreamRowTests.delta("Hello"), StreamRowTests.completed)

    private static func model(
        _ transport: StubTransport, _ url: String = "http://127.0.0.1:18080/v1", dialect: ResponsesDialect = .generic,
        environment: [String: String] = [:]
    ) throws -> ResponsesModel {
        var model = ResponsesModel(name: "m", baseURL: try #require(URL(string: url)), dialect: dialect)
            .transport(transport)
        model.environment.environment = { environment }
        model.environment.now = { Date(timeIntervalSince1970: 1_700_000_000) }
        return model
    }

    private static func run(_ model: ResponsesModel) async -> (events: [GenerationEvent], error: (any Error)?) {
        var events: [GenerationEvent] = []
        do {
            for try await event in try await model.respond(to: request) { events.append(event) }
            return (events, nil)
        } catch {
            return (events, error)
        }
    }

    private static func text(_ events: [GenerationEvent]) -> String {
        events.compactMap { if case .textDelta(_, let text) = $0 { text } else { nil } }.joined()
    }

    // MARK: The way of an answer

    @Test func `a request goes to responses below the base URL, and its answer comes back`() async throws {
        let transport = StubTransport(.events(Self.answer))
        let (events, error) = await Self.run(try Self.model(transport))
        #expect(error == nil)
        #expect(Self.text(events) == "Hello")
        #expect(GenerationStreamLaws.violations(in: events).isEmpty)
        let request = try #require(transport.requests.first)
        #expect(request.method == "POST")
        #expect(request.url.absoluteString == "http://127.0.0.1:18080/v1/responses")
        #expect(request.headers[.accept] == "text/event-stream")
        #expect(request.headers[.contentType] == "application/json")
        #expect(request.credential == nil)
    }

    @Test(arguments: ["http://h/v1/", "http://h/v1"])
    func `a slash at the end of the base URL makes no difference`(_ url: String) async throws {
        let transport = StubTransport(.events(Self.answer))
        _ = await Self.run(try Self.model(transport, url))
        #expect(transport.requests.first?.url.absoluteString == "http://h/v1/responses")
    }

    @Test func `single bytes make the same answer`() async throws {
        let whole = await Self.run(try Self.model(StubTransport(.events(Self.answer))))
        let bytes = await Self.run(try Self.model(StubTransport(StubTransport.Reply.events(Self.answer).perByte)))
        #expect(bytes.events == whole.events)
    }

    @Test func `a response that was not streamed is the same answer`() async throws {
        let body =
            #"{"id":"r1","object":"response","status":"completed","model":"m","output":[{"type":"message","content":[{"type":"output_text","text":"Hello"}]}],"usage":{"input_tokens":1,"output_tokens":1}}"#
        let (events, error) = await Self.run(try Self.model(StubTransport(.document(200, body))))
        #expect(error == nil)
        #expect(Self.text(events) == "Hello")
        #expect(GenerationStreamLaws.violations(in: events).isEmpty)
    }

    @Test func `what was changed in the request is told with the first events`() async throws {
        var request = Self.request
        request.options.samplingMode = .random(top: 3)
        let stream = try await Self.model(StubTransport(.events(Self.answer))).respond(to: request)
        let events = try await stream.next() ?? []
        #expect(events.first == .started(ResponseInfo(id: "r1", model: "m")))
        #expect(
            events.dropFirst().first
                == .adjustment(
                    Adjustment(.optionDropped, "Sampling from the top 3 was left out: the model does not take it.")))
    }

    // MARK: The end of a body

    @Test func `the body is read to its end, so that the connection can be used again`() async throws {
        let transport = StubTransport(.events(Self.answer))
        let stream = try await Self.model(transport).respond(to: Self.request)
        var isFinished = false
        while !isFinished, let batch = try await stream.next() {
            isFinished = batch.contains { if case .finished = $0 { true } else { false } }
        }
        #expect(isFinished)
        #expect(transport.bodies.first?.hasEnded == true)
    }

    @Test func `a server that does not end the body is left after a moment, and the answer is whole`() async throws {
        let clock = VirtualClock()
        let transport = StubTransport(StubTransport.Reply.events(Self.answer).open)
        var model = try Self.model(transport)
        model.environment.clock = clock
        let reading = Task { [model] in await Self.run(model) }
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(2))
        let (events, error) = await reading.value
        #expect(error == nil)
        #expect(Self.text(events) == "Hello")
        #expect(transport.bodies.first?.isCancelled == true)
    }

    @Test func `letting go of the stream ends the request`() async throws {
        let transport = StubTransport(
            StubTransport.Reply.events(stream(StreamRowTests.created, StreamRowTests.message)).open)
        var stream: GenerationStream? = try await Self.model(transport).respond(to: Self.request)
        _ = try await stream?.next()
        #expect(transport.bodies.first?.isCancelled == false)
        stream = nil
        #expect(transport.bodies.first?.isCancelled == true)
    }

    @Test func `cancelling the task that waits ends the request`() async throws {
        let transport = StubTransport(
            StubTransport.Reply.events(stream(StreamRowTests.created, StreamRowTests.message)).open)
        let stream = try await Self.model(transport).respond(to: Self.request)
        _ = try await stream.next()
        let waiting = Task { try await stream.next() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(transport.bodies.first?.isCancelled == true)
    }

    // MARK: Failures

    @Test func `an error that comes in place of the first event is thrown before there is a stream`() async throws {
        let transport = StubTransport(.events(stream(#"{"type":"error","code":"server_error","message":"Broken."}"#)))
        let model = try Self.model(transport)
        let error = await #expect(throws: ProviderError.self) { try await model.respond(to: Self.request) }
        #expect(error?.kind == .generationFailed)
        #expect(error?.message == "Broken.")
    }

    @Test func `an error ends the request at once, also where the server would go on`() async throws {
        let reply = StubTransport.Reply.events(
            stream(StreamRowTests.created, #"{"type":"error","code":"server_error","message":"Broken."}"#))
        var open = reply.open
        open.headers[.requestID] = "req-1"
        let transport = StubTransport(open)
        let (_, error) = await Self.run(try Self.model(transport))
        #expect((error as? ProviderError)?.message == "Broken.")
        #expect((error as? ProviderError)?.evidence?.requestID == "req-1")
        #expect(transport.bodies.first?.isCancelled == true)
    }

    @Test func `row 1: an error as plain JSON with the status of success is an error with its message`() async throws {
        for type in ["application/json", "text/event-stream", "application/json; charset=utf-8"] {
            let transport = StubTransport(
                .document(
                    200,
                    #"{"code":"The service is currently unavailable","error":"Timed out waiting for first token"}"#,
                    type: type))
            let (_, error) = await Self.run(try Self.model(transport))
            let failure = error as? ProviderError
            #expect(failure?.kind == .requestFailed(statusCode: 200))
            #expect(failure?.message == "Timed out waiting for first token")
            #expect(failure?.retryAdvice == .backoff)
        }
    }

    @Test func `row 58: a JSON body without output is no answer`() async throws {
        let (_, error) = await Self.run(
            try Self.model(StubTransport(.document(200, #"{"object":"response","status":"completed"}"#))))
        #expect((error as? ProviderError)?.kind == .invalidResponse)
        #expect((error as? ProviderError)?.message == "The response has no output.")
    }

    @Test(arguments: [("<html>x</html>", "text/html"), ("", "text/event-stream"), ("hello", "text/plain")])
    func `a page, nothing and plain words are no answer`(_ body: String, _ type: String) async throws {
        let (events, error) = await Self.run(try Self.model(StubTransport(.document(200, body, type: type))))
        #expect(events.isEmpty)
        #expect((error as? ProviderError)?.kind == .invalidResponse)
        #expect((error as? ProviderError)?.category == .malformedResponse)
    }

    @Test(arguments: ["text/plain", "application/octet-stream"])
    func `an event stream under another type is read as what it is`(_ type: String) async throws {
        let (events, error) = await Self.run(try Self.model(StubTransport(.document(200, Self.answer, type: type))))
        #expect(error == nil)
        #expect(Self.text(events) == "Hello")
    }

    @Test func `a stream that ends early is a failure with what had come`() async throws {
        let cut = stream(StreamRowTests.created, StreamRowTests.message, StreamRowTests.delta("Hel"))
        let (events, error) = await Self.run(try Self.model(StubTransport(.events(cut))))
        #expect(Self.text(events) == "Hel")
        #expect((error as? ProviderError)?.category == .incompleteStream)
        #expect((error as? ProviderError)?.partial?.text == "Hel")
    }

    @Test(arguments: [
        (TransportError.Kind.truncatedBody, FailureCategory.incompleteStream), (.connectionReset, .transport),
        (.contentDecoding, .malformedResponse),
    ])
    func `a body that breaks is a failure with what had come`(
        _ kind: TransportError.Kind, _ category: FailureCategory
    ) async throws {
        let cut = stream(StreamRowTests.created, StreamRowTests.message, StreamRowTests.delta("Hel"))
        let reply = StubTransport.Reply.events(cut, failure: TransportError(kind, "It broke."))
        let (events, error) = await Self.run(try Self.model(StubTransport(reply)))
        #expect(Self.text(events) == "Hel")
        let failure = error as? ProviderError
        #expect(failure?.category == category)
        #expect(failure?.partial?.text == "Hel")
        #expect(failure?.localizedDescription == "It broke.")
    }

    @Test(arguments: [
        (TimeoutPhase.connect, FailurePhase.connect), (.firstByte, .firstByte), (.idle, .idle), (.total, .total),
    ])
    func `a timeout is the error that all models share, with its phase`(
        _ phase: TimeoutPhase, _ expected: FailurePhase
    ) async throws {
        let transport = StubTransport(.failure(TransportError(.timeout(phase), "Too slow.")))
        let (_, error) = await Self.run(try Self.model(transport))
        #expect((error as? LanguageModelError)?.category == .timeout(expected))
    }

    @Test func `a rate limit is the error that all models share, with its date`() async throws {
        let transport = StubTransport(.document(429, #"{"error":"slow down"}"#, headers: [.retryAfter: "7"]))
        let (_, error) = await Self.run(try Self.model(transport))
        guard case .rateLimited(let limit)? = error as? LanguageModelError else {
            Issue.record("\(String(describing: error)) is no rate limit")
            return
        }
        #expect(limit.resetDate == Date(timeIntervalSince1970: 1_700_000_007))
        #expect(limit.context.retryAdvice == .after(.seconds(7)))
    }

    @Test func `an exhausted quota says so by its category, and is not tried again`() async throws {
        let transport = StubTransport(.document(429, #"{"error":{"code":"insufficient_quota","message":"No."}}"#))
        let (_, error) = await Self.run(try Self.model(transport))
        let failure = error as? LanguageModelError
        #expect(failure?.category == .quotaExhausted)
        #expect(failure?.retryAdvice == .never)
    }

    @Test func `a conversation that is too long is the error that all models share, with both sizes`() async throws {
        let body =
            #"{"error":"This model's maximum prompt length is 131072 but the request contains 136973 tokens."}"#
        let (_, error) = await Self.run(try Self.model(StubTransport(.document(400, body))))
        guard case .contextSizeExceeded(let sizes)? = error as? LanguageModelError else {
            Issue.record("\(String(describing: error)) is no context overflow")
            return
        }
        #expect(sizes.contextSize == 131_072)
        #expect(sizes.tokenCount == 136_973)
    }

    @Test func `row 32: reasoning that the server cannot read is left out in a second request, and told`() async throws
    {
        let transport = StubTransport(
            .document(
                400,
                #"{"code":"invalid-argument","error":"Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous response."}"#
            ), .events(Self.answer))
        let signature = ProviderData.encryptedReasoning("E", provider: "responses")
        let request = GenerationRequest(
            transcript: Transcript(entries: [
                RequestBuilderTests.prompt("One"), .reasoning(.init(segments: [], providerData: signature)),
                .response(.init(segments: [.text(.init(content: "Yes."))])), RequestBuilderTests.prompt("Two"),
            ]))
        let stream = try await Self.model(transport).respond(to: request)
        let first = try await stream.next() ?? []
        #expect(first.contains { if case .adjustment(let note) = $0 { note.kind == .reasoningDropped } else { false } })
        #expect(transport.requests.count == 2)
        #expect(String(decoding: transport.requests[0].body, as: UTF8.self).contains("encrypted_content\":\"E\""))
        #expect(!String(decoding: transport.requests[1].body, as: UTF8.self).contains("\"type\":\"reasoning\""))
    }

    @Test(arguments: [true, false])
    func `row 32: it is tried a second time only, and only where there is reasoning to leave out`(
        _ hasReasoning: Bool
    ) async throws {
        let refusal = StubTransport.Reply.document(
            400, #"{"error":"Could not decrypt the provided encrypted_content."}"#)
        let transport = StubTransport(refusal, refusal)
        let signature = ProviderData.encryptedReasoning("E", provider: "responses")
        let request = GenerationRequest(
            transcript: Transcript(
                entries: [
                    RequestBuilderTests.prompt("One"),
                    .reasoning(.init(segments: [], providerData: hasReasoning ? signature : nil)),
                    .response(.init(segments: [.text(.init(content: "Yes."))])), RequestBuilderTests.prompt("Two"),
                ].filter { entry in if case .reasoning = entry { hasReasoning } else { true } }))
        let error = await #expect(throws: ProviderError.self) {
            try await Self.model(transport).respond(to: request)
        }
        #expect(transport.requests.count == (hasReasoning ? 2 : 1))
        #expect(error?.kind == .requestFailed(statusCode: 400))
    }

    /// The ways in which a server says that it cannot read its reasoning.
    private static let refusals: [StubTransport.Reply] = [
        .events(
            stream(StreamRowTests.created, #"{"type":"response.failed","response":{"status":"failed","error":null}}"#)),
        .events(
            stream(
                StreamRowTests.created,
                #"{"type":"response.failed","response":{"status":"failed","error":{"code":"invalid_encrypted_content","message":"No."}}}"#
            )),
        .events(
            stream(
                StreamRowTests.created, StreamRowTests.message,
                #"{"type":"error","code":"invalid_encrypted_content","message":"No."}"#)),
        .events(
            stream(
                #"{"type":"error","error":{"type":"invalid_request_error","message":"The encrypted content gAAA could not be verified."}}"#
            )),
        .document(200, #"{"object":"response","status":"failed","error":null,"output":[]}"#),
        .document(200, #"{"error":{"code":"invalid_encrypted_content","message":"No."}}"#),
        .document(400, #"{"error":{"code":"invalid_encrypted_content","message":"No."}}"#),
        .document(400, ""),
        .document(404, #"{"error":{"message":"Item with id 'rs_1' not found. Items are not persisted."}}"#),
        .document(
            400, #"{"error":{"message":"Item 'rs_1' of type 'reasoning' was provided without its following item."}}"#),
        .document(502, #"{"detail":"upstream: could not decrypt"}"#),
    ]

    private static let secondTurn = GenerationRequest(
        transcript: Transcript(entries: [
            RequestBuilderTests.prompt("One"),
            .reasoning(.init(segments: [], providerData: .encryptedReasoning("E", provider: "responses"))),
            .response(.init(segments: [.text(.init(content: "Yes."))])), RequestBuilderTests.prompt("Two"),
        ]))

    @Test(arguments: refusals.indices, [false, true])
    func `however a server says that it cannot read its reasoning, the turn goes on without it`(
        _ row: Int, _ isCut: Bool
    ) async throws {
        let refusal = Self.refusals[row]
        let transport = StubTransport(isCut ? refusal.perByte : refusal, .events(Self.answer))
        var events: [GenerationEvent] = []
        for try await event in try await Self.model(transport).respond(to: Self.secondTurn) { events.append(event) }
        #expect(transport.requests.count == 2)
        #expect(Self.text(events) == "Hello")
        #expect(
            events.count { if case .adjustment(let note) = $0 { note.kind == .reasoningDropped } else { false } } == 1)
        #expect(GenerationStreamLaws.violations(in: events).isEmpty)
        #expect(!String(decoding: transport.requests[1].body, as: UTF8.self).contains("\"type\":\"reasoning\""))
    }

    @Test func `a failure behind the first words, or one with another reason, is not tried without reasoning`()
        async throws
    {
        let replies = [
            stream(
                StreamRowTests.created, StreamRowTests.message, StreamRowTests.delta("Hel"),
                #"{"type":"response.failed","response":{"status":"failed","error":null}}"#),
            stream(StreamRowTests.created, #"{"type":"error","code":"server_error","message":"Broken."}"#),
        ]
        for reply in replies {
            let transport = StubTransport(.events(reply), .events(Self.answer))
            await #expect(throws: ProviderError.self) {
                for try await _ in try await Self.model(transport).respond(to: Self.secondTurn) {}
            }
            #expect(transport.requests.count == 1)
        }
    }

    // MARK: Keys

    @Test(arguments: [
        ("https://api.openai.com/v1", true), ("https://eu.api.openai.com./v1", true),
        ("http://api.openai.com/v1", false),
        ("https://openai.com.evil.example/v1", false), ("https://notopenai.com/v1", false),
        ("http://127.0.0.1:8080/v1", false),
    ])
    func `a key from the environment goes to OpenAI's hosts over https and nowhere else`(
        _ url: String, _ isSent: Bool
    ) async throws {
        let transport = StubTransport(.events(Self.answer))
        let model = try Self.model(transport, url, dialect: .openai, environment: ["OPENAI_API_KEY": canaryKey])
        _ = await Self.run(model)
        #expect((model.apiKeySource == .environment("OPENAI_API_KEY")) == isSent)
        for request in transport.requests {
            #expect((request.credential == Credential(bearer: canaryKey)) == isSent)
            #expect(request.headers.allSatisfy { !$0.value.contains(canaryKey) })
        }
    }

    @Test func `without a key, nothing is sent to a host that asks for one`() async throws {
        let transport = StubTransport()
        let (_, error) = await Self.run(try Self.model(transport, "https://api.openai.com/v1", dialect: .openai))
        #expect((error as? ProviderError)?.kind == .missingAPIKey)
        #expect(
            (error as? ProviderError)?.message
                == "There is no API key for api.openai.com. Set one or set the environment variable OPENAI_API_KEY.")
        #expect(transport.requests.isEmpty)
    }

    @Test func `a key that the app sets goes to its server, without the white space around it`() async throws {
        let transport = StubTransport(.events(Self.answer))
        let model = try Self.model(transport).apiKey(" \(canaryKey)\n")
        _ = await Self.run(model)
        #expect(transport.requests.first?.credential == Credential(bearer: canaryKey))
        #expect(model.apiKeySource == .configuration)
    }

    @Test(arguments: ["Authorization", "api-key"])
    func `a secret among the header fields is as closed as a key`(_ name: String) async throws {
        let transport = StubTransport(.events(Self.answer))
        var model = try Self.model(transport)
        model.additionalHeaders = [name: canaryKey, "X-App": "a"]
        _ = await Self.run(model)
        let request = try #require(transport.requests.first)
        #expect(request.credential == HTTPFieldName(name).map { Credential($0, canaryKey) })
        #expect(request.headers["x-app"] == "a")
        #expect(request.headers.allSatisfy { $0.value != canaryKey })
    }

    @Test func `a header field's name that is none is an error that names it`() async throws {
        var model = try Self.model(StubTransport())
        model.additionalHeaders = ["not a name": "x"]
        let (_, error) = await Self.run(model)
        #expect((error as? ProviderError)?.category == .configuration)
        #expect(error?.localizedDescription.contains("not a name") == true)
    }

    @Test func `no secret is in a description, a mirror or an error`() async throws {
        let transport = StubTransport(
            .document(401, #"{"error":"Incorrect API key provided: \#(canaryKey)"}"#, headers: [.requestID: "r"]))
        var model = try Self.model(transport, "https://user:\(canaryKey)@h.example/v1?key=\(canaryKey)").apiKey(
            canaryKey)
        model.additionalHeaders = ["X-Token": canaryKey]
        let (_, error) = await Self.run(model)
        var text = "\(model) \(String(reflecting: model)) \(try #require(error)) \(error?.localizedDescription ?? "")"
        dump(model, to: &text)
        dump(error, to: &text)
        #expect(!text.contains(canaryKey))
        #expect(text.contains("redacted"))
    }
}
