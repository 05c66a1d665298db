import LMProtocol
import LMProvider
import LMResponses
import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A Grok model of xAI, behind the protocol that all models share.
///
/// ```swift
/// GrokConfiguration.default.apiKey = "<your xAI API key>"
/// let session = LanguageModelSession(model: GrokModel.grok4)
/// print(try await session.respond(to: "What makes a great Swift API?").content)
/// ```
///
/// A model is a value: modifiers give a changed copy. Equality and hashing compare every property but the transport.
///
/// Requests throw `LanguageModelError` where a case fits, ``GrokError`` for what else the server said, and
/// `ProviderError` where the connection failed.
public struct GrokModel: Sendable {
    /// The name that xAI's API knows.
    public let name: String
    /// The name to show people.
    public let displayName: String
    /// The context window in tokens; for information only.
    public let contextSize: Int
    /// What the model can do.
    public let capabilities: LanguageModelCapabilities
    /// The efforts that the model takes, from least to most; empty where it takes none.
    public let supportedReasoningEfforts: [ReasoningEffort]
    /// The effort of requests that name no reasoning level; `nil` leaves it to xAI.
    public var reasoningEffort: ReasoningEffort?
    /// How requests reach the model; `nil` for ``GrokConfiguration/default``, as it is at each request.
    public var configuration: GrokConfiguration?
    /// The sampling options that are sent. What is not among them is left out, and the response says so.
    ///
    /// xAI's reference does not list `top_k`; take it out here where a server should refuse it.
    public var samplingParameters: Set<ResponsesDialect.Parameter>
    /// Whether the model may call several tools in one turn; `nil` leaves it to xAI, which lets it.
    public var parallelToolCalls: Bool?
    /// Whether the arguments of tool calls arrive in pieces; `nil` or `false` leaves them in one piece, as xAI sends
    /// them unless asked.
    public var streamsToolCalls: Bool?
    /// The tools that xAI runs itself, such as a search of the web.
    public var serverTools: [ServerTool] = []

    package var environment = ProviderEnvironment()
    private(set) var throwsProviderErrors = false

    /// Makes a model by its name, for one that has no preset.
    ///
    /// - Parameters:
    ///   - name: The name that xAI's API knows.
    ///   - displayName: The name to show people; the API's own where none is given.
    ///   - contextSize: The context window in tokens.
    ///   - capabilities: What the model can do.
    ///   - supportedReasoningEfforts: The efforts that the model takes, from least to most. `nil` stands for low, medium
    ///     and high where the model reasons, and for none where it does not.
    public init(
        name: String, displayName: String? = nil, contextSize: Int = 256_000,
        capabilities: LanguageModelCapabilities = LanguageModelCapabilities([
            .vision, .guidedGeneration, .toolCalling, .reasoning,
        ]),
        supportedReasoningEfforts: [ReasoningEffort]? = nil
    ) {
        self.name = name
        self.displayName = displayName ?? name
        self.contextSize = contextSize
        self.capabilities = capabilities
        self.supportedReasoningEfforts =
            supportedReasoningEfforts ?? (capabilities.contains(.reasoning) ? [.low, .medium, .high] : [])
        samplingParameters = ResponsesDialect.xai.parameters
    }

    /// Whether requests may name an effort. Where not, the model's own and the request's are both left out.
    public var supportsReasoningEffort: Bool {
        capabilities.contains(.reasoning) && !supportedReasoningEfforts.isEmpty
    }

    /// The same model with a key of its own.
    ///
    /// The rest of the configuration is the model's own, or a copy of ``GrokConfiguration/default`` as it is now.
    public func apiKey(_ key: String?) -> GrokModel {
        var configuration = configuration ?? .default
        configuration.apiKey = key
        return with { $0.configuration = configuration }
    }

    /// The same model with an effort for the requests that name no level.
    public func reasoningEffort(_ effort: ReasoningEffort?) -> GrokModel { with { $0.reasoningEffort = effort } }

    /// The same model with tools that xAI runs itself.
    ///
    /// ```swift
    /// let model = GrokModel.grok4.serverTools(.webSearch(), .xSearch(from: "2026-01-01"))
    /// ```
    public func serverTools(_ tools: ServerTool...) -> GrokModel { with { $0.serverTools = tools } }

    /// The same model, sending its requests through this transport: a recorder, a replay, or another socket.
    public func transport(_ transport: some HTTPTransport) -> GrokModel {
        with { $0.environment.transport = transport }
    }

    /// The same model, throwing `ProviderError` where it would throw ``GrokError``: with what the server said, when to try
    /// again, and what had been received.
    public func providerErrors() -> GrokModel { with { $0.throwsProviderErrors = true } }

    private func with(_ change: (inout GrokModel) -> Void) -> GrokModel {
        var model = self
        change(&model)
        return model
    }
}

extension GrokModel: Hashable {
    /// Everything that makes two models the same.
    private struct Identity: Hashable {
        var name: String
        var displayName: String
        var contextSize: Int
        var capabilities: LanguageModelCapabilities
        var supportedReasoningEfforts: [ReasoningEffort]
        var reasoningEffort: ReasoningEffort?
        var configuration: GrokConfiguration?
        var samplingParameters: Set<ResponsesDialect.Parameter>
        var parallelToolCalls: Bool?
        var streamsToolCalls: Bool?
        var serverTools: [ServerTool]
        var throwsProviderErrors: Bool
    }

    private var identity: Identity {
        Identity(
            name: name, displayName: displayName, contextSize: contextSize, capabilities: capabilities,
            supportedReasoningEfforts: supportedReasoningEfforts, reasoningEffort: reasoningEffort,
            configuration: configuration, samplingParameters: samplingParameters, parallelToolCalls: parallelToolCalls,
            streamsToolCalls: streamsToolCalls, serverTools: serverTools, throwsProviderErrors: throwsProviderErrors)
    }

    /// Whether two models are the same in every property but the transport.
    public static func == (left: GrokModel, right: GrokModel) -> Bool { left.identity == right.identity }
    /// Hashes every property but the transport.
    public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension GrokModel: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name, and what differs from the preset, without secrets.
    public var description: String {
        var parts = ["\(name)"]
        if let reasoningEffort { parts.append("reasoningEffort: \(reasoningEffort)") }
        if let configuration { parts.append("configuration: \(configuration)") }
        return "GrokModel(\(parts.joined(separator: ", ")))"
    }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror that shows no secret.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "name": name, "displayName": displayName, "contextSize": contextSize,
                "reasoningEffort": reasoningEffort as Any, "configuration": configuration as Any,
            ])
    }
}
