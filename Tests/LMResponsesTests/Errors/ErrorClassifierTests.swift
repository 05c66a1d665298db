import Foundation
import LMJSON
import LMProtocol
import LMTestSupport
import LMTransport
import Testing

@testable import LMResponses

struct ErrorClassifierTests {
    /// What a server said, and what it is.
    struct Row: Sendable, CustomTestStringConvertible {
        var status: Int
        var body: String
        var category: FailureCategory
        var advice: RetryAdvice = .never
        var code: String?
        var message: String?
        var testDescription: String { "\(status) \(body.prefix(60))" }

        init(
            _ status: Int, _ body: String, _ category: FailureCategory, _ advice: RetryAdvice = .never,
            code: String? = nil, message: String? = nil
        ) {
            self.status = status
            self.body = body
            self.category = category
            self.advice = advice
            self.code = code
            self.message = message
        }
    }

    static let rows: [Row] = [
        // xAI: a string under `error`, and a code in either of its spellings, as a number, or missing.
        Row(
            400,
            #"{"code":"invalid-argument","error":"Incorrect API key provided. You can obtain an API key from https://console.x.ai."}"#,
            .authentication, code: "invalid-argument",
            message: "Incorrect API key provided. You can obtain an API key from https://console.x.ai."),
        Row(
            400, #"{"code":"Client specified an invalid argument","error":"Incorrect API key provided."}"#,
            .authentication, code: "Client specified an invalid argument"),
        Row(
            400, #"{"code":"invalid-argument","error":"Model not found: grok-x"}"#, .modelNotFound,
            code: "invalid-argument", message: "Model not found: grok-x"),
        Row(
            400,
            #"{"code":"invalid-argument","error":"This model's maximum prompt length is 131072 but the request contains 136973 tokens."}"#,
            .contextSize),
        Row(
            400, #"{"code":"invalid-argument","error":"Model grok-4.6 does not support parameter presencePenalty."}"#,
            .invalidRequest),
        Row(
            400,
            #"{"code":"invalid-argument","error":"Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous response."}"#,
            .invalidRequest),
        Row(
            400,
            #"{"error":"Could not decode the compaction blob. Ensure it is unmodified from the compact response."}"#,
            .invalidRequest),
        Row(
            400,
            #"{"code":"invalid-argument","error":"Invalid request content: Each message must have at least one content element."}"#,
            .invalidRequest),
        Row(
            422,
            #"{"error":"Failed to deserialize the JSON body into the target type: messages[3].content: invalid type: null"}"#,
            .invalidRequest),
        Row(
            400, #""A request may either be streaming or deferred, but not both.""#, .invalidRequest,
            message: "A request may either be streaming or deferred, but not both."),
        Row(
            403,
            #"{"code":"The caller does not have permission to execute the specified operation","error":"Content violates usage guidelines. Team: 5ec0a1d2, API key ID: 7f3e9c11, Model: grok-4, Failed check: SAFETY_CHECK_TYPE_BIO"}"#,
            .guardrail,
            message:
                "Content violates usage guidelines. Team: [redacted], API key ID: [redacted], Model: grok-4, Failed check: SAFETY_CHECK_TYPE_BIO"
        ),
        Row(
            403,
            #"{"code":"The caller does not have permission to execute the specified operation","error":"Blocked."}"#,
            .permission),
        Row(
            429, #"{"code":429,"error":"You ran out of credits. [WKE=personal-team-blocked:spending-limit]"}"#,
            .quotaExhausted, code: "personal-team-blocked:spending-limit", message: "You ran out of credits."),
        Row(
            429, #"{"code":"Some resource has been exhausted","error":"Too many requests for team 1a2b3c4d5e6f."}"#,
            .rateLimited, .backoff, message: "Too many requests for team [redacted]."),
        Row(
            503, #"{"code":"The service is currently unavailable","error":"Service temporarily unavailable."}"#,
            .overloaded, .backoff),
        Row(
            404, #"{"code":"Some requested entity was not found","error":"No handler found on route."}"#,
            .invalidRequest),
        Row(410, #"{"error":"Live search is deprecated. Please switch to the Agent Tools API."}"#, .invalidRequest),
        // Row 1: an error with the status of success.
        Row(
            200, #"{"code":"The service is currently unavailable","error":"Timed out waiting for first token"}"#,
            .overloaded, .backoff, message: "Timed out waiting for first token"),
        Row(200, #"{"error":"Timed out waiting for first token"}"#, .server, .backoff),
        // OpenAI and those that follow it: an object under `error`.
        Row(
            401,
            #"{"error":{"message":"Incorrect API key provided: invalid-*****2345. You can find your API key at https://platform.openai.com.","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}"#,
            .authentication, code: "invalid_api_key",
            message: "Incorrect API key provided: [redacted]. You can find your API key at https://platform.openai.com."
        ),
        Row(
            401,
            #"{"error":{"message":"Incorrect API key provided: invalid-key. You can find it.","code":"invalid_api_key"}}"#,
            .authentication, message: "Incorrect API key provided: [redacted]. You can find it."),
        Row(
            400,
            #"{"error":{"message":"The requested model 'x' does not exist.","type":"invalid_request_error","param":"model","code":"model_not_found"}}"#,
            .modelNotFound, code: "model_not_found"),
        Row(
            400,
            #"{"error":{"message":"Your input exceeds the context window of this model.","type":"invalid_request_error","param":"input","code":"context_length_exceeded"}}"#,
            .contextSize, code: "context_length_exceeded"),
        Row(
            429,
            #"{"error":{"message":"You exceeded your current quota.","type":"insufficient_quota","code":"insufficient_quota"}}"#,
            .quotaExhausted, code: "insufficient_quota"),
        Row(
            429,
            #"{"error":{"message":"Rate limit reached for requests","type":"requests","code":"rate_limit_exceeded"}}"#,
            .rateLimited, .backoff, code: "rate_limit_exceeded"),
        Row(
            400,
            #"{"error":{"code":null,"message":"Item 'rs_1' of type 'reasoning' was provided without its required following item.","param":"input","type":"invalid_request_error"}}"#,
            .invalidRequest, code: "invalid_request_error"),
        Row(
            400,
            #"{"error":{"message":"No tool call found for function call output with call_id call_1.","type":"invalid_request_error","param":"input","code":null}}"#,
            .invalidRequest),
        Row(
            400,
            #"{"error":{"message":"Unsupported parameter: 'temperature' is not supported with this model.","code":"unsupported_parameter"}}"#,
            .invalidRequest, code: "unsupported_parameter"),
        Row(
            400, #"{"error":{"message":"The response was filtered.","code":"content_filter","type":null}}"#, .guardrail,
            code: "content_filter"),
        Row(
            500, #"{"error":{"message":"The server had an error.","type":"server_error"}}"#, .server, .backoff,
            code: "server_error"),
        // Other providers, gateways and local servers.
        Row(
            401,
            #"{"type":"error","error":{"type":"authentication_error","message":"API key is invalid."},"request_id":null}"#,
            .authentication, code: "authentication_error"),
        Row(
            529, #"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#, .overloaded, .backoff,
            code: "overloaded_error"),
        Row(
            401,
            #"{"error":{"code":"invalid_request_error","message":"Authentication Fails, Your api key: ****-key is invalid","type":"authentication_error"}}"#,
            .authentication, message: "Authentication Fails, Your api key: [redacted] is invalid"),
        Row(401, #"{"error":{"code":"invalid_api_key","message":"Invalid API Key"}}"#, .authentication),
        Row(
            500,
            #"{"error":{"code":500,"message":"input (4002 tokens) is too large to process. increase the physical batch size","type":"server_error"}}"#,
            .contextSize, code: "500"),
        Row(
            400,
            #"{"error":{"code":400,"message":"Pooling type 'none' is not OAI compatible.","type":"invalid_request_error"}}"#,
            .invalidRequest, code: "400"),
        Row(400, #"{"error":{"code":400,"message":"Model no-such/model does not exist"}}"#, .modelNotFound),
        Row(
            404, #"{"error":"Specified model not found: x. Did you mean: y?"}"#, .modelNotFound,
            message: "Specified model not found: x. Did you mean: y?"),
        Row(402, #"{"error":{"message":"Insufficient Balance"}}"#, .quotaExhausted),
        Row(422, #"{"detail":[{"loc":["body"],"msg":"field required"}]}"#, .invalidRequest, message: "field required"),
        Row(401, #"{"detail":"Unauthorized"}"#, .authentication, message: "Unauthorized"),
        Row(
            429, #"{"message":"Service tier capacity exceeded","object":"error","type":"x","code":"1500"}"#,
            .rateLimited,
            .backoff, code: "1500"),
        Row(
            400, #"[{"error":{"code":400,"message":"Bad.","status":"INVALID_ARGUMENT"}}]"#, .invalidRequest,
            message: "Bad."),
        Row(
            500,
            #"{"error":"{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}"}"#,
            .overloaded, .backoff, code: "overloaded_error", message: "Overloaded"),
        // The edge of the network: pages, words and nothing.
        Row(
            502, "<html><body><h1>502 Bad Gateway</h1></body></html>", .server, .backoff,
            message: "The server answered HTTP 502: a gateway got no valid answer from the server."),
        Row(403, "<!DOCTYPE html><title>Attention Required! | Cloudflare</title>", .permission),
        Row(
            413, "<html>413 Request Entity Too Large</html>", .invalidRequest,
            message: "The server answered HTTP 413: the request is too large."),
        Row(524, "<html>", .server, .backoff),
        Row(525, "<html>", .server, .never),
        Row(526, "", .server, .never),
        Row(503, "", .overloaded, .backoff, message: "The server answered HTTP 503: the service is unavailable."),
        Row(500, "upstream connect error", .server, .backoff, message: "upstream connect error"),
        Row(401, "", .authentication),
        Row(408, "", .server, .never),
        Row(302, "", .configuration),
        Row(418, "", .invalidRequest, message: "The server answered HTTP 418 without a reason."),
        // A status of success with something that is no answer.
        Row(200, "", .malformedResponse, .backoff, message: "The server sent an empty response."),
        Row(
            200, "<html>Log in</html>", .malformedResponse, .never,
            message: "The server sent a web page, not an answer. The base URL may not be that of the API."),
        Row(200, "hello", .malformedResponse, .backoff),
    ]

    private static let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func classify(
        _ status: Int, _ body: String, _ headers: HTTPFields = [:], credential: Credential? = nil
    ) -> ResponsesError {
        ErrorClassifier.response(
            status: status, headers: headers, body: Array(body.utf8), now: Self.now, credential: credential)
    }

    @Test(arguments: rows)
    func `a body is classified by what it says`(_ row: Row) {
        let error = classify(row.status, row.body)
        #expect(error.category == row.category)
        #expect(error.retryAdvice == row.advice)
        if let code = row.code { #expect(error.code == code) }
        if let message = row.message { #expect(error.message == message) }
        #expect(error.evidence?.status == row.status)
        #expect(!error.description.contains("<"))
        #expect(
            error.kind
                == (row.category == .malformedResponse ? .invalidResponse : .requestFailed(statusCode: row.status)))
    }

    @Test func `bytes that are not UTF-8 are said to be that, and kept as evidence`() {
        let error = ErrorClassifier.response(status: 200, headers: [:], body: [0xFF, 0xFE, 0x41], now: Self.now)
        #expect(error.message == "The server sent bytes that are not UTF-8 text.")
        #expect(error.evidence?.body?.hasSuffix("A") == true)
    }

    @Test func `row 2: the words and the code of a refusal are the error's, not the status's`() {
        let error = classify(400, #"{"code":"invalid-argument","error":"Model not found: x"}"#)
        #expect(error.description == "The server rejected the request (HTTP 400, invalid-argument): Model not found: x")
    }

    @Test func `row 3: a wrong key with the status 400 is a wrong key, and is not tried again`() {
        let error = classify(400, #"{"code":"invalid-argument","error":"Incorrect API key provided."}"#)
        #expect(error.category == .authentication)
        #expect(error.retryAdvice == .never)
    }

    @Test func `row 44: unsafe content with the status 403 is no matter of permission, and names no team`() {
        let error = classify(
            403,
            #"{"error":"Content violates usage guidelines. Team: 5ec0a1d2-77, API key ID: 7f3e9c11-42, Failed check: SAFETY_CHECK_TYPE_BIO"}"#
        )
        #expect(error.category == .guardrail)
        #expect(!error.description.contains("5ec0a1d2") && !error.description.contains("7f3e9c11"))
        #expect(error.evidence?.body?.contains("5ec0a1d2") == false)
    }

    @Test func `row 45: a conversation that is too long is not tried again`() {
        let error = classify(
            400, #"{"error":"This model's maximum prompt length is 10000 but the request contains 20000 tokens."}"#)
        #expect(error.category == .contextSize)
        #expect(error.retryAdvice == .never)
    }

    // MARK: Waiting

    @Test(arguments: [
        ("7", RetryAdvice.after(.seconds(7))), ("0", .after(.zero)), (" 12 ", .after(.seconds(12))),
        ("1.5", .after(.milliseconds(1500))), ("Tue, 14 Nov 2023 22:13:50 GMT", .after(.seconds(30))),
        ("Tue, 14 Nov 2023 22:13:10 GMT", .after(.zero)), ("99999999999999999999999", .after(.seconds(86_400))),
        ("-5", .backoff), ("soon", .backoff), ("", .backoff), ("Tue, 45 Foo 2023 22:13:50 GMT", .backoff),
    ])
    func `row 46: Retry-After in seconds, as a date, zero or absurd`(_ value: String, _ advice: RetryAdvice) {
        let error = classify(429, #"{"error":"slow down"}"#, [.retryAfter: value])
        #expect(error.retryAdvice == advice)
        if case .after(let wait) = advice {
            #expect(error.resetDate == Self.now.addingTimeInterval(wait / .seconds(1)))
        } else {
            #expect(error.resetDate == nil)
        }
    }

    @Test func `row 46: without Retry-After there is no reset date`() {
        let error = classify(429, "{}")
        #expect(error.resetDate == nil)
        #expect(error.retryAdvice == .backoff)
    }

    @Test func `Azure's milliseconds count`() {
        #expect(classify(429, "{}", ["retry-after-ms": "250"]).retryAdvice == .after(.milliseconds(250)))
    }

    @Test func `x-should-retry has the last word`() {
        #expect(classify(500, "", [.shouldRetry: "false"]).retryAdvice == .never)
        #expect(classify(400, "", [.shouldRetry: "true"]).retryAdvice == .backoff)
        #expect(classify(400, "", [.shouldRetry: "true", .retryAfter: "3"]).retryAdvice == .after(.seconds(3)))
    }

    @Test func `a wait does not make an exhausted quota worth another try`() {
        #expect(classify(429, #"{"error":{"code":"insufficient_quota"}}"#, [.retryAfter: "5"]).retryAdvice == .never)
    }

    // MARK: Evidence

    @Test func `evidence is capped, at the end of a character, and has the request's identifier`() {
        let error = classify(500, String(repeating: "ä", count: 10_000), [.requestID: "req-1"])
        #expect(error.evidence?.requestID == "req-1")
        let body = error.evidence?.body ?? ""
        #expect((FailureEvidence.bodyLimit - 1...FailureEvidence.bodyLimit).contains(body.utf8.count))
        #expect(body.allSatisfy { $0 == "ä" })
    }

    @Test(arguments: [
        "Incorrect API key provided: \(canaryKey)", "Bearer \(canaryKey) is bad", "{\"error\":\"key \(canaryKey)\"}",
        "x\(canaryKey)x",
    ])
    func `a key that the server echoes is nowhere in the error`(_ body: String) {
        let error = classify(401, body, credential: Credential(bearer: canaryKey))
        var dump = ""
        Swift.dump(error, to: &dump)
        #expect(!"\(error) \(error.localizedDescription) \(String(reflecting: error)) \(dump)".contains(canaryKey))
    }

    @Test(arguments: ["xai-abcdefghijklmnop", "sk-proj-abcdefghijklmnop", "eyJhbGciOiJIUzI1NiJ9.e30.abc"])
    func `anything of the shape of a key is taken out, whoever's it is`(_ key: String) {
        #expect(!classify(401, "The key \(key) is bad.").description.contains(key))
    }

    @Test func `ordinary words stay`() {
        let text = "Your team may use grok-4.3 and gpt-4o-2024-08-06; see https://docs.x.ai/docs/key-information."
        #expect(ErrorRedactor(credential: nil).redact(text) == text)
    }
}
