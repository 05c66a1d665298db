import LMJSON
import LMProtocol
import LMProvider
import LMTransport

/// Decodes the body of a streamed response: chunks of bytes in, events of a generation out. A value without I/O.
package struct ChatStreamDecoder: Sendable {
    private var parser = ServerSentEventParser(readsErrorLines: true)
    private var answer: Answer
    /// How many events the chunk before had: the chunks of a stream are much alike.
    private var expectedCount = 0

    /// Makes a decoder for one response.
    package init(_ context: ChatContext) { answer = Answer(translator: ChatTranslator(context)) }

    /// Whether the response is whole. What the server sends after that is not read.
    package var isFinished: Bool { answer.translator.isFinished }
    /// Whether the server has said why the answer ended, so that only its usage may still come.
    package var isEnding: Bool { answer.translator.isEnding }
    /// Why the response failed. No event comes after it.
    package var failure: ProviderError? { answer.failure }
    /// What has been received.
    package var partial: PartialOutput { answer.translator.partial }

    /// Decodes a chunk of the body.
    package mutating func decode(_ chunk: [UInt8]) -> [GenerationEvent] {
        guard !answer.isOver else { return [] }
        var events: [GenerationEvent] = []
        events.reserveCapacity(expectedCount)
        defer { expectedCount = events.count }
        do {
            try parser.feed(chunk) { answer.read($0, &events) }
        } catch {
            answer.fail(
                ProviderError(
                    kind: .invalidResponse, message: "\(error)", category: .malformedResponse, retryAdvice: .never),
                &events)
        }
        return events
    }

    /// Decodes the end of the body. Afterwards the response is whole, or ``failure`` says why it is not.
    package mutating func finish() -> [GenerationEvent] {
        guard !answer.isOver else { return [] }
        var events: [GenerationEvent] = []
        // Some servers leave out the blank line behind the last event. If it is not whole, neither is its JSON.
        try? parser.finish { answer.readTail($0, &events) }
        if !answer.isOver { answer.end(&events) }
        return events
    }

    /// What is behind the event stream's framing.
    private struct Answer {
        private let decoder = ChatEventDecoder()
        var translator: ChatTranslator
        private(set) var failure: ProviderError?
        /// Whether no more events are read.
        private(set) var isOver = false

        init(translator: ChatTranslator) { self.translator = translator }

        mutating func read(_ raw: RawServerSentEvent, _ events: inout [GenerationEvent]) {
            guard !isOver else { return }
            do {
                translate(
                    try decoder.decode(name: raw.name, data: raw.data, readsInfo: translator.needsInfo), &events)
            } catch {
                fail(
                    ProviderError(
                        kind: .invalidResponse, message: "\(error)", category: .malformedResponse,
                        retryAdvice: .backoff,
                        evidence: FailureEvidence(body: SecretRedactor(credential: nil).evidence(Array(raw.data)))),
                    &events)
            }
        }

        mutating func readTail(_ raw: RawServerSentEvent, _ events: inout [GenerationEvent]) {
            guard !isOver, let event = try? decoder.decode(name: raw.name, data: raw.data) else { return }
            translate(event, &events)
        }

        mutating func end(_ events: inout [GenerationEvent]) {
            do throws(ProviderError) {
                try translator.end(isOrderly: false, &events)
                isOver = true
            } catch {
                fail(error, &events)
            }
        }

        private mutating func translate(_ event: ChatEvent, _ events: inout [GenerationEvent]) {
            do throws(ProviderError) {
                try translator.translate(event, into: &events)
                if translator.isFinished { isOver = true }
            } catch {
                fail(error, &events)
            }
        }

        mutating func fail(_ error: ProviderError, _ events: inout [GenerationEvent]) {
            guard failure == nil else { return }
            translator.abandon(&events)
            failure = error
            failure?.partial = translator.partial
            isOver = true
        }
    }
}
