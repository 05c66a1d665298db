import LMProtocol
import LMTransport

extension LanguageModelError {
    /// The error that every model shares for what failed; `nil` if none fits, and the provider's own error is thrown.
    ///
    /// Every response of the status 429 is a rate limit; one that waiting does not cure says so by its category and
    /// its advice. A conversation that is too long, a refusal with its reasons, a content filter and a timeout have
    /// cases of their own.
    public init?(_ error: ProviderError) {
        let context = Context(
            retryAdvice: error.retryAdvice, evidence: error.evidence, partial: error.partial, category: error.category)
        switch error.category {
        case .rateLimited, .quotaExhausted:
            guard error.category == .rateLimited || error.kind == .requestFailed(statusCode: 429) else { return nil }
            self = .rateLimited(
                .init(resetDate: error.resetDate, debugDescription: error.description, context: context))
        case .guardrail:
            self = .guardrailViolation(.init(debugDescription: error.description, context: context))
        case .refusal:
            self = .refusal(
                .init(explanation: error.message, debugDescription: error.description, context: context))
        case .contextSize:
            let sizes = ContextOverflow(message: error.message)
            self = .contextSizeExceeded(
                .init(
                    contextSize: sizes.limit, tokenCount: sizes.count, debugDescription: error.description,
                    context: context))
        case .timeout(let phase):
            guard case .connectionFailed = error.kind else { return nil }
            self = .timeout(.init(debugDescription: error.description, phase: phase, context: context))
        default: return nil
        }
    }
}
