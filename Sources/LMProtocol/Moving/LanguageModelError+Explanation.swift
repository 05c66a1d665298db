extension LanguageModelError.Refusal {
    /// The model's words, as an answer. They are known already: nothing is sent.
    public var explanation: LanguageModelSession.Response<String> {
        get async throws { try await explanationStream.collect() }
    }

    /// The model's words, as a stream that has them all at once. Nothing is sent.
    public var explanationStream: LanguageModelSession.ResponseStream<String> {
        LanguageModelSession(model: KnownAnswer(text: explanationText)).streamResponse(to: "")
    }
}

/// A backend that says what it was given.
private struct KnownAnswer: LanguageModelBackend {
    let text: String

    var card: ModelCard { ModelCard(name: "", capabilities: LanguageModelCapabilities([])) }

    nonisolated(nonsending) func respond(to request: GenerationRequest) async throws -> GenerationStream {
        let part = PartID(item: 0)
        return GenerationStream(events: [
            .textStart(part), .textDelta(part, text), .textEnd(part, text: text), .finished(FinishReason(.stop)),
        ])
    }
}
