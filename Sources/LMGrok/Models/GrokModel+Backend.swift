import LMProtocol
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
        return try await Self.client(configuration, seams, model: name).respond(
            to: request, RequestBuilder(settings: settings, readFile: seams.readFile))
    }

    /// What sends requests with a configuration.
    static func client(
        _ configuration: GrokConfiguration?, _ seams: ModelSeams, model: String?
    ) throws -> ResponsesClient {
        ResponsesClient(
            endpoint: (configuration ?? .default).endpoint,
            transport: try seams.transport ?? DefaultTransport.transport(), clock: seams.clock, now: seams.now,
            environment: seams.environment, isSameModel: GrokCatalogue.isSameModel,
            mapping: { Self.thrown($0, model: model) })
    }

    /// The error that is thrown of what failed.
    private static func thrown(_ error: any Error, model: String?) -> any Error {
        switch error {
        case var error as ResponsesError:
            if error.category == .modelNotFound, let suggestion = model.flatMap(suggestion(for:)) {
                error.message += " Did you mean \(suggestion)?"
            }
            return LanguageModelError(error) ?? GrokError(error)
        case let failure as ConnectionFailure:
            // The seed counts a stream that breaks off among the invalid responses, whatever broke it off.
            if failure.category == .incompleteStream || failure.category == .malformedResponse {
                return GrokError.invalidResponse(GrokError.Message(ResponsesError(failure)))
            }
            return LanguageModelError(failure) ?? failure
        default: return error
        }
    }
}

extension ResponsesError {
    /// What a connection that broke while it answered means for the response.
    fileprivate init(_ failure: ConnectionFailure) {
        self.init(
            kind: .invalidResponse,
            message: failure.category == .incompleteStream
                ? "The stream ended before the response was complete. \(failure.description)" : failure.description,
            category: failure.category, retryAdvice: failure.retryAdvice, evidence: failure.evidence,
            partial: failure.partial)
    }
}
