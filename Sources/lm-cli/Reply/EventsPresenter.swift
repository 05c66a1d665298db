import LMJSON
import LMProtocol
import Synchronization

/// Prints a reply as one JSON object for each event, each of them as soon as it comes.
final class EventsPresenter: ReplyPresenter {
    private let output: any AnswerOutput
    private let time: TimeSource
    private let start: Duration
    private let lines: Mutex<EventLines>

    /// Makes a presenter whose time starts now.
    init(output: any AnswerOutput, time: TimeSource, isTimed: Bool) {
        self.output = output
        self.time = time
        start = time.now()
        lines = Mutex(EventLines(isTimed: isTimed))
    }

    func present(_ events: [GenerationEvent], in record: ReplyRecord) throws(SystemError) {
        let now = elapsed
        try print(lines.withLock { lines in events.flatMap { lines.lines(for: $0, at: now) } })
    }

    func present(_ retry: RetryNotice) throws(SystemError) {
        let now = elapsed
        try print(
            lines.withLock { $0.lines(forRetry: retry.attempt, after: retry.delay, kind: retry.kind, at: now) })
    }

    func present(toolResult id: String, name: String, output: JSONValue) throws(SystemError) {
        let now = elapsed
        try print(lines.withLock { $0.lines(forToolResult: id, name: name, output: output, at: now) })
    }

    func finish(_ record: ReplyRecord) throws(SystemError) {
        let now = elapsed
        try print(
            lines.withLock {
                $0.lines(forEnd: record.finish ?? FinishReason(.other), isRefusal: record.isRefusal, at: now)
            })
    }

    func fail(_ failure: CLIError, in record: ReplyRecord) throws(SystemError) {
        let now = elapsed
        try print(lines.withLock { $0.lines(forFailure: failure, at: now) })
    }

    private var elapsed: Duration { time.now() - start }

    private func print(_ values: [JSONValue]) throws(SystemError) {
        for value in values { try output.write(json: value) }
    }
}
