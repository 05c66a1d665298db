import LMTransport
import Synchronization

/// One interaction while it is recorded.
final class OpenInteraction: Sendable {
    private struct State {
        var status: Int?
        var headers = RecordedResponseHeaders()
        var body: [UInt8] = []
        var cuts: [Cut] = []
        /// Milliseconds from the start to the last chunk, so that rounding does not add up.
        var lastMilliseconds = 0
        var isTooLarge = false
        var isClosed = false
    }

    let number: Int
    /// What is left out of it.
    let redaction: Redaction
    private let request: RecordedRequest
    private let stopwatch: Stopwatch
    private let limit: Int
    private let recorder: CassetteRecorder
    private let state = Mutex(State())

    init(
        number: Int, request: RecordedRequest, redaction: Redaction, clock: any Clock<Duration>, limit: Int,
        recorder: CassetteRecorder
    ) {
        self.number = number
        self.redaction = redaction
        self.request = request
        stopwatch = Stopwatch(clock)
        self.limit = limit
        self.recorder = recorder
    }

    /// Notes the response's head.
    func head(_ response: HTTPResponse) {
        state.withLock { state in
            state.status = response.status
            state.headers = RecordedResponseHeaders(keeping: response.headers)
        }
    }

    /// Notes a chunk of the body.
    func add(_ chunk: [UInt8]) {
        let milliseconds = stopwatch.elapsed.roundedMilliseconds
        state.withLock { state in
            guard !state.isClosed, !state.isTooLarge else { return }
            guard state.body.count + chunk.count <= limit else {
                state.isTooLarge = true
                return
            }
            state.body.append(contentsOf: chunk)
            state.cuts.append(
                Cut(byteCount: chunk.count, milliseconds: max(milliseconds - state.lastMilliseconds, 0)))
            state.lastMilliseconds = max(milliseconds, state.lastMilliseconds)
        }
    }

    /// Ends the interaction. Only the first call counts.
    func close(_ ending: Ending) {
        let closed = state.withLock { state -> (Interaction, Bool)? in
            guard !state.isClosed else { return nil }
            state.isClosed = true
            let response = state.status.map {
                RecordedResponse(status: $0, headers: state.headers, body: state.body, cuts: state.cuts)
            }
            state.body = []
            state.cuts = []
            return (Interaction(number: number, request: request, response: response, ending: ending), state.isTooLarge)
        }
        if let (interaction, isTooLarge) = closed {
            recorder.end(interaction, redaction: redaction, isTooLarge: isTooLarge)
        }
    }

    /// The consumer let go of the body: ends the interaction, or has it read on where it may end right there.
    func letGo(_ body: HTTPBody) {
        let mayBeAtEnd = state.withLock { state in
            !state.isClosed && (state.body.isEmpty || state.body.last == 0x0A || state.body.last == 0x0D)
        }
        if mayBeAtEnd { recorder.settle(body, of: self) } else { close(Ending(.cancelled)) }
    }

    /// Reads a body on until it ends or the time is up, and ends the interaction.
    func readOn(_ body: HTTPBody, for limit: Duration, clock: any Clock<Duration>) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    for try await chunk in body { self.add(chunk) }
                    self.close(Ending(.eof))
                } catch { self.close(Ending(error)) }
            }
            group.addTask { try? await clock.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }
}

extension Duration {
    /// The duration in whole milliseconds, rounded to the nearest.
    var roundedMilliseconds: Int {
        let (seconds, attoseconds) = components
        let (milliseconds, overflow) = Int(seconds).multipliedReportingOverflow(by: 1000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        return milliseconds.addingSaturated(Int((attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000))
    }
}
