import LMJSON
import LMProtocol
import LMTransport

/// Decodes the body of a streamed response: chunks of bytes in, events of a generation out. A value without I/O.
package struct ResponseStreamDecoder: Sendable {
    private var parser = ServerSentEventParser()
    private var answer: Answer
    /// How many events the chunk before had: the chunks of a stream are much alike.
    private var expectedCount = 0

    /// Makes a decoder for one response.
    package init(translator: EventTranslator) { answer = Answer(translator: translator) }

    /// Whether the response is whole. What the server sends after that is not read.
    package var isFinished: Bool { answer.translator.isFinished }
    /// Why the response failed. No event comes after it.
    package var failure: ResponsesError? { answer.failure }
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
                ResponsesError(
                    kind: .invalidResponse, message: "\(error)", category: .malformedResponse, retryAdvice: .never))
        }
        return events
    }

    /// Decodes the end of the body. Afterwards the response is whole, or ``failure`` says why it is not.
    package mutating func finish() -> [GenerationEvent] {
        guard !isFinished, failure == nil else { return [] }
        var events: [GenerationEvent] = []
        // Some servers leave out the blank line behind the last event. If it is not whole, neither is its JSON.
        try? parser.finish { answer.readTail($0, &events) }
        if !isFinished && failure == nil { answer.fail(answer.translator.incompleteStream) }
        return events
    }

    /// What is behind the event stream's framing.
    private struct Answer {
        private var decoder = ResponsesEventDecoder()
        var translator: EventTranslator
        private(set) var failure: ResponsesError?
        /// Whether no more events are read: the answer is whole or failed, or the server said that none come. Kept by
        /// itself, because a look at the failure copies it, and this is asked for each event.
        private(set) var isOver = false

        init(translator: EventTranslator) { self.translator = translator }

        mutating func read(_ raw: RawServerSentEvent, _ events: inout [GenerationEvent]) {
            guard !isOver else { return }
            do {
                translate(try decoder.decode(name: raw.name, data: raw.data), &events)
            } catch {
                fail(
                    ResponsesError(
                        kind: .invalidResponse, message: "\(error)", category: .malformedResponse,
                        retryAdvice: .backoff,
                        evidence: FailureEvidence(body: ErrorRedactor(credential: nil).evidence(Array(raw.data)))))
            }
        }

        mutating func readTail(_ raw: RawServerSentEvent, _ events: inout [GenerationEvent]) {
            guard !isOver, let event = try? decoder.decode(name: raw.name, data: raw.data) else { return }
            translate(event, &events)
        }

        private mutating func translate(_ event: ResponsesEvent, _ events: inout [GenerationEvent]) {
            if case .endOfStream = event { isOver = true }
            do throws(ResponsesError) {
                try translator.translate(event, into: &events)
                if translator.isFinished { isOver = true }
            } catch {
                fail(error)
            }
        }

        mutating func fail(_ error: ResponsesError) {
            guard failure == nil else { return }
            failure = error
            failure?.partial = translator.partial
            isOver = true
        }
    }
}
