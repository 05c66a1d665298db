import LMProtocol
import LMProvider

extension ProviderClient {
    /// Starts a generation on a Responses server.
    ///
    /// Another account or a changed model cannot read the reasoning that was encrypted for the first: the conversation
    /// goes on without it, however the server says so.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - builder: Makes the body.
    ///   - isSameModel: Whether two names stand for one model.
    package nonisolated(nonsending) func respond(
        to request: GenerationRequest, _ builder: RequestBuilder,
        isSameModel: @escaping @Sendable (_ requested: String, _ served: String) -> Bool
    ) async throws -> GenerationStream {
        let translator = EventTranslator(
            requestedModel: builder.settings.card.name, provider: builder.settings.dialect.provider,
            isSameModel: isSameModel)
        return try await respond { (error: ProviderError?) -> AnswerRequest<EventTranslator>? in
            var builder = builder
            var adjustments: [Adjustment] = []
            if let error {
                guard error.isAboutEncryptedReasoning, request.holdsReasoning else { return nil }
                builder.omitsReasoning = true
                adjustments.append(
                    Adjustment(
                        .reasoningDropped, "The server could not read its earlier reasoning; it was left out."))
            }
            let body = try builder.build(request)
            return AnswerRequest(
                path: "responses", body: body.bytes, translator: translator,
                adjustments: adjustments + body.adjustments)
        }
    }
}

extension GenerationRequest {
    /// Whether there is reasoning to leave out.
    fileprivate var holdsReasoning: Bool { transcript.contains { if case .reasoning = $0 { true } else { false } } }
}

extension ProviderError {
    /// Whether the server refused the request because it cannot read reasoning that was sent back to it, whichever way
    /// it says so: by a status, by an event, by a response that failed.
    ///
    /// The words are those of xAI's and OpenAI's servers. A server that says no without a word may mean this too; one
    /// more request finds out.
    var isAboutEncryptedReasoning: Bool {
        let isRefusal = kind == .generationFailed || kind == .requestFailed(statusCode: 400)
        if isRefusal && code == nil && evidence?.body?.isEmpty ?? true { return true }
        switch kind {
        case .generationFailed, .requestFailed:
            let words = ((code ?? "") + "\n" + message.prefix(4096)).lowercased()
            return Self.reasoningPhrases.contains { $0.allSatisfy { words.utf8.firstRange(of: $0.utf8) != nil } }
        case .missingAPIKey, .invalidResponse, .imageEncodingFailed, .connectionFailed: return false
        }
    }

    /// The words that make an error one about reasoning where all of one list stand in it.
    private static let reasoningPhrases: [[String]] = [
        ["encrypted_content"], ["encrypted content"], ["encrypted reasoning"], ["compaction blob"],
        ["decrypt"], ["thinking_signature"], ["item", "rs_", "not found"], ["reasoning", "not found"],
        ["of type 'reasoning'"], ["reasoning item"],
    ]
}
