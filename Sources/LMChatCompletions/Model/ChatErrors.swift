import LMProtocol
import LMProvider

/// What errors of Chat Completions servers are; the rules that all wires share come behind these.
enum ChatErrors {
    static let classifier = ErrorClassifier(rules: [
        // vLLM says with which flag it has to be started.
        ErrorRule(phrases: [["requires --enable-auto-tool-choice"]], category: .configuration, advice: .never),
        // Groq: the model wrote what no call or no JSON is; the next try may do better.
        ErrorRule(codes: ["tool_use_failed", "json_validate_failed"], category: .outputInvalid, advice: .backoff),
        ErrorRule(
            codes: ["invalid_authentication_error"], phrases: [["api key not valid"]], category: .authentication,
            advice: .never),
        ErrorRule(
            codes: ["exceed_context_size_error"],
            phrases: [
                ["exceeds the available context size"], ["tokens to keep", "context length"],
                ["range of input length"], ["input too long"], ["too large for model", "context length"],
            ], category: .contextSize, advice: .never),
        // Groq refuses what no minute of the limit can hold.
        ErrorRule(
            statuses: 413...413, phrases: [["request too large"], ["limit", "requested"]], category: .contextSize,
            advice: .never),
        ErrorRule(
            codes: ["data_inspection_failed", "responsibleaipolicyviolation"],
            phrases: [["content_filter"], ["input was flagged"]], category: .guardrail, advice: .never),
        // OpenRouter: the model is there, with no provider that takes what was asked for.
        ErrorRule(phrases: [["no endpoints found that support"]], category: .invalidRequest, advice: .never),
        ErrorRule(
            codes: ["deploymentnotfound", "model_not_supported", "invalid_model", "resource_not_found_error"],
            phrases: [["invalid model"], ["no endpoints found"], ["no models loaded"]], category: .modelNotFound,
            advice: .never),
        ErrorRule(
            statuses: 400...404, phrases: [["model", "not found"], ["model", "not loaded"]], category: .modelNotFound,
            advice: .never),
        ErrorRule(
            codes: ["arrearage", "exceeded_current_quota_error", "quota_exceeded"],
            phrases: [["quota", "per day"], ["quota", "perday"]], category: .quotaExhausted, advice: .never),
        // Google speaks of a quota where it means the requests of a minute.
        ErrorRule(codes: ["resource_exhausted", "ratelimitreached"], category: .rateLimited, advice: .backoff),
        ErrorRule(codes: ["engine_overloaded_error", "capacity_exceeded"], category: .overloaded, advice: .backoff),
        ErrorRule(statuses: 498...498, category: .overloaded, advice: .backoff),
    ])
}
