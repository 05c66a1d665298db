/// What a model can do beyond text.
public struct LanguageModelCapabilities: Sendable, Hashable {
    /// One thing a model can do.
    public struct Capability: Sendable, Hashable, CustomStringConvertible {
        private let name: String
        /// Reads images.
        public static let vision = Capability(name: "vision")
        /// Answers in the shape of a schema.
        public static let guidedGeneration = Capability(name: "guidedGeneration")
        /// Thinks before it answers.
        public static let reasoning = Capability(name: "reasoning")
        /// Calls tools.
        public static let toolCalling = Capability(name: "toolCalling")

        /// The value in words.
        public var description: String { name }
    }
    private let capabilities: Set<Capability>

    /// Makes a set of capabilities.
    public init(_ capabilities: [Capability]) { self.capabilities = Set(capabilities) }

    /// Whether the model can do this.
    public func contains(_ capability: Capability) -> Bool { capabilities.contains(capability) }
}

/// What a model is and accepts: data that a session, a picker and a request builder read.
public struct ModelCard: Sendable, Hashable {
    /// The family of providers that the model belongs to, such as `anthropic`, `google`, `openai` or `xai`: the name
    /// under which it finds its own ``ProviderData`` and ``ProviderOptions``. Empty for a model that has neither.
    public var provider: String
    /// The name that the server knows.
    public var name: String
    /// The name to show people.
    public var displayName: String
    /// The context window in tokens; for information. `nil` where it is not known.
    public var contextSize: Int?
    /// What the model can do.
    public var capabilities: LanguageModelCapabilities
    /// How reasoning levels become efforts, and which efforts the model takes.
    public var reasoning: ReasoningMap
    /// Whether the server keeps answers to a schema by itself. If it does not, a session writes the schema into the prompt,
    /// unless it is told not to.
    public var enforcesSchemas: Bool

    /// Makes a card.
    ///
    /// - Parameters:
    ///   - name: The name that the server knows.
    ///   - displayName: The name to show people; `nil` for the server's own.
    ///   - contextSize: The context window in tokens, for information.
    ///   - capabilities: What the model can do.
    ///   - reasoning: How reasoning levels become efforts.
    ///   - enforcesSchemas: Whether the server keeps answers to a schema by itself.
    ///   - provider: The family of providers that the model belongs to.
    public init(
        name: String, displayName: String? = nil, contextSize: Int? = nil,
        capabilities: LanguageModelCapabilities, reasoning: ReasoningMap = ReasoningMap(),
        enforcesSchemas: Bool = true, provider: String = ""
    ) {
        self.enforcesSchemas = enforcesSchemas
        self.provider = provider
        self.name = name
        self.displayName = displayName ?? name
        self.contextSize = contextSize
        self.capabilities = capabilities
        self.reasoning = reasoning
    }
}

/// The table from reasoning levels to the efforts of one model.
public struct ReasoningMap: Sendable, Hashable {
    /// What to do with a level whose effort the model does not take.
    public enum Policy: Sendable, Hashable {
        /// Sends it; the server decides.
        case sendAsIs
        /// Takes the nearest effort that the model takes, and reports an adjustment.
        case clamp
        /// Throws before anything is sent.
        case refuse
    }
    /// The effort for `.light`.
    public var light: String
    /// The effort for `.moderate`.
    public var moderate: String
    /// The effort for `.deep`.
    public var deep: String
    /// The efforts that the model takes, from least to most. Empty where it takes none.
    public var supportedEfforts: [String]
    /// What to do with an effort that is not among them.
    public var policy: Policy

    /// Makes a table.
    public init(
        light: String = "low", moderate: String = "medium", deep: String = "high", supportedEfforts: [String] = [],
        policy: Policy = .sendAsIs
    ) {
        self.light = light
        self.moderate = moderate
        self.deep = deep
        self.supportedEfforts = supportedEfforts
        self.policy = policy
    }

    /// The effort that a level stands for; `.custom` is taken at its word.
    public func effort(for level: ContextOptions.ReasoningLevel) -> String {
        switch level {
        case .light: light
        case .moderate: moderate
        case .deep: deep
        case .custom(let effort): effort
        }
    }
}
