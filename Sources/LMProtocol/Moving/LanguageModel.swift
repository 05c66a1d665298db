/// The name that Foundation Models gives to what a session works with: `any LanguageModel` and `some LanguageModel` in
/// moved code are any and some ``LanguageModelBackend``. What conforms is written as a backend.
public typealias LanguageModel = LanguageModelBackend

extension LanguageModelBackend {
    /// What the model can do, as its ``card`` says.
    public var capabilities: LanguageModelCapabilities { card.capabilities }
}

/// What a provider implements in Foundation Models. Here it is ``LanguageModelBackend``.
@available(
    *, unavailable,
    message: "conform the model to LanguageModelBackend: it takes a GenerationRequest and returns a GenerationStream"
)
public protocol LanguageModelExecutor {}

/// What a provider is asked in Foundation Models. Here it is ``GenerationRequest``.
@available(*, unavailable, renamed: "GenerationRequest")
public struct LanguageModelExecutorGenerationRequest {}

/// What a provider sends into in Foundation Models. Here a backend returns a ``GenerationStream``, which is pulled.
@available(
    *, unavailable, message: "return a GenerationStream of GenerationEvents from LanguageModelBackend.respond(to:)"
)
public struct LanguageModelExecutorGenerationChannel {}
