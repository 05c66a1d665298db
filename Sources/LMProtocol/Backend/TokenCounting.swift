/// A backend whose provider can say how many tokens a request has, without answering it.
public protocol TokenCounting: LanguageModelBackend {
    /// The tokens that would go in with a request, as the provider counts them.
    ///
    /// Throws what ``LanguageModelBackend/respond(to:)`` throws.
    nonisolated(nonsending) func tokenCount(for request: GenerationRequest) async throws -> Int
}
