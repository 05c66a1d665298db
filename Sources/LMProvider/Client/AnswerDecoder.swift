import LMJSON
import LMProtocol
import LMTransport

/// Decodes the body of a streamed answer: chunks of bytes in, events of a generation out. A value without I/O.
public struct AnswerDecoder<Translator: AnswerTranslator>: Sendable {
    private var parser: Parser
    private var answer: Answer
    /// How many events the chunk before had: the chunks of a stream are much alike.
    private var expectedCount = 0

    private enum Parser: Sendable {
        case events(ServerSentEventParser)
        case lines(LineParser)
    }

    /// Makes a decoder for one answer.
    public init(_ translator: Translator, framing: AnswerFraming = .serverSentEvents) {
        answer = Answer(translator: translator)
        switch framing {
        case .serverSentEvents: parser = .events(ServerSentEventParser(readsErrorLines: true))
        case .jsonLines: parser = .lines(LineParser())
        }
    }

    /// Whether the answer is whole. What the server sends after that is not read.
    public var isFinished: Bool { answer.translator.isFinished }
    /// Whether the server has said why the answer ended, so that only the usage may still come.
    public var isEnding: Bool { answer.translator.isEnding }
    /// Why the answer failed. No event comes after it.
    public var failure: ProviderError? { answer.failure }
    /// What has been received.
    public var partial: PartialOutput { answer.translator.partial }
    /// What the wire handed in, as far as it has come.
    public var translator: Translator { answer.translator }

    /// Decodes a chunk of the body.
    public mutating func decode(_ chunk: [UInt8]) -> [GenerationEvent] {
        guard !answer.isOver else { return [] }
        var events: [GenerationEvent] = []
        events.reserveCapacity(expectedCount)
        defer { expectedCount = events.count }
        do {
            try feed(chunk, &events)
        } catch {
            answer.fail(
                ProviderError(
                    kind: .invalidResponse, message: "\(error)", category: .malformedResponse, retryAdvice: .never))
        }
        return events
    }

    private mutating func feed(_ chunk: [UInt8], _ events: inout [GenerationEvent]) throws {
        switch parser {
        case .events(var framed):
            // Taken out for the time, so that it is not copied.
            parser = .lines(LineParser())
            defer { parser = .events(framed) }
            try framed.feed(chunk) { answer.read(name: $0.name, data: $0.data, &events) }
        case .lines(var lines):
            parser = .lines(LineParser())
            defer { parser = .lines(lines) }
            try lines.feed(chunk) { answer.read(name: UnsafeBufferPointer(start: nil, count: 0), data: $0, &events) }
        }
    }

    /// Decodes the end of the body. Afterwards the answer is whole, or ``failure`` says why it is not.
    public mutating func finish() -> [GenerationEvent] {
        guard !isFinished, failure == nil else { return [] }
        var events: [GenerationEvent] = []
        // Some servers leave out the blank line behind the last event. If it is not whole, neither is its JSON.
        switch parser {
        case .events(var framed):
            try? framed.finish { answer.readTail(name: $0.name, data: $0.data, &events) }
        case .lines(var lines):
            lines.finish { answer.readTail(name: UnsafeBufferPointer(start: nil, count: 0), data: $0, &events) }
        }
        if failure == nil, !isFinished { answer.end(&events) }
        return events
    }

    /// What is behind the framing.
    private struct Answer {
        var translator: Translator
        private(set) var failure: ProviderError?
        /// Whether no more frames are read. Kept by itself, because a look at the failure copies it, and this is asked
        /// for each frame.
        private(set) var isOver = false

        init(translator: Translator) { self.translator = translator }

        mutating func read(
            name: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>, _ events: inout [GenerationEvent]
        ) {
            guard !isOver else { return }
            do throws(ProviderError) {
                try translator.translate(name: name, data: data, into: &events)
                if translator.isOver { isOver = true }
            } catch {
                fail(error)
            }
        }

        mutating func readTail(
            name: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>, _ events: inout [GenerationEvent]
        ) {
            guard !isOver else { return }
            do throws(ProviderError) {
                try translator.translate(name: name, data: data, into: &events)
            } catch {
                if error.category != .malformedResponse { fail(error) }
            }
        }

        mutating func end(_ events: inout [GenerationEvent]) {
            do throws(ProviderError) {
                try translator.end(into: &events)
            } catch {
                fail(error)
            }
        }

        mutating func fail(_ error: ProviderError) {
            guard failure == nil else { return }
            failure = error
            failure?.partial = error.partial ?? translator.partial
            isOver = true
        }
    }
}
