extension LanguageModelSession.DynamicProfile {
    private func modified(
        _ change: @escaping @Sendable (inout LanguageModelSession.ProfileResolution) -> Void
    ) -> some LanguageModelSession.DynamicProfile {
        LanguageModelSession.ModifiedProfile(base: self, change: change)
    }

    /// Sets the model.
    public func model(_ model: some LanguageModelBackend) -> some LanguageModelSession.DynamicProfile {
        modified { if $0.backend == nil { $0.backend = model } }
    }

    /// Sets the model.
    public func model(_ model: any LanguageModelBackend) -> some LanguageModelSession.DynamicProfile {
        modified { if $0.backend == nil { $0.backend = model } }
    }

    /// Sets the temperature; `nil` leaves it to an outer profile.
    public func temperature(_ temperature: Double?) -> some LanguageModelSession.DynamicProfile {
        modified { $0.options.temperature = $0.options.temperature ?? temperature }
    }

    /// Sets how the next token is picked; `nil` leaves it to an outer profile.
    public func samplingMode(
        _ mode: GenerationOptions.SamplingMode?
    ) -> some LanguageModelSession.DynamicProfile {
        modified { $0.options.samplingMode = $0.options.samplingMode ?? mode }
    }

    /// Sets the most tokens of an answer; `nil` leaves it to an outer profile.
    public func maximumResponseTokens(_ count: Int?) -> some LanguageModelSession.DynamicProfile {
        modified { $0.options.maximumResponseTokens = $0.options.maximumResponseTokens ?? count }
    }

    /// Sets how hard the model is to think; `nil` leaves it to an outer profile.
    public func reasoningLevel(
        _ level: ContextOptions.ReasoningLevel?
    ) -> some LanguageModelSession.DynamicProfile {
        modified { $0.reasoningLevel = $0.reasoningLevel ?? level }
    }

    /// Sets whether the model may call tools; `nil` leaves it to an outer profile.
    public func toolCallingMode(
        _ mode: GenerationOptions.ToolCallingMode?
    ) -> some LanguageModelSession.DynamicProfile {
        modified { $0.options.toolCallingMode = $0.options.toolCallingMode ?? mode }
    }

    /// Changes what of the history is sent. The transcript itself is not changed.
    public func historyTransform(
        _ transform: @escaping @Sendable ([Transcript.Entry]) -> [Transcript.Entry]
    ) -> some LanguageModelSession.DynamicProfile {
        modified { $0.historyTransforms.append(transform) }
    }

    /// Sets what becomes of the transcript when a turn fails; `nil` leaves it to an outer profile.
    public func transcriptErrorHandlingPolicy(
        _ policy: LanguageModelSession.TranscriptErrorHandlingPolicy?
    ) -> some LanguageModelSession.DynamicProfile {
        modified { $0.policy = $0.policy ?? policy }
    }

    /// Applies a modifier.
    public func modifier<Modifier: LanguageModelSession.DynamicProfileModifier>(
        _ modifier: Modifier
    ) -> some LanguageModelSession.DynamicProfile {
        modifier.body(content: .init(self))
    }

    // MARK: Hooks

    /// Runs when the prompt is in the transcript and before it is sent. A throw ends the turn.
    public func onPrompt(
        _ action: @escaping @Sendable () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile { onPrompt { _ in try await action() } }

    /// Runs when the prompt is in the transcript and before it is sent. A throw ends the turn.
    public func onPrompt(
        _ action: @escaping @Sendable (Transcript.Prompt) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile { modified { $0.hooks.onPrompt.append(action) } }

    /// Runs when an answer is whole. A throw ends the turn.
    public func onResponse(
        _ action: @escaping @Sendable () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile { onResponse { _ in try await action() } }

    /// Runs when an answer is whole. A throw ends the turn.
    public func onResponse(
        _ action: @escaping @Sendable (Transcript.Response) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile { modified { $0.hooks.onResponse.append(action) } }

    /// Runs when a piece of reasoning is whole. A throw ends the turn.
    public func onReasoning(
        _ action: @escaping @Sendable () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile { onReasoning { _ in try await action() } }

    /// Runs when a piece of reasoning is whole. A throw ends the turn.
    public func onReasoning(
        _ action: @escaping @Sendable (Transcript.Reasoning) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile { modified { $0.hooks.onReasoning.append(action) } }

    /// Runs before a tool does. A throw ends the turn; to refuse one call, use an approval of the session's
    /// ``LanguageModelSession/ToolCallingPolicy``.
    public func onToolCall(
        _ action: @escaping @Sendable () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile { onToolCall { _ in try await action() } }

    /// Runs before a tool does. A throw ends the turn.
    public func onToolCall(
        _ action: @escaping @Sendable (Transcript.ToolCall) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile { modified { $0.hooks.onToolCall.append(action) } }

    /// Runs when a tool has answered. A throw ends the turn.
    public func onToolOutput(
        _ action: @escaping @Sendable () async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile { onToolOutput { _, _ in try await action() } }

    /// Runs when a tool has answered. A throw ends the turn.
    public func onToolOutput(
        _ action: @escaping @Sendable (Transcript.ToolCall, Transcript.ToolOutput) async throws -> Void
    ) -> some LanguageModelSession.DynamicProfile { modified { $0.hooks.onToolOutput.append(action) } }

    /// Runs before the first request that this profile serves, and again after another has served one.
    public func onActivate(
        _ action: @escaping @Sendable () async -> Void
    ) -> some LanguageModelSession.DynamicProfile { modified { $0.hooks.onActivate.append(action) } }

    /// Runs before the first request that another profile serves.
    public func onDeactivate(
        _ action: @escaping @Sendable () async -> Void
    ) -> some LanguageModelSession.DynamicProfile { modified { $0.hooks.onDeactivate.append(action) } }
}

extension LanguageModelSession {
    /// A profile with a change on top. The base comes first, so that what it sets holds against the change.
    struct ModifiedProfile<Base: DynamicProfile>: DynamicProfile {
        let base: Base
        let change: @Sendable (inout ProfileResolution) -> Void

        var body: Self { self }

        func _resolve(into resolution: inout ProfileResolution) {
            base._resolve(into: &resolution)
            change(&resolution)
        }
    }
}
