import LMProtocol

/// What one kind of Messages server takes: the differences between servers, as data.
///
/// Start from one of these and change what your server does differently.
public struct MessagesDialect: Sendable, Hashable {
    /// The name, for messages.
    public var name: String
    /// The family of providers that the server belongs to: what its models keep with a transcript is for them only.
    public var provider: String
    /// The value of `anthropic-version`; `nil` for servers that know none.
    public var version: String?
    /// Whether the server goes by Anthropic's catalogue of models: what each of them takes and refuses.
    public var followsCatalogue: Bool
    /// How the server is told to think, if it does not go by the catalogue.
    public var thinking: Thinking
    /// The efforts that its models take, from least to most, if it does not go by the catalogue.
    public var efforts: [String]
    /// What the names of models have in them that cannot stop thinking, in lower case.
    public var alwaysThinking: [String]
    /// Whether answers can be kept to a schema by the API itself.
    public var takesFormat: Bool
    /// Whether a model can be made to call a tool.
    public var takesForcedTools: Bool
    /// Whether markers for the prompt cache are understood.
    public var takesCacheControl: Bool
    /// Whether thinking without a signature goes back to the server that made it.
    public var takesUnsignedThinking: Bool
    /// Whether every turn with calls has to have its thinking, if need be an empty one.
    public var requiresThinking: Bool
    /// Whether images and documents may be addresses.
    public var takesAddresses: Bool
    /// Whether documents are read.
    public var takesDocuments: Bool
    /// The temperatures that the server takes.
    public var temperatures: ClosedRange<Double>
    /// The hosts that a key from the environment may be sent to, and all below them.
    public var keyHosts: [String]
    /// The environment variables that may hold a key for these hosts.
    public var keyVariables: [String]
    /// The environment variables that may hold a bearer token for these hosts.
    public var tokenVariables: [String]

    /// How a server is told to think.
    public enum Thinking: Sendable, Hashable {
        /// With a budget of tokens, and by a word not to.
        case budget
        /// With a budget of tokens; whether it thinks at all is not for a request to say.
        case budgetOnly
        /// By a word, and with an effort.
        case effort
    }

    /// Makes a dialect.
    ///
    /// - Parameters:
    ///   - name: The name, for messages.
    ///   - provider: The family of providers that the server belongs to.
    public init(name: String, provider: String) {
        self.name = name
        self.provider = provider
        version = nil
        followsCatalogue = false
        thinking = .budget
        efforts = ["low", "medium", "high"]
        alwaysThinking = []
        takesFormat = false
        takesForcedTools = true
        takesCacheControl = false
        takesUnsignedThinking = true
        requiresThinking = false
        takesAddresses = false
        takesDocuments = false
        temperatures = 0...2
        keyHosts = []
        keyVariables = []
        tokenVariables = []
    }

    /// Anthropic's API.
    public static let anthropic: MessagesDialect = {
        var dialect = MessagesDialect(name: "Anthropic", provider: "anthropic")
        // Newer versions of the API change what older models may be asked, and nothing of the stream.
        dialect.version = "2023-06-01"
        dialect.followsCatalogue = true
        dialect.takesFormat = true
        dialect.takesCacheControl = true
        dialect.takesUnsignedThinking = false
        dialect.takesAddresses = true
        dialect.takesDocuments = true
        dialect.temperatures = 0...1
        dialect.keyHosts = ["anthropic.com"]
        dialect.keyVariables = ["ANTHROPIC_API_KEY"]
        dialect.tokenVariables = ["ANTHROPIC_AUTH_TOKEN"]
        return dialect
    }()

    /// DeepSeek's API, below `https://api.deepseek.com/anthropic`.
    public static let deepSeek: MessagesDialect = {
        var dialect = MessagesDialect(name: "DeepSeek", provider: "deepseek")
        dialect.thinking = .effort
        dialect.efforts = ["low", "high", "max"]
        dialect.takesForcedTools = false
        dialect.requiresThinking = true
        dialect.takesAddresses = true
        dialect.keyHosts = ["deepseek.com"]
        dialect.keyVariables = ["DEEPSEEK_API_KEY"]
        return dialect
    }()

    /// Moonshot's API, below `https://api.moonshot.ai/anthropic`.
    public static let moonshot: MessagesDialect = {
        var dialect = MessagesDialect(name: "Moonshot", provider: "moonshot")
        dialect.thinking = .effort
        dialect.alwaysThinking = ["k2.7"]
        dialect.takesForcedTools = false
        dialect.requiresThinking = true
        dialect.temperatures = 0...1
        dialect.keyHosts = ["moonshot.ai", "moonshot.cn"]
        dialect.keyVariables = ["MOONSHOT_API_KEY"]
        return dialect
    }()

    /// llama.cpp's server.
    public static let llamaCpp: MessagesDialect = {
        var dialect = MessagesDialect(name: "llama.cpp", provider: "llamacpp")
        dialect.thinking = .budgetOnly
        dialect.takesAddresses = true
        return dialect
    }()

    /// Ollama's server.
    public static let ollama: MessagesDialect = {
        var dialect = MessagesDialect(name: "Ollama", provider: "ollama")
        dialect.thinking = .effort
        dialect.efforts = ["low", "medium", "high", "max"]
        dialect.takesForcedTools = false
        return dialect
    }()

    /// A server of which nothing is known but that it offers the Messages API.
    public static let generic = MessagesDialect(name: "The server", provider: "messages")

    /// What is known of a model of this server.
    func entry(for card: ModelCard) -> ClaudeCatalogue.Entry {
        if followsCatalogue { return ClaudeCatalogue.entry(for: card.name) }
        let name = card.name.lowercased()
        let thinks = !card.reasoning.supportedEfforts.isEmpty
        let stays = thinking == .budgetOnly || alwaysThinking.contains { name.contains($0) }
        return ClaudeCatalogue.Entry(
            name: card.name, displayName: card.displayName, contextSize: card.contextSize ?? 0, maximumOutput: .max,
            thinking: thinks ? (thinking == .effort ? .enabled : .budget) : .none, off: stays ? .never : .disabled,
            efforts: card.reasoning.supportedEfforts, sampling: .all, takesForcedTools: takesForcedTools,
            takesFormat: takesFormat)
    }
}
