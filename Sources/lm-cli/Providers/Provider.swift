import LMChatCompletions

/// Whose server is asked: the one table of what the tool knows of each.
struct Provider: Sendable, Hashable {
    /// The name that is typed and saved.
    let name: String
    /// What people call it.
    let displayName: String
    /// Other names that are understood.
    var aliases: [String] = []
    /// The API that is spoken where nothing else is asked for.
    let wire: Wire
    /// Where the API is; `nil` where each account or server has its own address.
    let baseURL: String?
    /// The variables that a key is read from, the first that is set.
    let keyVariables: [String]
    /// The hosts, with those below them, that such a key may go to.
    let hosts: [String]
    /// Where to get a key.
    var console: String?
    /// The model where none is named.
    var standardModel: String?
    /// How the names of models start that can be nobody else's.
    var modelPrefixes: [String] = []
    /// Names that start so and are models that anybody may serve.
    var openPrefixes: [String] = []

    /// Whether the server runs on this machine and needs no key.
    var isLocal: Bool { keyVariables.isEmpty && baseURL?.hasPrefix("http://") == true }

    static let xai = Provider(
        name: "xai", displayName: "xAI", aliases: ["grok", "x-ai"], wire: .responses, baseURL: "https://api.x.ai/v1",
        keyVariables: ["GROK_API_KEY", "XAI_API_KEY"], hosts: ["x.ai"], console: "https://console.x.ai",
        standardModel: "grok-4.7", modelPrefixes: ["grok"])
    static let openai = Provider(
        name: "openai", displayName: "OpenAI", wire: .responses, baseURL: "https://api.openai.com/v1",
        keyVariables: ["OPENAI_API_KEY"], hosts: ["openai.com"], console: "https://platform.openai.com/api-keys",
        standardModel: "gpt-5.1", modelPrefixes: ["gpt-", "chatgpt-", "o1", "o3", "o4-"], openPrefixes: ["gpt-oss"])
    static let anthropic = Provider(
        name: "anthropic", displayName: "Anthropic", aliases: ["claude"], wire: .messages,
        baseURL: "https://api.anthropic.com", keyVariables: ["ANTHROPIC_API_KEY"],
        hosts: ["anthropic.com"], console: "https://console.anthropic.com", standardModel: "claude-sonnet-4-5",
        modelPrefixes: ["claude-"])
    static let gemini = Provider(
        name: "gemini", displayName: "Google Gemini", aliases: ["google"], wire: .gemini,
        baseURL: "https://generativelanguage.googleapis.com/v1beta",
        keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"], hosts: ["generativelanguage.googleapis.com"],
        console: "https://aistudio.google.com/apikey", standardModel: "gemini-2.5-flash", modelPrefixes: ["gemini-"])
    /// A server of which nothing is known.
    static let generic = Provider(
        name: "generic", displayName: "the server", wire: .responses, baseURL: nil, keyVariables: [], hosts: [])

    /// Every provider, in the order in which one is looked for.
    static let all: [Provider] = [
        xai, openai, anthropic, gemini,
        chat(.deepseek, console: "https://platform.deepseek.com/api_keys", model: "deepseek-chat"),
        chat(.mistral, console: "https://console.mistral.ai/api-keys", model: "mistral-medium-latest"),
        chat(.groq, console: "https://console.groq.com/keys", model: "openai/gpt-oss-120b"),
        chat(.openrouter, console: "https://openrouter.ai/settings/keys", model: "openrouter/auto"),
        chat(.together, console: "https://api.together.ai/settings/api-keys"),
        chat(.fireworks, console: "https://app.fireworks.ai/settings/users/api-keys"),
        chat(.azure), chat(.ollama), chat(.llamacpp, aliases: ["llama.cpp"]), chat(.lmstudio, aliases: ["lm-studio"]),
        chat(.vllm), generic,
    ]

    /// A provider of which the library knows the rest.
    private static func chat(
        _ dialect: ChatDialect, aliases: [String] = [], console: String? = nil, model: String? = nil
    ) -> Provider {
        let address = dialect.baseURL?.absoluteString
        let isLocal = address?.hasPrefix("http://") == true
        return Provider(
            name: dialect.provider, displayName: dialect.name, aliases: aliases, wire: .chat, baseURL: address,
            keyVariables: isLocal ? [] : dialect.keyVariables, hosts: isLocal ? [] : dialect.keyHosts, console: console,
            standardModel: model)
    }

    /// The provider of a name; `nil` for what is none.
    init?(named name: String) {
        let wanted = name.lowercased()
        guard let found = Self.all.first(where: { $0.name == wanted || $0.aliases.contains(wanted) }) else {
            return nil
        }
        self = found
    }

    private init(
        name: String, displayName: String, aliases: [String] = [], wire: Wire, baseURL: String?, keyVariables: [String],
        hosts: [String], console: String? = nil, standardModel: String? = nil, modelPrefixes: [String] = [],
        openPrefixes: [String] = []
    ) {
        self.name = name
        self.displayName = displayName
        self.aliases = aliases
        self.wire = wire
        self.baseURL = baseURL
        self.keyVariables = keyVariables
        self.hosts = hosts
        self.console = console
        self.standardModel = standardModel
        self.modelPrefixes = modelPrefixes
        self.openPrefixes = openPrefixes
    }

    /// The providers that keys are saved for.
    static let withKeys = all.filter { !$0.keyVariables.isEmpty }

    /// The provider that a name has to be of; `nil` where it may be anybody's.
    static func owning(model: String) -> Provider? {
        let name = model.lowercased()
        return all.first { provider in
            provider.modelPrefixes.contains { name.hasPrefix($0) }
                && !provider.openPrefixes.contains { name.hasPrefix($0) }
        }
    }

    /// The provider that an address is of; `nil` where it may be anybody's.
    static func owning(_ address: BaseURL) -> Provider? {
        all.first { provider in
            provider.isOwn(address)
                || provider.isLocal
                    && provider.baseURL.flatMap { try? BaseURL($0) }.map { $0.isSame(as: address) } == true
        }
    }

    /// Whether an address is the provider's own, so that a key of the environment may go there: its host or one below it,
    /// over https.
    func isOwn(_ baseURL: BaseURL) -> Bool {
        guard baseURL.url.scheme?.lowercased() == "https" else { return false }
        let host = (baseURL.url.host() ?? "").lowercased()
        return hosts.contains { host == $0 || host.hasSuffix("." + $0) }
    }

    /// What the library knows of the provider's Chat Completions API.
    var chatDialect: ChatDialect { ChatDialect.all.first { $0.provider == name } ?? .generic }
}
