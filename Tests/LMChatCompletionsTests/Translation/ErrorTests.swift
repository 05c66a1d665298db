import Foundation
import LMJSON
import LMProtocol
import LMProvider
import LMTestSupport
import LMTransport
import Testing

@testable import LMChatCompletions

/// What servers say in place of an answer, or in the middle of one.
struct ErrorTests {
    /// What a server says, and what it means.
    struct Row: Sendable, CustomTestStringConvertible {
        var status: Int
        var body: String
        var category: FailureCategory
        var advice: RetryAdvice
        /// Words of the server that the error shows.
        var words: String
        var testDescription: String { "\(status) \(body.prefix(70))" }

        init(
            _ status: Int, _ body: String, _ category: FailureCategory, _ words: String = "",
            _ advice: RetryAdvice = .never
        ) {
            self.status = status
            self.body = body
            self.category = category
            self.words = words
            self.advice = advice
        }
    }

    static let rows = [
        Row(
            404,
            #"{"error":{"message":"The model `x` does not exist or you do not have access to it.","type":"invalid_request_error","code":"model_not_found"}}"#,
            .modelNotFound, "The model `x` does not exist"),
        Row(
            404,
            #"{"error":{"code":"DeploymentNotFound","message":"The API deployment for this resource does not exist."}}"#,
            .modelNotFound, "deployment"),
        Row(
            404, #"{"error":{"message":"model \"x\" not found, try pulling it first","type":"not_found_error"}}"#,
            .modelNotFound, "try pulling"),
        Row(404, #"{"error":"Specified model not found: x. Did you mean: y?"}"#, .modelNotFound, "Did you mean"),
        Row(400, #"{"error":{"message":"x is not a valid model ID","code":400}}"#, .modelNotFound, "not a valid model"),
        Row(
            400, #"{"object":"error","message":"Invalid model: x","type":"invalid_model","param":null,"code":"1500"}"#,
            .modelNotFound, "Invalid model"),
        Row(404, #"{"error":{"message":"No endpoints found for x.","code":404}}"#, .modelNotFound, "No endpoints"),
        Row(
            404, #"{"error":{"message":"No endpoints found that support tool use.","code":404}}"#, .invalidRequest,
            "tool use"),
        Row(
            404,
            #"{"error":{"message":"Not found the model x or Permission denied","type":"resource_not_found_error"}}"#,
            .modelNotFound, "Permission denied"),
        Row(
            400, #"{"error":{"message":"The requested model is not supported.","code":"model_not_supported"}}"#,
            .modelNotFound, "not supported"),
        Row(
            400,
            #"{"error":{"code":400,"message":"request (2009 tokens) exceeds the available context size (512 tokens), try increasing it","type":"exceed_context_size_error","n_ctx":512,"n_prompt_tokens":2009}}"#,
            .contextSize, "2009 tokens"),
        Row(
            413,
            #"{"error":{"message":"Request too large for model `x`: Limit 6000, Requested 7211, please reduce your message size.","type":"tokens","code":"rate_limit_exceeded"}}"#,
            .contextSize, "Limit 6000"),
        Row(
            429,
            #"{"error":{"message":"Rate limit reached for model `x`: Limit 6000, Used 5000, Requested 2000.","type":"tokens","code":"rate_limit_exceeded"}}"#,
            .rateLimited, "Limit 6000", .backoff),
        Row(
            400,
            #"{"error":"Trying to keep the first 5000 tokens to keep from the prompt, greater than the context length of 4096"}"#,
            .contextSize, "4096"),
        Row(
            400,
            #"{"error":{"message":"Range of input length should be [1, 30720]","code":"invalid_parameter_error"}}"#,
            .contextSize, "30720"),
        Row(
            400,
            #"{"object":"error","message":"Prompt contains 40000 tokens, too large for model with 32768 maximum context length","code":"3051"}"#,
            .contextSize, "32768"),
        Row(
            400,
            #"{"error":{"message":"Output data may contain inappropriate content.","code":"data_inspection_failed"}}"#,
            .guardrail, "inappropriate"),
        Row(
            400,
            #"{"error":{"message":"The response was filtered.","code":"content_filter","innererror":{"code":"ResponsibleAIPolicyViolation"}}}"#,
            .guardrail, "filtered"),
        Row(
            403,
            #"{"error":{"code":403,"message":"Your input was flagged","metadata":{"reasons":["violence"],"flagged_input":"x"}}}"#,
            .guardrail, "flagged"),
        Row(
            400,
            #"{"error":{"message":"Access denied, please make sure your account is in good standing.","code":"Arrearage"}}"#,
            .quotaExhausted, "good standing"),
        Row(
            429, #"{"error":{"message":"You exceeded your current quota.","type":"exceeded_current_quota_error"}}"#,
            .quotaExhausted, "quota"),
        Row(
            429,
            #"{"error":{"message":"You exceeded your current quota.","type":"insufficient_quota","code":"insufficient_quota"}}"#,
            .quotaExhausted, "quota"),
        Row(
            402, #"{"error":{"message":"Insufficient Balance","type":"unknown_error","code":"invalid_request_error"}}"#,
            .quotaExhausted, "Insufficient Balance"),
        Row(
            429, #"{"error":{"message":"The engine is currently overloaded","type":"engine_overloaded_error"}}"#,
            .overloaded, "overloaded", .backoff),
        Row(
            429,
            #"[{"error":{"code":429,"message":"Quota exceeded for requests per minute.","status":"RESOURCE_EXHAUSTED"}}]"#,
            .rateLimited, "per minute", .backoff),
        Row(
            429,
            #"[{"error":{"code":429,"message":"Quota exceeded for requests per day.","status":"RESOURCE_EXHAUSTED"}}]"#,
            .quotaExhausted, "per day"),
        Row(
            400,
            #"[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]"#,
            .authentication, "not valid"),
        Row(
            503, #"[{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}]"#, .overloaded,
            "overloaded", .backoff),
        Row(
            498, #"{"error":{"message":"Flex tier capacity exceeded","code":"capacity_exceeded"}}"#, .overloaded,
            "capacity", .backoff),
        Row(
            503, #"{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}"#, .overloaded,
            "Loading model", .backoff),
        Row(
            502,
            #"{"error":{"code":502,"message":"Provider returned error","metadata":{"raw":"{\"error\":{\"message\":\"upstream is gone\"}}"}}}"#,
            .server, "upstream is gone", .backoff),
        Row(
            400,
            #"{"error":{"code":400,"message":"Provider returned error","metadata":{"raw":"{\"error\":{\"message\":\"This model's maximum context length is 8192 tokens.\"}}"}}}"#,
            .contextSize, "8192"),
        Row(
            400,
            #"{"error":{"message":"Failed to call a function.","type":"invalid_request_error","code":"tool_use_failed","failed_generation":"<f>"}}"#,
            .outputInvalid, "Failed to call", .backoff),
        Row(
            400, #"{"error":{"message":"Failed to generate JSON.","code":"json_validate_failed"}}"#, .outputInvalid,
            "JSON", .backoff),
        Row(
            400,
            #"{"object":"error","message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set","type":"BadRequestError","param":null,"code":400}"#,
            .configuration, "--enable-auto-tool-choice"),
        Row(
            422,
            #"{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","store"],"msg":"Extra inputs are not permitted"}]},"type":"invalid_request_error"}"#,
            .invalidRequest, "Extra inputs are not permitted"),
        Row(
            400,
            #"{"object":"error","message":"Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant","type":"invalid_request_message_order","code":"3230"}"#,
            .invalidRequest, "Expected last role"),
        Row(
            400,
            #"{"error":{"message":"This response_format type is unavailable now","type":"invalid_request_error"}}"#,
            .invalidRequest, "response_format"),
        Row(
            400,
            #"{"error":{"message":"thinking is enabled but reasoning_content is missing in assistant tool call message","type":"invalid_request_error"}}"#,
            .invalidRequest, "reasoning_content"),
        Row(
            403, #"{"error":{"code":"forbidden","message":"Forbidden","type":"invalid_request_error"}}"#, .permission,
            "Forbidden"),
        Row(401, #"{"detail":"Invalid API Key"}"#, .authentication, "Invalid API Key"),
        Row(401, "Unauthorized\n", .authentication, "Unauthorized"),
    ]

    @Test(arguments: rows)
    func `an error is what its words say, and keeps them`(_ row: Row) {
        let error = ChatErrors.classifier.response(
            status: row.status, headers: [.contentType: "application/json"], body: Array(row.body.utf8), now: .now)
        #expect(error.category == row.category)
        #expect(error.retryAdvice == row.advice)
        #expect(error.message.contains(row.words))
        #expect(error.evidence?.status == row.status)
    }

    /// Errors with the status of success, in the shapes that they come in.
    static let streamed = [
        Row(
            200, #"data: {"error":{"code":400,"message":"prompt is too long: 9 > 8"},"choices":[]}"#, .contextSize,
            "prompt is too long"),
        Row(200, #"data: {"error":{"message":"Bad.","code":502}}"#, .server, "Bad.", .backoff),
        Row(200, #"data: {"error":{"message":"Slow down.","code":429}}"#, .rateLimited, "Slow down.", .backoff),
        Row(200, #"data: {"error":{"message":"Bad.","status_code":401}}"#, .authentication, "Bad."),
        Row(200, #"data: {"error":"Bad."}"#, .server, "Bad.", .backoff),
        Row(
            200, #"data: {"choices":[{"index":0,"delta":{},"error":{"message":"Bad.","code":503}}]}"#, .overloaded,
            "Bad.", .backoff),
        Row(200, #"data: {"choices":[{"index":0,"delta":{},"finish_reason":"error"}]}"#, .server, "", .backoff),
        Row(
            200,
            #"data: {"error":{"message":"Bad.","code":502},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}"#,
            .server, "Bad.", .backoff),
        Row(
            200,
            "event: error\ndata: "
                + #"{"error":{"message":"Failed to call a function.","code":"tool_use_failed","failed_generation":"<f>","status_code":400}}"#,
            .outputInvalid, "Failed to call", .backoff),
        Row(200, "event: error\ndata: Bad.", .server, "Bad.", .backoff),
        Row(
            200,
            #"error: {"code":400,"message":"the request exceeds the available context size","type":"invalid_request_error"}"#,
            .contextSize, "exceeds"),
        Row(
            200, #"data: {"object":"error","message":"Bad.","type":"BadRequestError","code":400}"#, .invalidRequest,
            "Bad."),
        Row(200, #"data: {"message":"Bad.","code":400}"#, .invalidRequest, "Bad."),
        Row(200, #"data: {"detail":"Bad."}"#, .server, "Bad.", .backoff),
        Row(200, #"data: [{"error":{"code":429,"message":"Slow down."}}]"#, .rateLimited, "Slow down.", .backoff),
        Row(
            200,
            #"data: {"error":{"message":"Error code: 400 - {\"error\":{\"message\":\"The prompt was filtered.\",\"code\":\"content_filter\"}}"}}"#,
            .guardrail, "The prompt was filtered."),
        Row(
            200,
            #"data: {"error":{"message":"Error code: 400 - {'error': {'message': 'Filtered.', 'code': 'content_filter'}}"}}"#,
            .guardrail, "Filtered."),
        Row(200, #"data: {"choices":[{"index":0,"delta":{},"finish_reason":"content_filter"}]}"#, .guardrail),
        Row(200, #"data: {"choices":[{"index":0,"delta":{},"finish_reason":"SAFETY"}]}"#, .guardrail),
        Row(
            200, #"data: {"choices":[{"index":0,"delta":{},"finish_reason":"insufficient_system_resource"}]}"#,
            .overloaded, "", .backoff),
        Row(
            200,
            #"data: {"choices":[{"index":0,"delta":{},"finish_reason":"function_call_filter: MALFORMED_FUNCTION_CALL"}]}"#,
            .outputInvalid, "", .backoff),
        Row(200, #"data: no JSON"#, .malformedResponse, "", .backoff),
    ]

    @Test(arguments: streamed)
    func `an error in a stream ends it once, with what came before`(_ row: Row) {
        for end in ["\n\n", "\ndata: [DONE]\n\n", "\n\ndata: [DONE]\n\n"] {
            // What is joined to data is a part of it; of an error's line it is the next.
            if end.hasPrefix("\ndata"), row.body.hasPrefix("data:") || row.body.hasSuffix("Bad.") { continue }
            let head = stream(delta(text("A")), delta(call(0, "a", "f", #"{"x""#)), done: false)
            let decoded = Decoding(head + row.body + end)
            #expect(decoded.failure?.category == row.category)
            #expect(decoded.failure?.retryAdvice == row.advice)
            #expect(row.words.isEmpty || decoded.failure?.message.contains(row.words) == true)
            #expect(decoded.failure?.partial?.text == "A")
            #expect(decoded.called == [#"f{"x" cut"#])
            #expect(decoded.endCount == 0)
            #expect(decoded.violations.isEmpty)
        }
    }

    @Test func `what a model wrote in place of a call is kept as evidence`() {
        let decoded = Decoding(
            "event: error\ndata: {\"error\":{\"message\":\"No.\",\"code\":\"tool_use_failed\",\"failed_generation\":\"<f>\"}}\n\n"
        )
        #expect(decoded.failure?.evidence?.body?.contains("<f>") == true)
    }

    @Test func `a document that ends with an error is a failure with what it says`() throws {
        let decoded = try Decoding(
            document:
                #"{"choices":[{"message":{"content":"Half"},"finish_reason":"error"}],"usage":{"prompt_tokens":null,"completion_tokens":null}}"#
        )
        #expect(decoded.failure?.category == .server)
        #expect(decoded.failure?.partial?.text == "Half")
        #expect(decoded.usage == nil)
    }

    @Test func `an error in place of a document is what its code says`() async throws {
        let transport = StubTransport(
            .document(200, #"{"error":{"message":"Slow down.","code":429}}"#),
            .document(200, #"{"error":"upstream failed"}"#), .events(": nothing\n\n"))
        let url = URL(string: "http://127.0.0.1/v1")
        let model = ChatCompletionsModel(name: "m", baseURL: url).transport(transport)
        var categories: [FailureCategory?] = []
        for _ in 0..<3 {
            do {
                _ = try await LanguageModelSession(model: model).respond(to: "Hi")
            } catch {
                categories.append((error as? any LanguageModelFailure)?.category)
            }
        }
        #expect(categories == [.rateLimited, .server, .incompleteStream])
    }

    @Test func `the longer of two waits counts`() {
        let error = ChatErrors.classifier.response(
            status: 429, headers: ["retry-after": "1", "retry-after-ms": "0"], body: [], now: .now)
        #expect(error.retryAdvice == .after(.seconds(1)))
    }
}
