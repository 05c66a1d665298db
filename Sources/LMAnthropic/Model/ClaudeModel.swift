import LMJSON
import LMProtocol
import LMProvider
import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A Claude model behind Anthropic's Messages API, or a model behind any other server that speaks it.
///
/// ```swift
/// let session = LanguageModelSession(model: ClaudeModel.sonnet4_6)
/// let local = ClaudeModel(name: "qwen3", baseURL: URL(string: "http://127.0.0.1:8080"), dialect: .llamaCpp)
/// ```
///
/// A key comes from ``apiKey(_:)``, else from `ANTHROPIC_API_KEY`, or a bearer token from `ANTHROPIC_AUTH_TOKEN`, for `https`
/// requests to `anthropic.com` and the hosts below it, and for no other.
///
/// Requests throw `LanguageModelError` where a case fits, and `ProviderError` for what else failed.
public struct ClaudeModel: LanguageModelBackend, TokenCounting {
    /// How the prompt cache is used.
    public struct Caching: Sendable, Hashable {
        let ttl: String?
        /// The tools, the system and the conversation up to its last block are marked, as far as the app's own markers leave
        /// room; what is cached lives for five minutes.
        public static let automatic = Caching(ttl: nil)
        /// The same, for an hour.
        public static let anHour = Caching(ttl: "1h")

    }

    /// What the model is and accepts.
    public var card: ModelCard
    /// What the server takes.
    public var dialect: MessagesDialect
    /// The address that `v1/messages` is appended to; one that ends in `v1` is understood.
    public var baseURL: URL
    /// Header fields that are added to every request.
    public var additionalHeaders: [String: String] = [:]
    /// How long to wait.
    public var timeouts = Timeouts()
    /// How the prompt cache is used; `nil` not at all, but for markers of the app's own.
    public var caching: Caching?
    /// The tools that the server runs itself.
    public var serverTools: [ClaudeServerTool] = []
    /// Whether the model may call several tools in one turn; `nil` leaves it to the server.
    public var parallelToolCalls: Bool?
    /// The most tokens of an answer if a request does not say: the API asks for a figure.
    public var maximumResponseTokens = 16_000

    private var key: String?
    package var environment = ProviderEnvironment()

    /// Makes a model.
    ///
    /// - Parameters:
    ///   - name: The name that the server knows, an alias or a snapshot.
    ///   - baseURL: The server's address; Anthropic's own where none is given.
    ///   - dialect: What the server takes.
    ///   - displayName: The name to show people; the catalogue's where none is given.
    ///   - contextSize: The context window in tokens; the catalogue's where none is given.
    ///   - supportedReasoningEfforts: The efforts that the model takes, from least to most; the catalogue's where none are
    ///     given, empty for none.
    public init(
        name: String, baseURL: URL? = nil, dialect: MessagesDialect = .anthropic, displayName: String? = nil,
        contextSize: Int? = nil, supportedReasoningEfforts: [String]? = nil
    ) {
        let entry = ClaudeCatalogue.entry(for: name)
        let known = dialect.followsCatalogue
        card = ModelCard(
            name: name, displayName: displayName ?? (known ? entry.displayName : name),
            contextSize: contextSize ?? (known ? entry.contextSize : nil),
            capabilities: LanguageModelCapabilities([.vision, .guidedGeneration, .toolCalling, .reasoning]),
            reasoning: ReasoningMap(
                supportedEfforts: supportedReasoningEfforts ?? (known ? entry.efforts : dialect.efforts),
                policy: .clamp),
            enforcesSchemas: known ? entry.takesFormat || entry.takesForcedTools : dialect.takesForcedTools,
            provider: dialect.provider)
        self.dialect = dialect
        self.baseURL = baseURL ?? Self.address
    }

    private static let address: URL = {
        var parts = URLComponents()
        parts.scheme = "https"
        parts.host = "api.anthropic.com"
        return parts.url ?? URL(filePath: "/")
    }()

    /// The same model with a key of its own.
    public func apiKey(_ key: String?) -> ClaudeModel { with { $0.key = key } }

    /// The same model, using the prompt cache: of tools, instructions and the conversation up to its last turn.
    public func caching(_ caching: Caching?) -> ClaudeModel { with { $0.caching = caching } }

    /// The same model, with tools that the server runs itself.
    public func serverTools(_ tools: [ClaudeServerTool]) -> ClaudeModel { with { $0.serverTools = tools } }

    /// The same model, sending its requests through this transport.
    public func transport(_ transport: some HTTPTransport) -> ClaudeModel {
        with { $0.environment.transport = transport }
    }

    private func with(_ change: (inout ClaudeModel) -> Void) -> ClaudeModel {
        var model = self
        change(&model)
        return model
    }

    /// Where the key of a request would come from now; `nil` where there is none.
    public var apiKeySource: APIKeySource? { endpoint.keySource(environment: environment.environment()) }

    private var endpoint: Endpoint {
        Endpoint(
            baseURL: baseURL, apiKey: key, additionalHeaders: additionalHeaders.filter { !Self.isBeta($0.key) },
            timeouts: timeouts,
            keyField: .header("x-api-key"), keyHosts: dialect.keyHosts, keyVariables: dialect.keyVariables,
            tokenVariables: dialect.tokenVariables)
    }

    /// The path of a resource below the base address.
    private func path(_ name: String) -> String {
        baseURL.path().split(separator: "/").last == "v1" ? name : "v1/" + name
    }

    private var client: ProviderClient {
        ProviderClient(endpoint: endpoint, errors: MessagesErrors.classifier, environment: environment)
    }

    private var builder: MessagesRequestBuilder {
        MessagesRequestBuilder(
            card: card, dialect: dialect, caching: caching, serverTools: serverTools,
            parallelToolCalls: parallelToolCalls,
            maximumResponseTokens: maximumResponseTokens, readFile: environment.readFile)
    }

    /// Whether a header field asks for features by name. The app's are sent in one field with those that a body needs.
    private static func isBeta(_ field: String) -> Bool { field.lowercased() == "anthropic-beta" }

    private func headers(_ betas: [String]) -> HTTPFields {
        var headers = HTTPFields()
        if let version = dialect.version { headers["anthropic-version"] = version }
        let own = additionalHeaders.filter { Self.isBeta($0.key) }.values.flatMap { $0.split(separator: ",") }
        let names = Set(own.map { $0.filter { !$0.isWhitespace } } + betas).filter { !$0.isEmpty }
        if !names.isEmpty { headers["anthropic-beta"] = names.sorted().joined(separator: ",") }
        return headers
    }

    /// Starts one generation.
    ///
    /// Returns when the first event is there. Throws before it where the server refused, failed or could not be reached; the
    /// stream throws afterwards. An answer that the server paused goes on by itself, ten times at most.
    public nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
        let turn = ClaudeTurn(client: client, path: path("messages"), builder: builder, request: request) {
            headers($0)
        }
        return try await turn.stream()
    }

    /// The tokens that would go in with a request, as the server counts them.
    ///
    /// Throws what ``respond(to:)`` throws.
    public nonisolated(nonsending) func tokenCount(for request: GenerationRequest) async throws -> Int {
        let body = try builder.build(request)
        var members = body.members
        for name in ["max_tokens", "stream"] { members[name] = nil }
        let answer = try await client.document(
            posting: JSONValue.object(members).bytes(), path: path("messages/count_tokens"),
            headers: headers(body.betas))
        guard let count = answer["input_tokens"]?.countValue else {
            throw ProviderError(
                kind: .invalidResponse, message: "The server's count of tokens has no number.",
                category: .malformedResponse, retryAdvice: .backoff)
        }
        return count
    }

    /// The models that the server offers, as it lists them.
    ///
    /// Throws what ``respond(to:)`` throws.
    public nonisolated(nonsending) func availableModels() async throws -> [ClaudeModelListing] {
        var models: [ClaudeModelListing] = []
        var after: String?
        // A server that always says that there is more is not followed for ever.
        for _ in 0..<20 {
            var query = [URLQueryItem(name: "limit", value: "1000")]
            if let after { query.append(URLQueryItem(name: "after_id", value: after)) }
            let page = try await client.document(path: path("models"), query: query, headers: headers([]))
            let found = (page["data"]?.arrayValue ?? []).compactMap(ClaudeModelListing.init)
            models += found.filter { model in !models.contains { $0.id == model.id } }
            guard page["has_more"] == true, let last = page["last_id"]?.stringValue, last != after else { break }
            after = last
        }
        return models
    }
}

/// One model of a server's list.
public struct ClaudeModelListing: Sendable, Hashable, Identifiable {
    /// The name that requests say.
    public var id: String
    /// The name to show people; `nil` where the server gives none.
    public var displayName: String?
    /// The context window in tokens; `nil` where the server does not say.
    public var contextSize: Int?
    /// All that the server says of it.
    public var json: JSONValue

    init?(_ json: JSONValue) {
        guard let id = json["id"]?.stringValue, !id.isEmpty else { return nil }
        self.id = id
        displayName = json["display_name"]?.stringValue
        contextSize = json["max_input_tokens"]?.intValue
        self.json = json
    }
}

extension ClaudeModel {
    /// The models that are known, in the order of a picker.
    public static let presets: [ClaudeModel] = ClaudeCatalogue.entries.map { ClaudeModel(name: $0.name) }

    /// Claude Opus 5.5.
    public static let opus5_5 = ClaudeModel(name: "claude-opus-5-5")
    /// Claude Sonnet 5.5.
    public static let sonnet5_5 = ClaudeModel(name: "claude-sonnet-5-5")
    /// Claude Haiku 5.5.
    public static let haiku5_5 = ClaudeModel(name: "claude-haiku-5-5")
    /// Claude Fable 5.2.
    public static let fable5_2 = ClaudeModel(name: "claude-fable-5-2")
    /// Claude Opus 5.
    public static let opus5 = ClaudeModel(name: "claude-opus-5")
    /// Claude Sonnet 5.
    public static let sonnet5 = ClaudeModel(name: "claude-sonnet-5")
    /// Claude Opus 4.8.
    public static let opus4_8 = ClaudeModel(name: "claude-opus-4-8")
    /// Claude Opus 4.6.
    public static let opus4_6 = ClaudeModel(name: "claude-opus-4-6")
    /// Claude Sonnet 4.6.
    public static let sonnet4_6 = ClaudeModel(name: "claude-sonnet-4-6")
    /// Claude Sonnet 4.5.
    public static let sonnet4_5 = ClaudeModel(name: "claude-sonnet-4-5")
    /// Claude Haiku 4.5.
    public static let haiku4_5 = ClaudeModel(name: "claude-haiku-4-5")
}

extension ClaudeModel: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The model's name and its server, without secrets.
    public var description: String {
        "ClaudeModel(\(card.name), \(dialect.name), "
            + "\(endpoint.shownParts.map { "\($0.key): \($0.value)" }.joined(separator: ", ")))"
    }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror that shows no secret.
    public var customMirror: Mirror {
        Mirror(self, children: [("name", card.name)] + endpoint.shownParts.map { ($0.key as String?, $0.value as Any) })
    }
}
