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
    /// Texts at which the answer ends before them, such as `"END"`. Providers take a few, most at least four.
    public var stopSequences: [String]
    /// How much a token counts against itself for each time it stood in the answer before; from -2 to 2.
    public var frequencyPenalty: Double?
    /// How much a token counts against itself if it stood in the answer before; from -2 to 2.
    public var presencePenalty: Double?
    /// Options that only one provider knows.
    public var providerOptions: ProviderOptions

    /// Makes a set of options.
    ///
    /// - Parameters:
    ///   - samplingMode: How the next token is picked.
    ///   - temperature: From 0 to 2.
    ///   - maximumResponseTokens: The most tokens that an answer may have.
    ///   - toolCallingMode: Whether the model may, must or must not call tools.
    ///   - stopSequences: Texts at which the answer ends before them.
    ///   - frequencyPenalty: From -2 to 2.
    ///   - presencePenalty: From -2 to 2.
    ///   - providerOptions: Options that only one provider knows.
    public init(
        samplingMode: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil,
        toolCallingMode: ToolCallingMode? = nil, stopSequences: [String] = [], frequencyPenalty: Double? = nil,
        presencePenalty: Double? = nil, providerOptions: ProviderOptions = [:]
    ) {
        self.samplingMode = samplingMode
        self.temperature = temperature
        self.maximumResponseTokens = maximumResponseTokens
        self.toolCallingMode = toolCallingMode
        self.stopSequences = stopSequences
        self.frequencyPenalty = frequencyPenalty
        self.presencePenalty = presencePenalty
        self.providerOptions = providerOptions
    }

    /// How the next token is picked.
    public struct SamplingMode: Sendable, Hashable {
        /// The ways to pick.
        public enum Kind: Sendable, Hashable {
            /// The likeliest token, always.
            case greedy
            /// One of the likeliest tokens, as many as said.
            case randomTopK(Int, seed: UInt64?)
            /// One of the tokens whose likelihoods make up the threshold, from 0 to 1.
            case randomProbabilityThreshold(Double, seed: UInt64?)
            /// Both limits at once.
            case randomTopKAndProbabilityThreshold(Int, Double, seed: UInt64?)
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
        /// One of the `k` likeliest tokens, as many of them as together reach a probability from 0 to 1.
        public static func random(top k: Int, probabilityThreshold: Double, seed: UInt64? = nil) -> SamplingMode {
            SamplingMode(kind: .randomTopKAndProbabilityThreshold(k, probabilityThreshold, seed: seed))
        }

        /// How many of the likeliest tokens are candidates; `nil` for all.
        public var topK: Int? {
            switch kind {
            case .randomTopK(let count, _), .randomTopKAndProbabilityThreshold(let count, _, _): count
            case .greedy, .randomProbabilityThreshold: nil
            }
        }
        /// The probability that the candidates reach together; `nil` for all.
        public var probabilityThreshold: Double? {
            switch kind {
            case .randomProbabilityThreshold(let threshold, _), .randomTopKAndProbabilityThreshold(_, let threshold, _):
                threshold
            case .greedy, .randomTopK: nil
            }
        }
        /// The number that makes the choice repeatable; `nil` for chance.
        public var seed: UInt64? {
            switch kind {
            case .greedy: nil
            case .randomTopK(_, let seed), .randomProbabilityThreshold(_, let seed),
                .randomTopKAndProbabilityThreshold(_, _, let seed):
                seed
            }
        }
    }

    /// Whether the model may call tools.
    public struct ToolCallingMode: Sendable, Hashable {
        /// The modes.
        public enum Kind: Sendable, Hashable {
            /// The model decides.
            case allowed
            /// The model has to call a tool.
            case required
            /// The model may call none.
            case disallowed
            /// One tool has to be called, by its name.
            case requiredTool(String)
        }
        /// The mode.
        public let kind: Kind

        /// The model decides.
        public static let allowed = ToolCallingMode(kind: .allowed)
        /// Every answer has to be a tool call.
        public static let required = ToolCallingMode(kind: .required)
        /// Every answer has to be a call of the tool of this name.
        public static func required(_ toolName: String) -> ToolCallingMode {
            ToolCallingMode(kind: .requiredTool(toolName))
        }
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
        /// A little: the fastest answer.
        case light
        /// Between the two.
        case moderate
        /// As much as the model can: the most careful answer.
        case deep
        /// An effort by the name that the server has for it; sent as it is, or refused.
        case custom(String)
    }
}
