extension LanguageModelSession {
    /// What a profile comes to for one request. Filled from the inside out, so that the innermost setting holds.
    public struct ProfileResolution: Sendable {
        /// Names the branch of the profile that is active; a change of it is a change of profile.
        var identity = ""
        var content = InstructionsResolution()
        var backend: (any LanguageModelBackend)?
        var options = GenerationOptions()
        var reasoningLevel: ContextOptions.ReasoningLevel?
        var policy: TranscriptErrorHandlingPolicy?
        var historyTransforms: [@Sendable ([Transcript.Entry]) -> [Transcript.Entry]] = []
        var hooks = SessionHooks()

        init() {}
    }

    /// The instructions and tools of a profile, in the order they stand.
    public struct InstructionsResolution: Sendable {
        var instructions: [Instructions] = []
        var tools: [any Tool] = []

        init() {}
    }
}

/// The closures that a profile hangs into a session. All of them run, the innermost first.
struct SessionHooks: Sendable {
    typealias Hook<Value> = @Sendable (Value) async throws -> Void

    var onPrompt: [Hook<Transcript.Prompt>] = []
    var onResponse: [Hook<Transcript.Response>] = []
    var onReasoning: [Hook<Transcript.Reasoning>] = []
    var onToolCall: [Hook<Transcript.ToolCall>] = []
    var onToolOutput: [@Sendable (Transcript.ToolCall, Transcript.ToolOutput) async throws -> Void] = []
    var onActivate: [@Sendable () async -> Void] = []
    var onDeactivate: [@Sendable () async -> Void] = []

    func toolCall(_ call: Transcript.ToolCall) async throws {
        for hook in onToolCall { try await hook(call) }
    }

    func toolOutput(_ call: Transcript.ToolCall, _ output: Transcript.ToolOutput) async throws {
        for hook in onToolOutput { try await hook(call, output) }
    }
}

/// Which profile was active at the last request, and what to tell it when another takes its place.
struct ProfileActivation: Sendable {
    var identity: String?
    var onDeactivate: [@Sendable () async -> Void] = []
}

/// A profile as the source of a session's setups.
struct ProfileSource: Sendable {
    let profile: any LanguageModelSession.DynamicProfile

    func setup(for session: LanguageModelSession) throws -> RoundSetup {
        let resolution = resolve(for: session)
        guard let backend = resolution.backend else { throw LanguageModelSession.Error.profileWithoutModel }
        let segments = resolution.content.instructions.flatMap { $0.segments.identified(by: session.identifiers) }
        var setup = RoundSetup(backend: backend, tools: ToolBox(resolution.content.tools))
        setup.instructions = segments
        setup.options = resolution.options
        setup.reasoningLevel = resolution.reasoningLevel
        setup.policy = resolution.policy
        setup.historyTransforms = resolution.historyTransforms
        setup.hooks = resolution.hooks
        setup.identity = resolution.identity
        return setup
    }

    private func resolve(for session: LanguageModelSession) -> LanguageModelSession.ProfileResolution {
        SessionPropertyValues.$current.withValue(session.properties) {
            var resolution = LanguageModelSession.ProfileResolution()
            profile._resolve(into: &resolution)
            return resolution
        }
    }
}
