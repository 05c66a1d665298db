import LMProtocol
import LMTransport

extension LanguageModelError {
    /// The error that every model shares for what a server said; `nil` where none fits.
    ///
    /// Every response of the status 429 is a rate limit; one that waiting does not cure says so by its category and
    /// its advice.
    package init?(_ error: ResponsesError) {
        let context = Context(
            retryAdvice: error.retryAdvice, evidence: error.evidence, partial: error.partial, category: error.category)
        switch error.category {
        case .rateLimited, .quotaExhausted:
            guard error.category == .rateLimited || error.kind == .requestFailed(statusCode: 429) else { return nil }
            self = .rateLimited(
                .init(resetDate: error.resetDate, debugDescription: error.description, context: context))
        case .guardrail:
            self = .guardrailViolation(.init(debugDescription: error.description, context: context))
        default: return nil
        }
    }

    /// The error that every model shares for what broke below HTTP; `nil` where none fits.
    package init?(_ failure: ConnectionFailure) {
        guard case .timeout(let phase) = failure.error.kind else { return nil }
        self = .timeout(
            .init(
                debugDescription: failure.description, phase: FailurePhase(phase),
                context: Context(retryAdvice: failure.retryAdvice, evidence: failure.evidence, partial: failure.partial)
            ))
    }
}
