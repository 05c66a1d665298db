extension ErrorReply {
    /// xAI's own, and an error with the status of success.
    static let xai: [ErrorReply] = [
        // xAI: a string under `error`, and a code in either of its spellings, as a number, or missing.
        ErrorReply(
            400,
            #"{"code":"invalid-argument","error":"Incorrect API key provided. You can obtain an API key from https://console.x.ai."}"#,
            .authentication, code: "invalid-argument",
            message: "Incorrect API key provided. You can obtain an API key from https://console.x.ai."),
        ErrorReply(
            400, #"{"code":"Client specified an invalid argument","error":"Incorrect API key provided."}"#,
            .authentication, code: "Client specified an invalid argument"),
        ErrorReply(
            400, #"{"code":"invalid-argument","error":"Model not found: grok-x"}"#, .modelNotFound,
            code: "invalid-argument", message: "Model not found: grok-x"),
        ErrorReply(
            400,
            #"{"code":"invalid-argument","error":"This model's maximum prompt length is 131072 but the request contains 136973 tokens."}"#,
            .contextSize),
        ErrorReply(
            400, #"{"code":"invalid-argument","error":"Model grok-4.6 does not support parameter presencePenalty."}"#,
            .invalidRequest),
        ErrorReply(
            400,
            #"{"code":"invalid-argument","error":"Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous response."}"#,
            .invalidRequest),
        ErrorReply(
            400,
            #"{"error":"Could not decode the compaction blob. Ensure it is unmodified from the compact response."}"#,
            .invalidRequest),
        ErrorReply(
            400,
            #"{"code":"invalid-argument","error":"Invalid request content: Each message must have at least one content element."}"#,
            .invalidRequest),
        ErrorReply(
            422,
            #"{"error":"Failed to deserialize the JSON body into the target type: messages[3].content: invalid type: null"}"#,
            .invalidRequest),
        ErrorReply(
            400, #""A request may either be streaming or deferred, but not both.""#, .invalidRequest,
            message: "A request may either be streaming or deferred, but not both."),
        ErrorReply(
            403,
            #"{"code":"The caller does not have permission to execute the specified operation","error":"Content violates usage guidelines. Team: 5ec0a1d2, API key ID: 7f3e9c11, Model: grok-4, Failed check: SAFETY_CHECK_TYPE_BIO"}"#,
            .guardrail,
            message:
                "Content violates usage guidelines. Team: [redacted], API key ID: [redacted], Model: grok-4, Failed check: SAFETY_CHECK_TYPE_BIO"
        ),
        ErrorReply(
            403,
            #"{"code":"The caller does not have permission to execute the specified operation","error":"Blocked."}"#,
            .permission),
        ErrorReply(
            429, #"{"code":429,"error":"You ran out of credits. [WKE=personal-team-blocked:spending-limit]"}"#,
            .quotaExhausted, code: "personal-team-blocked:spending-limit", message: "You ran out of credits."),
        ErrorReply(
            429, #"{"code":"Some resource has been exhausted","error":"Too many requests for team 1a2b3c4d5e6f."}"#,
            .rateLimited, .backoff, message: "Too many requests for team [redacted]."),
        ErrorReply(
            503, #"{"code":"The service is currently unavailable","error":"Service temporarily unavailable."}"#,
            .overloaded, .backoff),
        ErrorReply(
            404, #"{"code":"Some requested entity was not found","error":"No handler found on route."}"#,
            .invalidRequest),
        ErrorReply(
            410, #"{"error":"Live search is deprecated. Please switch to the Agent Tools API."}"#, .invalidRequest),
        ErrorReply(
            400,
            #"{"code":"invalid-argument","error":"Model grok-4.20-reasoning does not support parameter reasoningEffort."}"#,
            .invalidRequest),
        ErrorReply(
            400, #"{"code":"invalid_image","error":"The image is broken."}"#, .invalidRequest, code: "invalid_image"),
        ErrorReply(500, #"{"code":"invalid_image","error":"The image is broken."}"#, .invalidRequest),
        ErrorReply(500, #"{"error":"Could not process image."}"#, .invalidRequest),
        ErrorReply(401, #"{"code":"unauthenticated","error":"No authorization header was sent."}"#, .authentication),
        ErrorReply(
            404, #"{"code":"Some requested entity was not found","error":"Model not found: x"}"#, .modelNotFound),
        ErrorReply(405, #"{"error":"Method Not Allowed"}"#, .invalidRequest, message: "Method Not Allowed"),
        ErrorReply(415, #"{"error":"Expected request with `Content-Type: application/json`"}"#, .invalidRequest),
        ErrorReply(202, #"{"request_id":"1c1cae28"}"#, .malformedResponse, .backoff),
        // Row 1: an error with the status of success.
        ErrorReply(
            200, #"{"code":"The service is currently unavailable","error":"Timed out waiting for first token"}"#,
            .overloaded, .backoff, message: "Timed out waiting for first token"),
        ErrorReply(200, #"{"error":"Timed out waiting for first token"}"#, .server, .backoff),
    ]

    /// OpenAI's, and those of servers that follow it: an object under `error`.
    static let openAI: [ErrorReply] = [
        ErrorReply(
            401,
            #"{"error":{"message":"Incorrect API key provided: invalid-*****2345. You can find your API key at https://platform.openai.com.","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}"#,
            .authentication, code: "invalid_api_key",
            message: "Incorrect API key provided: [redacted]. You can find your API key at https://platform.openai.com."
        ),
        ErrorReply(
            401,
            #"{"error":{"message":"Incorrect API key provided: invalid-key. You can find it.","code":"invalid_api_key"}}"#,
            .authentication, message: "Incorrect API key provided: [redacted]. You can find it."),
        ErrorReply(
            400,
            #"{"error":{"message":"The requested model 'x' does not exist.","type":"invalid_request_error","param":"model","code":"model_not_found"}}"#,
            .modelNotFound, code: "model_not_found"),
        ErrorReply(
            400,
            #"{"error":{"message":"Your input exceeds the context window of this model.","type":"invalid_request_error","param":"input","code":"context_length_exceeded"}}"#,
            .contextSize, code: "context_length_exceeded"),
        ErrorReply(
            429,
            #"{"error":{"message":"You exceeded your current quota.","type":"insufficient_quota","code":"insufficient_quota"}}"#,
            .quotaExhausted, code: "insufficient_quota"),
        ErrorReply(
            429,
            #"{"error":{"message":"Rate limit reached for requests","type":"requests","code":"rate_limit_exceeded"}}"#,
            .rateLimited, .backoff, code: "rate_limit_exceeded"),
        ErrorReply(
            400,
            #"{"error":{"code":null,"message":"Item 'rs_1' of type 'reasoning' was provided without its required following item.","param":"input","type":"invalid_request_error"}}"#,
            .invalidRequest, code: "invalid_request_error"),
        ErrorReply(
            400,
            #"{"error":{"message":"No tool call found for function call output with call_id call_1.","type":"invalid_request_error","param":"input","code":null}}"#,
            .invalidRequest),
        ErrorReply(
            400,
            #"{"error":{"message":"Unsupported parameter: 'temperature' is not supported with this model.","code":"unsupported_parameter"}}"#,
            .invalidRequest, code: "unsupported_parameter"),
        ErrorReply(
            400, #"{"error":{"message":"The response was filtered.","code":"content_filter","type":null}}"#, .guardrail,
            code: "content_filter"),
        ErrorReply(
            500, #"{"error":{"message":"The server had an error.","type":"server_error"}}"#, .server, .backoff,
            code: "server_error"),
        ErrorReply(
            400,
            #"{"error":{"message":"No tool output found for function call call_1.","type":"invalid_request_error","param":"input","code":null}}"#,
            .invalidRequest),
        ErrorReply(
            400,
            #"{"error":{"message":"Previous response with id 'resp_1' not found.","type":"invalid_request_error","param":"previous_response_id","code":"previous_response_not_found"}}"#,
            .invalidRequest, code: "previous_response_not_found"),
    ]

    /// Those of other providers, gateways and local servers, and of the network's edge.
    static let others: [ErrorReply] = [
        ErrorReply(
            401,
            #"{"type":"error","error":{"type":"authentication_error","message":"API key is invalid."},"request_id":null}"#,
            .authentication, code: "authentication_error"),
        ErrorReply(
            529, #"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#, .overloaded, .backoff,
            code: "overloaded_error"),
        ErrorReply(
            401,
            #"{"error":{"code":"invalid_request_error","message":"Authentication Fails, Your api key: ****-key is invalid","type":"authentication_error"}}"#,
            .authentication, message: "Authentication Fails, Your api key: [redacted] is invalid"),
        ErrorReply(401, #"{"error":{"code":"invalid_api_key","message":"Invalid API Key"}}"#, .authentication),
        ErrorReply(
            500,
            #"{"error":{"code":500,"message":"input (4002 tokens) is too large to process. increase the physical batch size","type":"server_error"}}"#,
            .contextSize, code: "500"),
        ErrorReply(
            400,
            #"{"error":{"code":400,"message":"Pooling type 'none' is not OAI compatible.","type":"invalid_request_error"}}"#,
            .invalidRequest, code: "400"),
        ErrorReply(400, #"{"error":{"code":400,"message":"Model no-such/model does not exist"}}"#, .modelNotFound),
        ErrorReply(
            404, #"{"error":"Specified model not found: x. Did you mean: y?"}"#, .modelNotFound,
            message: "Specified model not found: x. Did you mean: y?"),
        ErrorReply(402, #"{"error":{"message":"Insufficient Balance"}}"#, .quotaExhausted),
        ErrorReply(
            422, #"{"detail":[{"loc":["body"],"msg":"field required"}]}"#, .invalidRequest, message: "field required"),
        ErrorReply(401, #"{"detail":"Unauthorized"}"#, .authentication, message: "Unauthorized"),
        ErrorReply(
            429, #"{"message":"Service tier capacity exceeded","object":"error","type":"x","code":"1500"}"#,
            .rateLimited,
            .backoff, code: "1500"),
        ErrorReply(
            400, #"[{"error":{"code":400,"message":"Bad.","status":"INVALID_ARGUMENT"}}]"#, .invalidRequest,
            message: "Bad."),
        ErrorReply(
            500,
            #"{"error":"{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}"}"#,
            .overloaded, .backoff, code: "overloaded_error", message: "Overloaded"),
        ErrorReply(
            400, #"{"message":"invalid request: list of tools must not be empty"}"#, .invalidRequest,
            message: "invalid request: list of tools must not be empty"),
        // The edge of the network: pages, words and nothing.
        ErrorReply(
            502, "<html><body><h1>502 Bad Gateway</h1></body></html>", .server, .backoff,
            message: "The server answered HTTP 502: a gateway got no valid answer from the server."),
        ErrorReply(403, "<!DOCTYPE html><title>Attention Required! | Cloudflare</title>", .permission),
        ErrorReply(
            413, "<html>413 Request Entity Too Large</html>", .invalidRequest,
            message: "The server answered HTTP 413: the request is too large."),
        ErrorReply(524, "<html>", .server, .backoff),
        ErrorReply(520, "<html>", .server, .backoff), ErrorReply(521, "<html>", .server, .backoff),
        ErrorReply(522, "<html>", .server, .backoff), ErrorReply(523, "<html>", .server, .backoff),
        ErrorReply(530, "<html>", .server, .backoff),
        ErrorReply(403, "<html><center>nginx</center></html>", .permission), ErrorReply(502, "", .server, .backoff),
        ErrorReply(525, "<html>", .server, .never),
        ErrorReply(526, "", .server, .never),
        ErrorReply(
            503, "", .overloaded, .backoff, message: "The server answered HTTP 503: the service is unavailable."),
        ErrorReply(500, "upstream connect error", .server, .backoff, message: "upstream connect error"),
        ErrorReply(401, "", .authentication),
        ErrorReply(408, "", .server, .backoff),
        ErrorReply(302, "", .configuration),
        ErrorReply(418, "", .invalidRequest, message: "The server answered HTTP 418 without a reason."),
        // A status of success with something that is no answer.
        ErrorReply(200, "", .malformedResponse, .backoff, message: "The server sent an empty response."),
        ErrorReply(
            200, "<html>Log in</html>", .malformedResponse, .never,
            message: "The server sent a web page, not an answer. The base URL may not be that of the API."),
        ErrorReply(200, "hello", .malformedResponse, .backoff),
    ]
}
