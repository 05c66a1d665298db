import LMProtocol

/// One row of the table that tells what an error is.
public struct ErrorRule: Sendable {
    /// The HTTP statuses the row speaks of; `nil` for all, and for errors inside a stream.
    public var statuses: ClosedRange<Int>?
    /// The codes or types that make the row match, in lower case.
    public var codes: Set<String> = []
    /// The words that make the row match where all of one list stand in the message, in lower case.
    public var phrases: [[String]] = []
    /// What kind of failure it is.
    public var category: FailureCategory
    /// Whether another try makes sense.
    public var advice: RetryAdvice

    /// Makes a row.
    ///
    /// - Parameters:
    ///   - statuses: The HTTP statuses that the row speaks of.
    ///   - codes: The codes or types that make it match, in lower case.
    ///   - phrases: The words that make it match, in lower case.
    ///   - category: What kind of failure it is.
    ///   - advice: Whether another try makes sense.
    public init(
        statuses: ClosedRange<Int>? = nil, codes: Set<String> = [], phrases: [[String]] = [], category: FailureCategory,
        advice: RetryAdvice
    ) {
        self.statuses = statuses
        self.codes = codes
        self.phrases = phrases
        self.category = category
        self.advice = advice
    }

    /// Whether the row speaks of this error. A row without codes and phrases goes by the status alone.
    func matches(status: Int?, words: [String], text: String) -> Bool {
        if let statuses {
            guard let status, statuses.contains(status) else { return false }
            if codes.isEmpty && phrases.isEmpty { return true }
        }
        return words.contains { codes.contains($0) }
            || phrases.contains { $0.allSatisfy { text.utf8.firstRange(of: $0.utf8) != nil } }
    }

    /// The rows that all wires share. The first row that matches counts.
    ///
    /// The words come before the status, because statuses mislead: xAI answers 400 to a bad key, to an unknown model
    /// and to a prompt that is too long, and 403 to unsafe content. A code comes only where it is known to mean one
    /// thing: xAI's has two spellings of little meaning, and may be a number.
    public static let common: [ErrorRule] = [
        ErrorRule(
            codes: ["invalid_api_key", "authentication_error"],
            phrases: [
                ["incorrect api key"], ["invalid api key"], ["api key is invalid"], ["no api key"],
                ["authentication fails"], ["missing", "authorization"], ["invalid bearer"],
            ], category: .authentication, advice: .never),
        ErrorRule(
            codes: ["model_not_found"],
            phrases: [
                ["model not found"], ["model", "does not exist"], ["unknown model"], ["not a valid model"],
            ], category: .modelNotFound, advice: .never),
        ErrorRule(
            codes: ["context_length_exceeded"],
            phrases: [
                ["maximum prompt length"], ["maximum context length"], ["exceeds the context window"],
                ["context size", "exceed"], ["prompt is too long"], ["is too large to process"],
            ], category: .contextSize, advice: .never),
        ErrorRule(
            codes: ["content_filter", "content_policy_violation", "moderation_blocked"],
            phrases: [["safety_check"], ["content violates"], ["usage guidelines"], ["content management policy"]],
            category: .guardrail, advice: .never),
        // xAI has answered 500 to an image that it could not read.
        ErrorRule(
            codes: ["invalid_image"], phrases: [["could not process image"]], category: .invalidRequest, advice: .never),
        ErrorRule(
            codes: ["insufficient_quota", "billing_hard_limit_reached", "billing_not_active"],
            phrases: [
                ["spending-limit"], ["spending limit"], ["out of credits"], ["used all available credits"],
                ["exceeded your current quota"], ["insufficient credit"], ["insufficient balance"],
            ], category: .quotaExhausted, advice: .never),
        ErrorRule(statuses: 402...402, category: .quotaExhausted, advice: .never),
        ErrorRule(statuses: 429...429, category: .rateLimited, advice: .backoff),
        ErrorRule(
            codes: ["rate_limit_exceeded", "rate_limit_error", "too_many_requests"], phrases: [["rate limit"]],
            category: .rateLimited, advice: .backoff),
        ErrorRule(
            codes: ["overloaded_error", "server_overloaded", "engine_overloaded", "service_unavailable"],
            phrases: [["overloaded"], ["at capacity"], ["temporarily unavailable"], ["currently unavailable"]],
            category: .overloaded, advice: .backoff),
        ErrorRule(phrases: [["timed out waiting for"]], category: .server, advice: .backoff),
        ErrorRule(statuses: 401...401, category: .authentication, advice: .never),
        ErrorRule(statuses: 403...403, category: .permission, advice: .never),
        // The server waited for the request in vain, or would not take it yet: it may a moment later.
        ErrorRule(statuses: 408...408, category: .server, advice: .backoff),
        ErrorRule(statuses: 425...425, category: .server, advice: .backoff),
        ErrorRule(statuses: 400...499, category: .invalidRequest, advice: .never),
        ErrorRule(statuses: 503...503, category: .overloaded, advice: .backoff),
        // The edge could not trust the origin's certificate; that does not pass by itself.
        ErrorRule(statuses: 525...526, category: .server, advice: .never),
        // What the server does not do, or not in this version of HTTP, it will not do a moment later.
        ErrorRule(statuses: 501...501, category: .invalidRequest, advice: .never),
        ErrorRule(statuses: 505...506, category: .invalidRequest, advice: .never),
        ErrorRule(statuses: 508...508, category: .server, advice: .never),
        ErrorRule(statuses: 510...511, category: .configuration, advice: .never),
        ErrorRule(statuses: 529...529, category: .overloaded, advice: .backoff),
        ErrorRule(statuses: 500...599, category: .server, advice: .backoff),
        ErrorRule(statuses: 300...399, category: .configuration, advice: .never),
        ErrorRule(
            codes: ["invalid_request_error", "invalid_prompt"], category: .invalidRequest,
            advice: .never),
    ]
}
