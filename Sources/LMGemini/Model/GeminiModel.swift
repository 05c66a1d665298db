import LMJSON
import LMProtocol
import LMProvider
import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A Gemini model behind Google's generateContent, or a model behind any other server that speaks it.
///
/// ```swift
/// let session = LanguageModelSession(model: GeminiModel.flash2_5)
/// ```
///
/// A key comes from ``apiKey(_:)``, else from `GOOGLE_API_KEY` or `GEMINI_API_KEY`, for `https` requests to Google's own
/// hosts of this API, and for no other. It is sent in the header field `x-goog-api-key`, never in the address.
///
/// Requests throw `LanguageModelError` where a case fits, and `ProviderError` for what else failed.
public struct GeminiModel: LanguageModelBackend, TokenCounting {
    /// What the model is and accepts.
    public var card: ModelCard
    /// What the server takes.
    public var dialect: GeminiDialect
    /// The address that `v1beta/models` is appended to; one with a version in it, such as `v1`, is understood.
    public var baseURL: URL
    /// Header fields that are added to every request.
    public var additionalHeaders: [String: String] = [:]
    /// How long to wait.
    public var timeouts = Timeouts()

    private var key: String?
    package var environment = ProviderEnvironment()

    /// Makes a model.
    ///
    /// - Parameters:
    ///   - name: The name that the server knows, such as `gemini-2.5-flash`, or a path such as `tunedModels/mine`.
    ///   - baseURL: The server's address; Google's own where none is given.
    ///   - dialect: What the server takes.
    ///   - displayName: The name to show people; the catalogue's where none is given.
    ///   - contextSize: The context window in tokens; the catalogue's where none is given.
    ///   - supportedReasoningEfforts: The efforts that the model takes, from least to most; the catalogue's where none are
    ///     given, empty for none.
    public init(
        name: String, baseURL: URL? = nil, dialect: GeminiDialect = .google, displayName: String? = nil,
        contextSize: Int? = nil, supportedReasoningEfforts: [String]? = nil
    ) {
        let entry = GeminiCatalogue.entry(for: name)
        card = ModelCard(
            name: name, displayName: displayName ?? entry.displayName, contextSize: contextSize ?? entry.contextSize,
            capabilities: LanguageModelCapabilities([.vision, .guidedGeneration, .toolCalling, .reasoning]),
            reasoning: ReasoningMap(supportedEfforts: supportedReasoningEfforts ?? entry.efforts, policy: .clamp),
            enforcesSchemas: true, provider: dialect.provider)
        self.dialect = dialect
        self.baseURL = baseURL ?? Self.address
    }

    private static let address: URL = {
        var parts = URLComponents()
        parts.scheme = "https"
        parts.host = "generativelanguage.googleapis.com"
        return parts.url ?? URL(filePath: "/")
    }()

    /// The same model with a key of its own.
    public func apiKey(_ key: String?) -> GeminiModel { with { $0.key = key } }

    /// The same model, sending its requests through this transport.
    public func transport(_ transport: some HTTPTransport) -> GeminiModel {
        with { $0.environment.transport = transport }
    }

    private func with(_ change: (inout GeminiModel) -> Void) -> GeminiModel {
        var model = self
        change(&model)
        return model
    }

    /// Where the key of a request would come from now; `nil` where there is none.
    public var apiKeySource: APIKeySource? { endpoint.keySource(environment: environment.environment()) }

    private var endpoint: Endpoint {
        Endpoint(
            baseURL: baseURL, apiKey: key, additionalHeaders: additionalHeaders, timeouts: timeouts,
            keyField: .header("x-goog-api-key"), keyHosts: dialect.keyHosts, keyVariables: dialect.keyVariables)
    }

    /// The path of a resource below the base address.
    private func path(_ name: String) -> String {
        baseURL.path().split(separator: "/").contains { $0.hasPrefix("v1") } ? name : "v1beta/" + name
    }

    /// The model as a resource.
    private var resource: String { card.name.contains("/") ? card.name : "models/" + card.name }

    private var client: ProviderClient {
        ProviderClient(endpoint: endpoint, errors: GeminiErrors.classifier, environment: environment)
    }

    private var builder: GeminiRequestBuilder {
        GeminiRequestBuilder(card: card, dialect: dialect, readFile: environment.readFile)
    }

    /// Starts one generation.
    ///
    /// Returns when the first event is there. Throws before it where the server refused, failed or could not be reached; the
    /// stream throws afterwards.
    public nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
        let path = path(resource) + ":streamGenerateContent"
        return try await client.respond {
            [builder] (error: ProviderError?) -> AnswerRequest<GeminiTranslator>? in
            var builder = builder
            if let error {
                guard error.isAboutSignatures else { return nil }
                builder.omitsSignatures = true
            }
            var body = try builder.build(request)
            if error != nil {
                body.adjustments.append(
                    Adjustment(
                        .reasoningDropped,
                        "The server could not take its earlier signatures back; they were left out."))
            }
            var answer = AnswerRequest(
                path: path, body: body.bytes, translator: GeminiTranslator(body.context),
                adjustments: body.adjustments)
            answer.query = [URLQueryItem(name: "alt", value: "sse")]
            return answer
        }
    }

    /// The tokens that would go in with a request, as the server counts them.
    ///
    /// Throws what ``respond(to:)`` throws.
    public nonisolated(nonsending) func tokenCount(for request: GenerationRequest) async throws -> Int {
        var members = JSONObject(["model": .string(resource)])
        for member in try builder.build(request).members { members[member.key] = member.value }
        let body: JSONValue = ["generateContentRequest": .object(members)]
        let answer = try await client.document(posting: body.bytes(), path: path(resource) + ":countTokens")
        guard let count = answer["totalTokens"]?.countValue else {
            throw ProviderError(
                kind: .invalidResponse, message: "The server's count of tokens has no number.",
                category: .malformedResponse, retryAdvice: .backoff)
        }
        return count
    }

    /// The models that the server offers, as it lists them.
    ///
    /// Throws what ``respond(to:)`` throws.
    public nonisolated(nonsending) func availableModels() async throws -> [GeminiModelListing] {
        var models: [GeminiModelListing] = []
        var next: String?
        // A server that always says that there is more is not followed for ever.
        for _ in 0..<20 {
            var query = [URLQueryItem(name: "pageSize", value: "1000")]
            if let next { query.append(URLQueryItem(name: "pageToken", value: next)) }
            let page = try await client.document(path: path("models"), query: query)
            let found = (page["models"]?.arrayValue ?? []).compactMap(GeminiModelListing.init)
            models += found.filter { model in !models.contains { $0.id == model.id } }
            guard let token = page["nextPageToken"]?.stringValue, !token.isEmpty, token != next else { break }
            next = token
        }
        return models
    }
}

/// One model of a server's list.
public struct GeminiModelListing: Sendable, Hashable, Identifiable {
    /// The name that requests say, without `models/` before it.
    public var id: String
    /// The name to show people; `nil` where the server gives none.
    public var displayName: String?
    /// The context window in tokens; `nil` where the server does not say.
    public var contextSize: Int?
    /// All that the server says of it.
    public var json: JSONValue

    init?(_ json: JSONValue) {
        guard let name = json["name"]?.stringValue, !name.isEmpty else { return nil }
        id = name.hasPrefix("models/") ? String(name.dropFirst(7)) : name
        displayName = json["displayName"]?.stringValue
        contextSize = json["inputTokenLimit"]?.intValue
        self.json = json
    }
}

extension GeminiModel {
    /// The models that are known, in the order of a picker.
    public static let presets: [GeminiModel] = GeminiCatalogue.entries.map { GeminiModel(name: $0.name) }

    /// Gemini 3.8 Flash.
    public static let flash3_8 = GeminiModel(name: "gemini-3.8-flash")
    /// Gemini 3.1 Pro.
    public static let pro3_1 = GeminiModel(name: "gemini-3.1-pro-preview")
    /// Gemini 3 Flash.
    public static let flash3 = GeminiModel(name: "gemini-3-flash-preview")
    /// Gemini 2.5 Pro.
    public static let pro2_5 = GeminiModel(name: "gemini-2.5-pro")
    /// Gemini 2.5 Flash.
    public static let flash2_5 = GeminiModel(name: "gemini-2.5-flash")
}

extension GeminiModel: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The model's name and its server, without secrets.
    public var description: String {
        "GeminiModel(\(card.name), \(dialect.name), "
            + "\(endpoint.shownParts.map { "\($0.key): \($0.value)" }.joined(separator: ", ")))"
    }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror that shows no secret.
    public var customMirror: Mirror {
        Mirror(self, children: [("name", card.name)] + endpoint.shownParts.map { ($0.key as String?, $0.value as Any) })
    }
}
