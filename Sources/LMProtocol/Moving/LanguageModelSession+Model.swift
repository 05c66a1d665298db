// A session without a model: Foundation Models takes the system's. There is none here, so the model is named.

extension LanguageModelSession {
    /// Not here: name the model.
    @available(*, unavailable, message: "name a model: LanguageModelSession(model: …, tools: …, instructions: …)")
    @_disfavoredOverload
    public convenience init(tools: [any Tool] = [], instructions: String? = nil) {
        self.init(model: NoModel(), tools: tools, instructions: instructions)
    }

    /// Not here: name the model.
    @available(*, unavailable, message: "name a model: LanguageModelSession(model: …, tools: …, instructions: …)")
    @_disfavoredOverload
    public convenience init(tools: [any Tool] = [], instructions: Instructions?) {
        self.init(model: NoModel(), tools: tools, instructions: instructions)
    }

    /// Not here: name the model.
    @available(*, unavailable, message: "name a model: LanguageModelSession(model: …, tools: …) { … }")
    @_disfavoredOverload
    public convenience init(
        tools: [any Tool] = [], @InstructionsBuilder instructions: () throws -> Instructions
    ) rethrows {
        self.init(model: NoModel(), tools: tools, instructions: try instructions())
    }

    /// Not here: name the model.
    @available(*, unavailable, message: "name a model: LanguageModelSession(model: …, tools: …, transcript: …)")
    @_disfavoredOverload
    public convenience init(tools: [any Tool] = [], transcript: Transcript) {
        self.init(model: NoModel(), tools: tools, transcript: transcript)
    }

    /// Not here: name the model.
    @available(*, unavailable, message: "name a model: LanguageModelSession(model: …, dynamicInstructions: …)")
    @_disfavoredOverload
    public convenience init(
        dynamicInstructions: some DynamicInstructions, history: some Collection<Transcript.Entry> = []
    ) {
        self.init(model: NoModel(), dynamicInstructions: dynamicInstructions, history: history)
    }
}

/// What stands where an unavailable initializer needs a model to be written at all.
private struct NoModel: LanguageModelBackend {
    var card: ModelCard { ModelCard(name: "", capabilities: LanguageModelCapabilities([])) }

    nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
        GenerationStream(events: [], failure: LanguageModelSession.Error.profileWithoutModel)
    }
}
