/// What one request of a turn is made with.
struct RoundSetup: Sendable {
    var backend: any LanguageModelBackend
    var tools: ToolBox
    /// The instructions of a profile, which stand in for the transcript's own; `nil` keeps those.
    var instructions: [Transcript.Segment]?
    /// What the profile sets where the call does not.
    var options = GenerationOptions()
    var reasoningLevel: ContextOptions.ReasoningLevel?
    var policy: LanguageModelSession.TranscriptErrorHandlingPolicy?
    var historyTransforms: [@Sendable ([Transcript.Entry]) -> [Transcript.Entry]] = []
    var hooks = SessionHooks()
    /// Names the branch of the profile that serves the request.
    var identity = ""
}

/// Where a session gets the setup of each request from.
enum RoundSource: Sendable {
    /// Always the same.
    case fixed(RoundSetup)
    /// Asked again before each request.
    case profile(ProfileSource)

    func setup(for session: LanguageModelSession) throws -> RoundSetup {
        switch self {
        case .fixed(let setup): setup
        case .profile(let source): try source.setup(for: session)
        }
    }

    func backendForPrewarming(_ session: LanguageModelSession) -> (any LanguageModelBackend)? {
        switch self {
        case .fixed(let setup): setup.backend
        case .profile(let source): try? source.setup(for: session).backend
        }
    }
}
