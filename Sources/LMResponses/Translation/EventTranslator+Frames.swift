import LMJSON
import LMProtocol
import LMProvider

extension EventTranslator: AnswerTranslator {
    /// Whether the answer is whole, or the server said that nothing more comes.
    package var isOver: Bool { isFinished || hasEnded }

    /// Translates one server-sent event.
    package mutating func translate(
        name: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>, into events: inout [GenerationEvent]
    ) throws(ProviderError) {
        let event: ResponsesEvent
        do {
            event = try decoder.decode(name: name, data: data)
        } catch {
            throw ProviderError(
                kind: .invalidResponse, message: "\(error)", category: .malformedResponse, retryAdvice: .backoff,
                evidence: FailureEvidence(body: SecretRedactor(credential: nil).evidence(Array(data))))
        }
        if case .endOfStream = event { hasEnded = true }
        try translate(event, into: &events)
    }

    /// Whether a document is a response.
    package func isAnswer(_ document: JSONValue) -> Bool {
        document["object"] == "response" || document["object"] == nil && document["output"]?.arrayValue != nil
    }

    /// Translates a response that was not streamed: its terminal event is the only one.
    package mutating func translate(
        document: JSONValue, into events: inout [GenerationEvent]
    ) throws(ProviderError) {
        guard document["output"]?.arrayValue != nil || document["status"] == "failed" else {
            throw ProviderError(
                kind: .invalidResponse, message: "The response has no output.", category: .malformedResponse,
                retryAdvice: .backoff)
        }
        try translate(.ended(status: "completed", document), into: &events)
    }

    /// A stream that ends without its terminal event is not whole.
    package mutating func end(into events: inout [GenerationEvent]) throws(ProviderError) { throw incompleteStream }
}
