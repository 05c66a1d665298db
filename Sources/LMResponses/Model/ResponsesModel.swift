import LMProtocol
import LMProvider
import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A model behind any server that offers the Responses API: OpenAI's, a gateway, or one on the local machine.
///
/// ```swift
/// let model = ResponsesModel(
///     name: "gemma", baseURL: URL(string: "http://127.0.0.1:18080/v1")!)
/// let session = LanguageModelSession(model: model)
/// ```
///
/// A key comes from ``apiKey(_:)``, or from the environment where the dialect names variables for the server's host:
/// ``ResponsesDialect/openai`` reads `OPENAI_API_KEY` for `https` requests to `openai.com` and the hosts below it, and
/// for no other.
///
/// Requests throw `LanguageModelError` where a case fits, and ``ProviderError`` for what else failed.
public struct ResponsesModel: LanguageModelBackend {
    /// What the model is and accepts.
    public var card: ModelCard
    /// What the server takes.
    public var dialect: ResponsesDialect
    /// The address that paths are relative to, such as `https://api.openai.com/v1`.
    public var baseURL: URL
    /// Header fields that are added to every request.
    public var additionalHeaders: [String: String]
    /// How long to wait.
    public var timeouts: Timeouts
    /// The effort where a request names no level; `nil` leaves it to the server.
    public var reasoningEffort: String?
    /// How the summary of the reasoning is asked for, such as `auto`; `nil` leaves it to the server.
    public var reasoningSummary: String?
    /// Whether the model may call several tools in one turn; `nil` leaves it to the server.
    public var parallelToolCalls: Bool?
    /// The tools that the server runs itself.
    public var serverTools: [ServerTool] = []

    private var key: String?
    package var environment = ProviderEnvironment()

    /// Makes a model.
    ///
    /// - Parameters:
    ///   - name: The name that the server knows.
    ///   - baseURL: The address that `responses` is appended to.
    ///   - dialect: What the server takes.
    ///   - displayName: The name to show people; the server's own where none is given.
    ///   - contextSize: The context window in tokens, for information.
    ///   - capabilities: What the model can do.
    ///   - supportedReasoningEfforts: The efforts that the model takes, from least to most; empty for none.
    public init(
        name: String, baseURL: URL, dialect: ResponsesDialect = .generic, displayName: String? = nil,
        contextSize: Int? = nil,
        capabilities: LanguageModelCapabilities = LanguageModelCapabilities([
            .vision, .guidedGeneration, .toolCalling, .reasoning,
        ]),
        supportedReasoningEfforts: [String] = []
    ) {
        card = ModelCard(
            name: name, displayName: displayName, contextSize: contextSize, capabilities: capabilities,
            reasoning: ReasoningMap(supportedEfforts: supportedReasoningEfforts), provider: dialect.provider)
        self.dialect = dialect
        self.baseURL = baseURL
        additionalHeaders = [:]
        timeouts = Timeouts()
    }

    /// The same model with a key of its own.
    public func apiKey(_ key: String?) -> ResponsesModel { with { $0.key = key } }

    /// The same model with an effort for the requests that name no level.
    public func reasoningEffort(_ effort: String?) -> ResponsesModel { with { $0.reasoningEffort = effort } }

    /// The same model, sending its requests through this transport.
    public func transport(_ transport: some HTTPTransport) -> ResponsesModel {
        with { $0.environment.transport = transport }
    }

    /// The same model with tools that the server runs itself.
    public func serverTools(_ tools: ServerTool...) -> ResponsesModel { with { $0.serverTools = tools } }

    private func with(_ change: (inout ResponsesModel) -> Void) -> ResponsesModel {
        var model = self
        change(&model)
        return model
    }

    /// Where the key of a request would come from now; `nil` where there is none.
    public var apiKeySource: APIKeySource? { endpoint.keySource(environment: environment.environment()) }

    private var endpoint: Endpoint {
        Endpoint(
            baseURL: baseURL, apiKey: key, additionalHeaders: additionalHeaders, timeouts: timeouts,
            keyHosts: dialect.keyHosts, keyVariables: dialect.keyVariables)
    }

    /// Starts one generation.
    ///
    /// Returns when the first event is there. Throws before it where the server refused, failed or could not be
    /// reached; the stream throws afterwards.
    public nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
        let settings = RequestSettings(
            card: card, dialect: dialect, reasoningEffort: reasoningEffort, reasoningSummary: reasoningSummary,
            parallelToolCalls: parallelToolCalls, serverTools: serverTools)
        return try await ProviderClient(endpoint: endpoint, environment: environment).respond(
            to: request, RequestBuilder(settings: settings, readFile: environment.readFile),
            isSameModel: { $1 == $0 || $1.hasPrefix($0 + "-") })
    }
}

extension ResponsesModel: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The model's name and its server, without secrets.
    public var description: String {
        "ResponsesModel(\(card.name), \(endpoint.shownParts.map { "\($0.key): \($0.value)" }.joined(separator: ", ")))"
    }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror that shows no secret.
    public var customMirror: Mirror {
        Mirror(self, children: [("name", card.name)] + endpoint.shownParts.map { ($0.key as String?, $0.value as Any) })
    }
}
