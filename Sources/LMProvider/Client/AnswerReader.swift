import LMProtocol
import LMTransport
import Synchronization

/// Reads the body of a streamed answer on demand, one batch of events for each chunk.
///
/// Nothing runs between the calls. Letting go of the reader lets go of the body, which ends the request.
final class AnswerReader<Translator: AnswerTranslator>: Sendable {
    private struct State: Sendable {
        var decoder: AnswerDecoder<Translator>
        /// `nil` once nothing more is read.
        var body: HTTPBody?
        /// Events that go before those of the next chunk.
        var pending: [GenerationEvent]
        /// The end of the answer, held back until the body has ended too.
        var end: [GenerationEvent] = []
        /// What ended the stream, behind the events that came before it.
        var failure: (any Error)?
        /// How long the reader has waited since the answer last said something.
        var waited = Duration.zero
    }

    // Taken out while a batch is read, so that a second reader is told apart instead of mixing the events up.
    private let state: Mutex<State?>
    private let clock: any Clock<Duration>
    private let limit: ProgressLimit
    private let requestID: String?
    private let redactor: SecretRedactor

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - first: The chunks of the body that have been read already.
    ///   - rest: The body behind them.
    ///   - decoder: What decodes them.
    ///   - clock: Measures how long a finished answer may take to end, and how long one may say nothing.
    ///   - limit: How long it may say nothing.
    ///   - requestID: The server's identifier of the request, for a failure to name.
    ///   - redactor: Takes the request's secret out of what the server says.
    init(
        first: [[UInt8]], rest: HTTPBody, decoder: AnswerDecoder<Translator>, clock: any Clock<Duration>,
        limit: ProgressLimit,
        requestID: String?, redactor: SecretRedactor
    ) {
        self.redactor = redactor
        var state = State(decoder: decoder, body: rest, pending: [])
        for chunk in first { Self.take(state.decoder.decode(chunk), into: &state) }
        self.state = Mutex(state)
        self.clock = clock
        self.limit = limit
        self.requestID = requestID
    }

    /// The next batch of events; `nil` at the end. Throws what ended the stream: ``ProviderError``,
    /// or `CancellationError`.
    nonisolated(nonsending) func next() async throws -> [GenerationEvent]? {
        guard var state = state.withLock({ $0.take() }) else {
            throw ProviderError(
                kind: .invalidResponse, message: "Two readers asked for the events of one response.",
                category: .invalidRequest, retryAdvice: .never)
        }
        do {
            let batch = try await next(&state)
            self.state.withLock { $0 = state }
            return batch
        } catch {
            self.state.withLock { $0 = state }
            throw error
        }
    }

    private nonisolated(nonsending) func next(_ state: inout State) async throws -> [GenerationEvent]? {
        while true {
            if !state.pending.isEmpty {
                defer { state.pending = [] }
                return state.pending
            }
            if let failure = state.failure ?? state.decoder.failure.map(named) {
                // Nothing that follows is read, and the server need not send it.
                state.body = nil
                state.failure = failure
                throw failure
            }
            if !state.end.isEmpty {
                if let body = state.body { await drain(body) }
                state.body = nil
                defer { state.end = [] }
                return state.end
            }
            guard let body = state.body else { return nil }
            do {
                let wait = Stopwatch(clock)
                if let chunk = try await chunk(of: body, isEnding: state.decoder.isEnding) {
                    state.waited += wait.elapsed
                    let events = state.decoder.decode(chunk)
                    if events.contains(where: \.isProgress) { state.waited = .zero }
                    Self.take(events, into: &state)
                    if let failure = limit.failure(after: state.waited, state.decoder.partial) {
                        state.failure = failure
                    }
                } else {
                    Self.take(state.decoder.finish(), into: &state)
                    state.body = nil
                }
            } catch is TransportError where state.decoder.isEnding {
                // The server has said that the answer is over; a connection that breaks behind it changes nothing.
                Self.take(state.decoder.finish(), into: &state)
                state.body = nil
            } catch {
                state.failure = failure(error, state.decoder.partial)
            }
        }
    }

    /// The next chunk; `nil` at the body's end, and where the server has said why the answer ended and then says nothing
    /// more for a moment.
    private nonisolated(nonsending) func chunk(of body: HTTPBody, isEnding: Bool) async throws -> [UInt8]? {
        guard isEnding else {
            var chunks = body.makeAsyncIterator()
            return try await chunks.next()
        }
        let clock = clock
        return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            group.addTask {
                var chunks = body.makeAsyncIterator()
                return try await chunks.next()
            }
            group.addTask {
                try await clock.sleep(for: Self.patience)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    /// A failure with the server's identifier of the request, and without the request's secret.
    private func named(_ failure: ProviderError) -> any Error {
        var failure = redactor.redact(failure)
        var evidence = failure.evidence ?? FailureEvidence()
        evidence.requestID = evidence.requestID ?? requestID
        failure.evidence = evidence
        return failure
    }

    /// Holds back the end of the answer.
    private static func take(_ events: [GenerationEvent], into state: inout State) {
        state.pending += events
        if case .finished? = events.last { state.end = [state.pending.removeLast()] }
    }

    /// What a failure of the connection is, with what had been received.
    private func failure(_ error: any Error, _ partial: PartialOutput) -> any Error {
        guard let error = error as? TransportError else { return error }
        return ProviderError(error, partial: partial)
    }

    /// How long the server may take to send the usage and to end the body once it has said that the answer is over.
    private static var patience: Duration { .seconds(1) }

    /// Reads the body to its end, so that the connection can be used again and a recording is whole.
    ///
    /// The answer does not depend on it: what comes is not looked at, and a server that does not end the body is left
    /// after a moment.
    private nonisolated(nonsending) func drain(_ body: HTTPBody) async {
        let clock = clock
        await withTaskGroup(of: Void.self) { group in
            group.addTask { do { for try await _ in body {} } catch {} }
            group.addTask { try? await clock.sleep(for: Self.patience) }
            await group.next()
            group.cancelAll()
        }
    }
}
