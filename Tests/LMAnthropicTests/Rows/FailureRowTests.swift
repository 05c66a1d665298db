import Foundation
import LMJSON
import LMProtocol
import LMProvider
import LMTestSupport
import LMTransport
import Testing

@testable import LMAnthropic

/// What errors of this wire are.
@Suite struct FailureRowTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func classify(_ status: Int, _ body: String, _ headers: HTTPFields = [:]) -> ProviderError {
        MessagesErrors.classifier.response(status: status, headers: headers, body: Array(body.utf8), now: Self.now)
    }

    private func classify(
        _ status: Int, _ type: String, _ message: String, _ headers: HTTPFields = [:]
    ) -> ProviderError {
        let body: JSONValue = ["type": "error", "error": ["type": .string(type), "message": .string(message)]]
        return classify(status, body.text(), headers)
    }

    @Test(arguments: [
        (401, "authentication_error", "invalid x-api-key", FailureCategory.authentication),
        (401, "authentication_error", "API key is invalid.", .authentication),
        (403, "permission_error", "Your API key does not have permission.", .permission),
        (404, "not_found_error", "model: claude-nonexistent", .modelNotFound),
        (404, "not_found_error", "Not found", .configuration),
        (404, "not_found_error", "model 'qwen9' not found", .modelNotFound),
        (400, "invalid_request_error", "exceeds the maximum number of tokens", .contextSize),
        (400, "exceed_context_size_error", "the request exceeds the available context size", .contextSize),
        (413, "request_too_large", "Request exceeds the maximum size", .invalidRequest),
        (400, "invalid_request_error", "Your credit balance is too low to access the Anthropic API.", .quotaExhausted),
        (400, "invalid_request_error", "You have reached your specified API usage limits.", .quotaExhausted),
        (400, "invalid_request_error", "This organization has reached its spend limit.", .quotaExhausted),
        (402, "billing_error", "Pay first.", .quotaExhausted),
        (402, "invalid_request_error", "Insufficient Balance", .quotaExhausted),
        (429, "exceeded_current_quota_error", "Your account is out.", .quotaExhausted),
        (
            400, "invalid_request_error", "messages.1.content.0: Invalid `signature` in `thinking` block",
            .invalidRequest
        ),
        (400, "invalid_request_error", "`tool_use` ids were found without `tool_result` blocks", .invalidRequest),
        (400, "invalid_request_error", "Output blocked by content filtering policy", .guardrail),
        (409, "invalid_request_error", "conflict", .invalidRequest), (422, "", "unprocessable", .invalidRequest),
        (429, "rate_limit_error", "This request would exceed your rate limit.", .rateLimited),
        (500, "api_error", "Internal server error", .server), (504, "timeout_error", "Too slow.", .server),
        (529, "overloaded_error", "Overloaded", .overloaded), (503, "overloaded_error", "Loading model", .overloaded),
        (400, "invalid_request_error", "Model Not Exist", .modelNotFound),
    ])
    func `an error is what its type and its words say, then its status`(
        status: Int, type: String, message: String, category: FailureCategory
    ) {
        let error = classify(status, type, message)
        #expect(error.category == category)
        #expect(error.message == message)
        let isPassing = [.rateLimited, .server, .overloaded].contains(category)
        #expect(error.retryAdvice == (isPassing ? .backoff : .never))
    }

    @Test(.enabled(if: !Traffic.all.isEmpty, "LM_TRAFFIC_MESSAGES is not set"))
    func `every recorded error is what it says`() throws {
        var categories: [String: FailureCategory] = [:]
        for exchange in Traffic.documents where exchange.status >= 400 {
            let error = classify(exchange.status, String(decoding: exchange.body, as: UTF8.self))
            categories[String(exchange.name.dropFirst("anthropic/".count))] = error.category
            #expect(error.retryAdvice == .never)
        }
        #expect(
            categories == [
                "070-1.json": .modelNotFound, "071-1.json": .authentication, "072-1.json": .authentication,
                "073-1.json": .authentication, "127-1.json": .authentication,
            ])
    }

    @Test(arguments: [
        ("prompt is too long: 205668 tokens > 200000 maximum", 205_668, 200_000),
        ("prompt is too long: 3333404 tokens > 200000 maximum", 3_333_404, 200_000),
        ("input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000", 178_959, 200_000),
    ])
    func `a conversation that is too long says both sizes, and is not sent again as it is`(
        message: String, count: Int, limit: Int
    ) async throws {
        let body: JSONValue = [
            "type": "error", "error": ["type": "invalid_request_error", "message": .string(message)],
        ]
        let transport = StubTransport([.document(400, body.text()), Wire.answer])
        let backend = RetryingBackend(ClaudeModel.sonnet4_6.apiKey("k").transport(transport))
        let error = await #expect(throws: LanguageModelError.self) {
            _ = try await LanguageModelSession(model: backend).respond(to: "?")
        }
        guard case .contextSizeExceeded(let details)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(details.tokenCount == count)
        #expect(details.contextSize == limit)
        #expect(transport.requests.count == 1)
    }

    @Test func `a wait of three days is the error's, with the time, and nobody sleeps`() async {
        let headers: HTTPFields = ["retry-after-ms": "302539000"]
        let error = classify(429, "rate_limit_error", "Too many requests.", headers)
        #expect(error.retryAdvice == .after(.milliseconds(302_539_000)))
        #expect(error.resetDate == Self.now.addingTimeInterval(302_539))
        #expect(error.category == .quotaExhausted)
        let transport = StubTransport([.document(429, "{}", headers: headers), Wire.answer])
        let backend = RetryingBackend(ClaudeModel.sonnet4_6.apiKey("k").transport(transport))
        await #expect(throws: (any Error).self) { try await LanguageModelSession(model: backend).respond(to: "?") }
        #expect(transport.requests.count == 1)
    }

    @Test func `without a wait, the last of the limits that are used up says when they come back`() {
        let headers: HTTPFields = [
            "anthropic-ratelimit-requests-remaining": "0", "anthropic-ratelimit-requests-reset": "2027-01-15T08:00:30Z",
            "anthropic-ratelimit-input-tokens-remaining": "0",
            "anthropic-ratelimit-input-tokens-reset": "2027-01-15T08:00:45Z",
            "anthropic-ratelimit-output-tokens-remaining": "12",
            "anthropic-ratelimit-output-tokens-reset": "2027-01-15T09:00:00Z",
        ]
        #expect(classify(429, "rate_limit_error", "Slow down.", headers).retryAdvice == .after(.seconds(45)))
        // The server's own wait comes first, and other failures do not wait for limits.
        var said = headers
        said[.retryAfter] = "7"
        #expect(classify(429, "rate_limit_error", "Slow down.", said).retryAdvice == .after(.seconds(7)))
        #expect(classify(529, "overloaded_error", "Overloaded", headers).retryAdvice == .backoff)
        var broken = headers
        broken["anthropic-ratelimit-input-tokens-reset"] = "soon"
        #expect(classify(429, "rate_limit_error", "Slow down.", broken).retryAdvice == .after(.seconds(30)))
    }

    @Test func `the request's identifier is the error's, from the header or the body`() {
        #expect(classify(500, "{}", ["request-id": "req_1"]).evidence?.requestID == "req_1")
        let body = #"{"type":"error","error":{"type":"api_error","message":"x"},"request_id":"req_2"}"#
        #expect(classify(500, body).evidence?.requestID == "req_2")
        #expect(classify(500, body, ["request-id": "req_1"]).evidence?.requestID == "req_1")
    }

    @Test func `the server's word on another try counts for more than the status`() {
        #expect(classify(529, "overloaded_error", "Overloaded", [.shouldRetry: "false"]).retryAdvice == .never)
        #expect(classify(400, "invalid_request_error", "x", [.shouldRetry: "true"]).retryAdvice == .backoff)
    }

    @Test(arguments: [
        ("overloaded_error", FailureCategory.overloaded), ("api_error", .server), ("rate_limit_error", .rateLimited),
        ("timeout_error", .server), ("authentication_error", .authentication),
        ("invalid_request_error", .invalidRequest),
    ])
    func `an error inside a stream is one failure with what had come, whatever the status`(
        type: String, category: FailureCategory
    ) {
        let failure = Wire.event("error", ["error": ["type": .string(type), "message": "m"], "request_id": "req_9"])
        let half =
            Wire.start() + Wire.open(0, ["type": "text", "text": ""])
            + Wire.delta(0, ["type": "text_delta", "text": "Half"])
        let (log, error) = readWire(half, failure, Wire.text(1, "more"), Wire.end("end_turn"))
        #expect(error?.category == category)
        #expect(error?.partial?.text == "Half")
        #expect(error?.partial?.usage?.input.totalTokenCount == 10)
        #expect(error?.evidence?.requestID == "req_9")
        #expect(log.finish == nil)
        #expect(log.text == "Half")
        // Gateways leave out what they are, and put a document in the place of the stream.
        let bare = readWire(half, #"data: {"error":{"type":"\#(type)","message":"m"}}"# + "\n\n")
        #expect(bare.failure?.category == category)
    }

    @Test func `a document of an error in the place of a stream is that error`() async {
        let body = #"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_1"}"#
        let model = ClaudeModel.sonnet4_6.apiKey("k").transport(StubTransport([.document(200, body)]))
        let error = await #expect(throws: ProviderError.self) {
            _ = try await model.respond(to: GenerationRequest(transcript: Transcript(entries: [.says("Hi")])))
        }
        #expect(error?.category == .overloaded)
        #expect(error?.retryAdvice == .backoff)
    }

    @Test func `a failure as the first event is tried again, as its status would be`() async throws {
        let failure = Wire.reply(Wire.event("error", ["error": ["type": "overloaded_error", "message": "Overloaded"]]))
        let transport = StubTransport([failure, Wire.answer])
        var policy = RetryingBackend<ClaudeModel>.Policy()
        policy.baseDelay = .zero
        let backend = RetryingBackend(ClaudeModel.sonnet4_6.apiKey("k").transport(transport), policy: policy)
        #expect(try await LanguageModelSession(model: backend).respond(to: "?").content == "Done.")
        #expect(transport.requests.count == 2)
    }

    @Test func `a refusal without content or details is one, also where a value was asked for`() async throws {
        let transport = StubTransport([Wire.reply(Wire.start(), Wire.end("refusal"))])
        let session = LanguageModelSession(model: ClaudeModel.sonnet4_6.apiKey("k").transport(transport))
        let schema = try GenerationSchema(
            root: DynamicGenerationSchema(
                name: "Place", properties: [.init(name: "city", schema: DynamicGenerationSchema(type: String.self))]),
            dependencies: [])
        let error = await #expect(throws: LanguageModelError.self) {
            _ = try await session.respond(to: "?", schema: schema)
        }
        guard case .refusal? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // A category of null is the normal case.
        let details: JSONValue = ["stop_reason": "refusal", "stop_details": ["type": "refusal", "category": nil]]
        let (_, failure) = readWire(
            Wire.start(), Wire.event("message_delta", ["delta": details]), Wire.event("message_stop"))
        #expect(failure?.category == .refusal)
        #expect(failure?.evidence?.code == nil)
    }

    @Test func `a conversation that is bound to another one is sent once more without reasoning, and says so`()
        async throws
    {
        let bound = StubTransport.Reply.document(
            400,
            #"{"type":"error","error":{"type":"invalid_request_error","message":"messages.1.content.0: The block is bound to a different conversation"}}"#
        )
        let transport = StubTransport([bound, Wire.answer])
        let model = ClaudeModel(name: "claude-opus-5-5").apiKey("k").transport(transport)
        let entries: [Transcript.Entry] = [
            .says("?"), .thought("Hm.", by: "claude-opus-5-5"), .answered("A."), .says("And?", id: "q"),
        ]
        var kinds: [Adjustment.Kind] = []
        for try await event in try await model.respond(
            to: GenerationRequest(transcript: Transcript(entries: entries)))
        {
            if case .adjustment(let adjustment) = event { kinds.append(adjustment.kind) }
        }
        #expect(kinds.contains(.reasoningDropped))
        #expect(transport.requests.map { String(decoding: $0.body, as: UTF8.self).contains("c2ln") } == [true, false])
        // Without reasoning to leave out there is nothing to try.
        let again = StubTransport([bound, Wire.answer])
        await #expect(throws: ProviderError.self) {
            _ = try await ClaudeModel.sonnet4_6.apiKey("k").transport(again).respond(
                to: GenerationRequest(transcript: Transcript(entries: [.says("?")])))
        }
        #expect(again.requests.count == 1)
    }
}
