import LMJSON
import LMProtocol
import LMProvider

extension ChatTranslator: AnswerTranslator {
    /// Translates one server-sent event.
    package mutating func translate(
        name: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>, into events: inout [GenerationEvent]
    ) throws(ProviderError) {
        let event: ChatEvent
        do {
            event = try decoder.decode(name: name, data: data, readsInfo: needsInfo)
        } catch {
            abandon(&events)
            throw ProviderError(
                kind: .invalidResponse, message: "\(error)", category: .malformedResponse, retryAdvice: .backoff,
                evidence: FailureEvidence(body: SecretRedactor(credential: nil).evidence(Array(data))))
        }
        try translate(event, into: &events)
    }

    /// Whether a document is a completion, or the report of a failure in the shape of one.
    package func isAnswer(_ document: JSONValue) -> Bool {
        guard let chunk = ChatChunk(document: document) else { return false }
        return chunk.hasChoice || chunk.top["error"] != nil
    }

    /// Translates a completion that was not streamed: it is one chunk.
    package mutating func translate(
        document: JSONValue, into events: inout [GenerationEvent]
    ) throws(ProviderError) {
        guard let chunk = ChatChunk(document: document) else { throw Self.incompleteStream }
        try translate(.chunk(chunk), into: &events)
        // A document that is there is whole, also if the server does not say why it ended.
        try end(isOrderly: true, &events)
    }

    /// A stream that ends without `[DONE]` is whole only if the server said why the answer ended.
    package mutating func end(into events: inout [GenerationEvent]) throws(ProviderError) {
        try end(isOrderly: false, &events)
    }
}
