import LMProtocol
import LMProvider
import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A model behind any server that offers the Chat Completions API: OpenAI's, one of the many that copied it, or one on
/// the local machine.
///
/// ```swift
/// let model = ChatCompletionsModel(name: "deepseek-chat", dialect: .deepseek)
/// let local = ChatCompletionsModel(
///     name: "gemma3", baseURL: URL(string: "http://localhost:11434/v1"), dialect: .ollama)
/// let session = LanguageModelSession(model: local)
/// ```
///
/// A key comes from ``apiKey(_:)``, or from the environment where the dialect names variables for the server's host:
/// ``ChatDialect/mistral`` reads `MISTRAL_API_KEY` for `https` requests to `mistral.ai` and the hosts below it, and for no
/// other.
///
/// Requests throw `LanguageModelError` where a case fits, and `ProviderError` for what else failed.
public struct ChatCompletionsModel: LanguageModelBackend {
    /// What the model is and accepts.
    public var card: ModelCard
    /// What the server takes.
    public var dialect: ChatDialect
    /// The address that paths are relative to, such as `https://api.openai.com/v1`. A query, such as Azure's
    /// `api-version`, stays behind the path.
    public var baseURL: URL
    /// Header fields that are added to every request.
    public var additionalHeaders: [String: String]
    /// How long to wait.
    public var timeouts: Timeouts
    /// The effort where a request names no level; `nil` leaves it to the server.
    public var reasoningEffort: String?
    /// Whether the model may call several tools in one turn; `nil` leaves it to the server.
    public var parallelToolCalls: Bool?

    private var key: String?
    package var environment = ProviderEnvironment()

    /// Makes a model.
    ///
    /// - Parameters:
    ///   - name: The name that the server knows.
    ///   - baseURL: The address that `chat/completions` is appended to; the dialect's own where none is given.
    ///   - dialect: What the server takes.
    ///   - displayName: The name to show people; the server's own where none is given.
    ///   - contextSize: The context window in tokens, for information.
    ///   - capabilities: What the model can do.
    ///   - supportedReasoningEfforts: The efforts that the model takes, from least to most; `nil` for those that the
    ///     dialect knows for it, empty for none.
    public init(
        name: String, baseURL: URL? = nil, dialect: ChatDialect = .generic, displayName: String? = nil,
        contextSize: Int? = nil,
        capabilities: LanguageModelCapabilities = LanguageModelCapabilities([
            .vision, .guidedGeneration, .toolCalling, .reasoning,
        ]),
        supportedReasoningEfforts: [String]? = nil
    ) {
        let efforts = supportedReasoningEfforts ?? dialect.rule(for: name)?.efforts ?? dialect.efforts
        card = ModelCard(
            name: name, displayName: displayName, contextSize: contextSize, capabilities: capabilities,
            // What is known of a model is kept to: servers answer 400 to an effort that it does not take.
            reasoning: ReasoningMap(supportedEfforts: efforts, policy: .clamp),
            enforcesSchemas: (dialect.rule(for: name)?.schemaFormat ?? dialect.schemaFormat) == .jsonSchema,
            provider: dialect.provider)
        self.dialect = dialect
        self.baseURL = baseURL ?? dialect.baseURL ?? ChatDialect.noAddress
        additionalHeaders = [:]
        timeouts = Timeouts()
    }

    /// The same model with a key of its own.
    public func apiKey(_ key: String?) -> ChatCompletionsModel { with { $0.key = key } }

    /// The same model with an effort for the requests that name no level.
    public func reasoningEffort(_ effort: String?) -> ChatCompletionsModel { with { $0.reasoningEffort = effort } }

    /// The same model, sending its requests through this transport.
    public func transport(_ transport: some HTTPTransport) -> ChatCompletionsModel {
        with { $0.environment.transport = transport }
    }

    private func with(_ change: (inout ChatCompletionsModel) -> Void) -> ChatCompletionsModel {
        var model = self
        change(&model)
        return model
    }

    /// Where the key of a request would come from now; `nil` where there is none.
    public var apiKeySource: APIKeySource? { endpoint.keySource(environment: environment.environment()) }

    private var endpoint: Endpoint {
        Endpoint(
            baseURL: baseURL, apiKey: key, additionalHeaders: additionalHeaders, timeouts: timeouts,
            keyField: dialect.keyField.flatMap { HTTPFieldName($0) }.map(Endpoint.KeyField.header) ?? .bearer,
            keyHosts: dialect.keyHosts, keyVariables: dialect.keyVariables)
    }

    /// Starts one generation.
    ///
    /// Returns when the first event is there. Throws before it where the server refused, failed or could not be
    /// reached; the stream throws afterwards.
    public nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
        let settings = ChatSettings(
            card: card, dialect: dialect, reasoningEffort: reasoningEffort, parallelToolCalls: parallelToolCalls)
        let builder = ChatRequestBuilder(settings: settings, readFile: environment.readFile)
        return try await client.respond { (error: ProviderError?) -> AnswerRequest<ChatTranslator>? in
            guard error == nil else { return nil }
            let body = try builder.build(request)
            return AnswerRequest(
                path: "chat/completions", body: body.bytes, translator: ChatTranslator(body.context),
                adjustments: body.adjustments)
        }
    }

    /// The models that the server offers, as it lists them.
    ///
    /// - Throws: what ``respond(to:)`` throws.
    public nonisolated(nonsending) func availableModels() async throws -> [ChatModelListing] {
        ChatModelListing.list(try await client.document(path: "models"))
    }

    private var client: ProviderClient {
        ProviderClient(endpoint: endpoint, errors: ChatErrors.classifier, environment: environment)
    }
}

extension ChatCompletionsModel: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The model's name and its server, without secrets.
    public var description: String {
        "ChatCompletionsModel(\(card.name), \(dialect.name), "
            + "\(endpoint.shownParts.map { "\($0.key): \($0.value)" }.joined(separator: ", ")))"
    }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror that shows no secret.
    public var customMirror: Mirror {
        Mirror(self, children: [("name", card.name)] + endpoint.shownParts.map { ($0.key as String?, $0.value as Any) })
    }
}
