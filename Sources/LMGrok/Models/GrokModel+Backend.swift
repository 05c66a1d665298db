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

    /// What an app of the package that this one follows waits for: ``GrokError``, unless the model is one of
    /// ``providerErrors()``.
    public func sessionError(for error: any Error) -> any Error {
        throwsProviderErrors ? error : (error as? ProviderError).map(GrokError.thrown(for:)) ?? error
    }

    /// What sends requests with a configuration. It throws errors that hold all that is known.
    static func client(
        _ configuration: GrokConfiguration?, _ environment: ProviderEnvironment, model: String? = nil
    ) -> ProviderClient {
        var client = ProviderClient(endpoint: (configuration ?? .default).endpoint, environment: environment)
        client.mapping = { (error: ProviderError) -> any Error in
            let error = completed(error, model: model)
            // The package that this one follows has no case for a conversation that is too long.
            if error.category == .contextSize { return error }
            return LanguageModelError(error) ?? error
        }
        return client
    }

    /// A failure with a model of a similar name, if the one that was asked for is not known.
    private static func completed(_ error: ProviderError, model: String?) -> ProviderError {
        var error = error
        if error.category == .modelNotFound, let suggestion = model.flatMap(suggestion(for:)) {
            error.message += " Did you mean \(suggestion)?"
        }
        return error
    }
}
