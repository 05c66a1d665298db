import LMProtocol

/// A backend whose events are also shown to an observer, each batch before the session takes it in.
///
/// A session gives snapshots of text. What the tool prints needs more than that: where thoughts begin, which sources were
/// cited, what was adjusted.
struct EventTap<Base: LanguageModelBackend>: LanguageModelBackend {
    let base: Base
    /// Is called before each request, which it may forbid.
    let willAsk: @Sendable () throws -> Void
    let observe: @Sendable ([GenerationEvent]) throws -> Void

    var card: ModelCard { base.card }
    func sessionError(for error: any Error) -> any Error { base.sessionError(for: error) }

    func prewarm(for transcript: Transcript) async { await base.prewarm(for: transcript) }

    nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
        try willAsk()
        let stream = try await base.respond(to: request)
        return GenerationStream {
            let batch = try await stream.next()
            if let batch { try observe(batch) }
            return batch
        }
    }
}

extension LanguageModelBackend {
    /// This backend, with an observer of its events.
    func tapped(_ observe: @escaping @Sendable ([GenerationEvent]) throws -> Void) -> any LanguageModelBackend {
        EventTap(base: self, willAsk: {}, observe: observe)
    }

    /// This backend, with a limit on what it may cost.
    func limited(by limit: SpendingLimit) -> any LanguageModelBackend {
        EventTap(base: self, willAsk: { try limit.check() }, observe: { try limit.observe($0) })
    }

    /// This backend, tried again as a policy says.
    func retried(
        _ policy: RetryingBackend<Self>.Policy, time: TimeSource,
        onRetry: @escaping @Sendable (RetryingBackend<Self>.Retry) -> Void
    ) -> any LanguageModelBackend {
        RetryingBackend(self, policy: policy, onRetry: { onRetry($0) })
    }
}
