import LMProtocol
import LMProvider

/// What errors of Google's servers are; the rules that all wires share come behind these.
enum GeminiErrors {
    static let classifier = ErrorClassifier(rules: [
        // A bad key is a malformed request to Google: status and code say nothing.
        ErrorRule(
            codes: ["api_key_invalid"],
            phrases: [
                ["api key not valid"], ["api key not found"], ["api key expired"], ["unregistered callers"],
                ["reported as leaked"], ["has been suspended"],
            ], category: .authentication, advice: .never),
        ErrorRule(
            statuses: 403...403, codes: ["permission_denied"], phrases: [["permission"]], category: .permission,
            advice: .never),
        ErrorRule(phrases: [["user location is not supported"]], category: .permission, advice: .never),
        ErrorRule(
            statuses: 404...404, phrases: [["models/"], ["no longer available to new users"]],
            category: .modelNotFound, advice: .never),
        ErrorRule(
            phrases: [["input token count", "exceeds the maximum"]], category: .contextSize, advice: .never),
        // One message serves for an empty purse and for a busy minute; the quota and the wait tell them apart.
        ErrorRule(
            statuses: 429...429, phrases: [["perday"], ["limit: 0,"], ["limit: 0\n"]], category: .quotaExhausted,
            advice: .never),
        ErrorRule(
            statuses: 429...429, phrases: [["retryinfo"], ["perminute"]], category: .rateLimited, advice: .backoff),
        ErrorRule(
            statuses: 429...429, phrases: [["check your plan and billing"]], category: .quotaExhausted,
            advice: .never),
        ErrorRule(statuses: 504...504, category: .timeout(.total), advice: .backoff),
        ErrorRule(statuses: 499...499, category: .transport, advice: .backoff),
    ])

    /// The error where a filter stopped the answer, or never let the prompt in.
    static func filtered(_ reason: String, _ message: String?) -> ProviderError {
        ProviderError(
            kind: .generationFailed, code: reason,
            message: message ?? "The server's content filter stopped the answer (\(reason)).", category: .guardrail,
            retryAdvice: .never, evidence: FailureEvidence(code: reason))
    }

    /// The error where an answer cannot be used.
    static func unusable(
        _ reason: String?, _ message: String, _ category: FailureCategory = .outputInvalid,
        _ advice: RetryAdvice = .backoff
    ) -> ProviderError {
        ProviderError(
            kind: .generationFailed, code: reason, message: message, category: category, retryAdvice: advice,
            evidence: FailureEvidence(code: reason))
    }
}

extension ProviderError {
    /// Whether the server could not take the signatures that were sent back to it.
    var isAboutSignatures: Bool {
        let words = message.lowercased()
        return category == .invalidRequest
            && (words.contains("thought signature") || words.contains("thought_signature"))
    }
}
