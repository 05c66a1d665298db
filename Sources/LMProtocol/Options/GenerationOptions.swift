/// How a model picks its words, how many, and whether it may call tools. `nil` leaves a choice to the provider.
public struct GenerationOptions: Sendable, Hashable {
    /// How the next token is picked.
    public var samplingMode: SamplingMode?
    /// From 0, always the likeliest, to 2.
    public var temperature: Double?
    /// The most tokens that an answer may have.
    public var maximumResponseTokens: Int?
    /// Whether the model may, must or must not call tools; `nil` is `.allowed`.
    public var toolCallingMode: ToolCallingMode?

    /// Makes a set of options.
    public init(
        samplingMode: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil,
        toolCallingMode: ToolCallingMode? = nil
    ) {
        self.samplingMode = samplingMode
        self.temperature = temperature
        self.maximumResponseTokens = maximumResponseTokens
        self.toolCallingMode = toolCallingMode
    }

    /// How the next token is picked.
    public struct SamplingMode: Sendable, Hashable {
        /// The ways to pick.
        public enum Kind: Sendable, Hashable {
            case greedy
            case randomTopK(Int, seed: UInt64?)
            case randomProbabilityThreshold(Double, seed: UInt64?)
        }
        /// The way to pick.
        public let kind: Kind

        /// Always the likeliest token.
        public static let greedy = SamplingMode(kind: .greedy)
        /// One of the `k` likeliest tokens.
        public static func random(top k: Int, seed: UInt64? = nil) -> SamplingMode {
            SamplingMode(kind: .randomTopK(k, seed: seed))
        }
        /// One of the likeliest tokens that together reach a probability from 0 to 1.
        public static func random(probabilityThreshold: Double, seed: UInt64? = nil) -> SamplingMode {
            SamplingMode(kind: .randomProbabilityThreshold(probabilityThreshold, seed: seed))
        }
    }

    /// Whether the model may call tools.
    public struct ToolCallingMode: Sendable, Hashable {
        /// The modes.
        public enum Kind: Sendable, Hashable { case allowed, required, disallowed }
        /// The mode.
        public let kind: Kind

        /// The model decides.
        public static let allowed = ToolCallingMode(kind: .allowed)
        /// Every answer has to be a tool call.
        public static let required = ToolCallingMode(kind: .required)
        /// No tool is offered.
        public static let disallowed = ToolCallingMode(kind: .disallowed)
    }
}

/// What goes into the model's context besides the words.
public struct ContextOptions: Sendable, Hashable {
    /// Whether the schema is also described in the prompt; has no effect without a schema.
    public var includeSchemaInPrompt: Bool?
    /// How hard the model is to think; `nil` is the model's own default.
    public var reasoningLevel: ReasoningLevel?

    /// Makes a set of options.
    public init(includeSchemaInPrompt: Bool? = nil, reasoningLevel: ReasoningLevel? = nil) {
        self.includeSchemaInPrompt = includeSchemaInPrompt
        self.reasoningLevel = reasoningLevel
    }

    /// How hard a model is to think. The first three are hints that the model's card maps; the last is taken literally.
    public enum ReasoningLevel: Sendable, Hashable {
        case light, moderate, deep
        case custom(String)
    }
}
