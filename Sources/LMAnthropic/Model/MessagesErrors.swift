import LMProtocol
import LMProvider

/// What errors of Messages servers are; the rules that all wires share come behind these.
enum MessagesErrors {
    static let classifier: ErrorClassifier = {
        var classifier = ErrorClassifier(rules: rules)
        classifier.quotaWait = .seconds(3600)
        return classifier
    }()

    private static let rules = [
        ErrorRule(
            phrases: [["exceed context limit"], ["exceeds the maximum number of tokens"]], category: .contextSize,
            advice: .never),
        ErrorRule(codes: ["exceed_context_size_error"], category: .contextSize, advice: .never),
        ErrorRule(
            codes: ["billing_error", "exceeded_current_quota_error"],
            phrases: [["credit balance is too low"], ["usage limits"], ["spend limit"]], category: .quotaExhausted,
            advice: .never),
        ErrorRule(phrases: [["content filtering policy"]], category: .guardrail, advice: .never),
        ErrorRule(
            statuses: 404...404, phrases: [["model: "], ["model '"], ["model \""], ["not found the model"]],
            category: .modelNotFound, advice: .never),
        ErrorRule(phrases: [["model not exist"]], category: .modelNotFound, advice: .never),
        // The address is that of another API, or of nothing.
        ErrorRule(statuses: 404...404, codes: ["not_found_error"], category: .configuration, advice: .never),
        ErrorRule(codes: ["permission_error"], category: .permission, advice: .never),
        ErrorRule(codes: ["request_too_large"], category: .invalidRequest, advice: .never),
        ErrorRule(codes: ["timeout_error", "api_error"], category: .server, advice: .backoff),
    ]
}

extension ProviderError {
    /// Whether the server could not take thinking that was sent back to it: made by another model, or for a conversation
    /// that has changed since.
    var isAboutThinking: Bool {
        guard category == .invalidRequest else { return false }
        let words = message.lowercased()
        return [
            "signature", "bound to a different conversation", "cannot be modified", "`thinking`", "redacted_thinking",
        ].contains { words.contains($0) }
    }
}
