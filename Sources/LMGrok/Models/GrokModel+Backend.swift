import LMProtocol
import LMProvider
import LMResponses
import LMTransport

extension GrokModel: LanguageModelBackend {
    /// What the model is and accepts.
    public var card: ModelCard {
        var reasoning = Self.levels
        reasoning.supportedEfforts = supportsReasoningEffort ? supportedReasoningEfforts.map(\.rawValue) : []
        return ModelCard(
            name: name, displayName: displayName, contextSize: contextSize, capabilities: capabilities,
            reasoning: reasoning, provider: "xai")
    }

    /// Starts one generation.
    ///
    /// Every request carries the whole conversation and asks xAI to store nothing. Returns when the first event is
    /// there. Throws before it where xAI refused, failed or could not be reached; the stream throws afterwards.
    public nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
        var dialect = ResponsesDialect.xai
        dialect.parameters = samplingParameters
        let settings = RequestSettings(
            card: card, dialect: dialect, reasoningEffort: reasoningEffort?.rawValue,
            parallelToolCalls: parallelToolCalls, streamsToolCalls: streamsToolCalls,
            serverTools: serverTools)
        return try await Self.client(configuration, environment, model: name).respond(
            to: request, RequestBuilder(settings: settings, readFile: environment.readFile),
            isSameModel: GrokCatalogue.isSameModel)
    }

    /// What sends requests with a configuration.
    static func client(
        _ configuration: GrokConfiguration?, _ environment: ProviderEnvironment, model: String?
    ) -> ProviderClient {
        var client = ProviderClient(endpoint: (configuration ?? .default).endpoint, environment: environment)
        client.mapping = { Self.thrown($0, model: model) }
        return client
    }

    /// The error that is thrown of what failed.
    private static func thrown(_ error: ProviderError, model: String?) -> any Error {
        var error = error
        if error.category == .modelNotFound, let suggestion = model.flatMap(suggestion(for:)) {
            error.message += " Did you mean \(suggestion)?"
        }
        if case .connectionFailed = error.kind {
            // The seed counts a stream that breaks off among the invalid responses, whatever broke it off.
            switch error.category {
            case .incompleteStream:
                error.message = "The stream ended before the response was complete. \(error.message)"
                return GrokError.invalidResponse(GrokError.Message(error))
            case .malformedResponse: return GrokError.invalidResponse(GrokError.Message(error))
            default: return LanguageModelError(error) ?? error
            }
        }
        // The seed has no case for a conversation that is too long.
        if error.category == .contextSize { return GrokError(error) }
        return LanguageModelError(error) ?? GrokError(error)
    }
}
