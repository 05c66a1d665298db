import LMProtocol

/// A model that is never asked: a session has to have one before the true one is made.
struct UnaskedBackend: LanguageModelBackend {
    let card = ModelCard(name: "none", capabilities: LanguageModelCapabilities([]))

    nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
        throw CLIError(.software, "a model was asked before one was chosen.")
    }
}
