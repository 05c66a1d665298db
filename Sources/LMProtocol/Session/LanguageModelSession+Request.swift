extension LanguageModelSession {
    /// The request for the next round, and what had to be changed for it.
    func makeRequest(_ setup: RoundSetup, for turn: Turn) throws -> (GenerationRequest, [Adjustment]) {
        let prompt = turn.plan.prompt
        var options = prompt.options
        options.samplingMode = options.samplingMode ?? setup.options.samplingMode
        options.temperature = options.temperature ?? setup.options.temperature
        options.maximumResponseTokens = options.maximumResponseTokens ?? setup.options.maximumResponseTokens
        options.toolCallingMode = options.toolCallingMode ?? setup.options.toolCallingMode
        options.frequencyPenalty = options.frequencyPenalty ?? setup.options.frequencyPenalty
        options.presencePenalty = options.presencePenalty ?? setup.options.presencePenalty
        if options.stopSequences.isEmpty { options.stopSequences = setup.options.stopSequences }
        options.providerOptions = setup.options.providerOptions.merging(options.providerOptions)
        var contextOptions = prompt.contextOptions
        contextOptions.reasoningLevel = contextOptions.reasoningLevel ?? setup.reasoningLevel

        let mode = options.toolCallingMode?.kind ?? .allowed
        let tools = mode == .disallowed ? [] : setup.tools.definitions
        try setup.tools.checkNames()
        try turn.plan.output?.schema.checkUsable()
        for tool in tools { try tool.parameters.checkUsable() }
        switch mode {
        case .required where tools.isEmpty: throw Error.toolCallRequiredWithoutTools
        case .requiredTool(let name) where !tools.contains { $0.name == name }:
            throw Error.toolCallRequiredWithoutTools
        case .allowed, .required, .requiredTool, .disallowed: break
        }

        let transcript = sentTranscript(setup)
        try checkCapabilities(of: setup.backend.card, tools: tools, output: turn.plan.output, transcript: transcript)
        let request = GenerationRequest(
            transcript: transcript, tools: tools, schema: turn.plan.output?.sentSchema, options: options,
            contextOptions: contextOptions, metadata: prompt.metadata.mapValues(\.json))
        var (prepared, adjustments) = request.prepared(for: setup.backend.card)
        for tool in setup.tools.tools where !tools.isEmpty && !tool.includesSchemaInInstructions {
            adjustments.append(
                Adjustment(
                    .optionDropped,
                    "The schema of the tool \(tool.name) was sent all the same: models take no tool without it."))
        }
        return (prepared, adjustments)
    }

    /// The transcript as it is to be sent: with the profile's instructions, and the history as it transforms it.
    private func sentTranscript(_ setup: RoundSetup) -> Transcript {
        let transcript = state.withLock { $0.transcript }
        guard setup.instructions != nil || !setup.historyTransforms.isEmpty else { return transcript }
        var entries = Array(transcript)
        var leading: [Transcript.Entry] = []
        while case .instructions? = entries.first { leading.append(entries.removeFirst()) }
        for transform in setup.historyTransforms { entries = transform(entries) }
        if let segments = setup.instructions {
            // One identifier for the whole session keeps the request's prefix stable from round to round.
            leading =
                segments.isEmpty && setup.tools.definitions.isEmpty
                ? []
                : [
                    .instructions(
                        .init(
                            id: instructionsID, segments: segments, toolDefinitions: setup.tools.definitions))
                ]
        }
        return Transcript(entries: leading + entries)
    }

    /// What a model has not declared that it can do is refused here, before anything is sent.
    private func checkCapabilities(
        of card: ModelCard, tools: [Transcript.ToolDefinition], output: OutputFormat?, transcript: Transcript
    ) throws {
        func require(_ capability: LanguageModelCapabilities.Capability, _ use: String) throws {
            guard !card.capabilities.contains(capability) else { return }
            throw LanguageModelError.unsupportedCapability(
                .init(
                    capability: capability,
                    debugDescription: "\(card.displayName) cannot \(use). Choose a model that can, or leave it out."))
        }
        if !tools.isEmpty { try require(.toolCalling, "call tools") }
        if output != nil { try require(.guidedGeneration, "answer in the shape of a schema") }
        if transcript.contains(where: \.hasImage) { try require(.vision, "read images") }
    }

    // MARK: Hooks

    nonisolated(nonsending) func runHooksBeforeRound(_ setup: RoundSetup, of turn: Turn) async throws {
        let (deactivated, isNew, isFirst) = try state.withLock { state -> ([@Sendable () async -> Void], Bool, Bool) in
            guard state.active?.turn == ObjectIdentifier(turn) else { throw CancellationError() }
            let isFirst = state.active?.hasPrompted == false
            state.active?.hasPrompted = true
            guard state.activation.identity != setup.identity else {
                return ([], false, isFirst)
            }
            let deactivated = state.activation.onDeactivate
            state.activation = ProfileActivation(
                identity: setup.identity, onDeactivate: setup.hooks.onDeactivate)
            return (deactivated, true, isFirst)
        }
        try await SessionPropertyValues.$current.withValue(properties) {
            for hook in deactivated { await hook() }
            if isNew { for hook in setup.hooks.onActivate { await hook() } }
            if isFirst { for hook in setup.hooks.onPrompt { try await hook(turn.plan.prompt) } }
        }
    }

    nonisolated(nonsending) func runHooksAfterRound(
        _ hooks: SessionHooks, _ entries: [Transcript.Entry]
    ) async throws {
        guard !hooks.onReasoning.isEmpty || !hooks.onResponse.isEmpty else { return }
        try await SessionPropertyValues.$current.withValue(properties) {
            for entry in entries {
                switch entry {
                case .reasoning(let reasoning): for hook in hooks.onReasoning { try await hook(reasoning) }
                case .response(let response): for hook in hooks.onResponse { try await hook(response) }
                default: break
                }
            }
        }
    }
}

extension Transcript.Entry {
    var hasImage: Bool {
        segments.contains { segment in
            if case .attachment(let attachment) = segment, case .image = attachment.content { true } else { false }
        }
    }
}
