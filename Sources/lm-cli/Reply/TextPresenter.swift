import LMJSON
import LMProtocol
import Synchronization

/// Prints a reply as text: to a terminal as a person reads it, to anything else exactly as the model wrote it.
final class TextPresenter: ReplyPresenter {
    /// How a reply is printed.
    struct Settings: Sendable {
        /// What is shown of the model's thoughts.
        var reasoning: ReasoningDisplay
        /// Whether words are printed as they come, or all at the end.
        var isStreaming = true
        /// Whether the tokens and their price are told also where nobody watches.
        var tellsUsage = false
        /// Whether the time that the reply took is told.
        var tellsTime = true
        /// What stands behind the line that says how long the model thought.
        var thoughtHint = ""
        /// How wide the screen is now, where that may have changed since the start.
        var columns: Int?
        /// Whether Markdown is rendered.
        var isRendered = false
    }

    private struct State {
        var sanitizer: TextSanitizer
        /// Renders the answer; `nil` where it is shown as it is.
        var renderer: MarkdownRenderer?
        var thoughtSanitizer: TextSanitizer
        var endsInNewline = true
        var hasText = false
        var hasThought = false
        /// When the model began what it does now: its first response, or the one after a tool.
        var roundStart: Duration
        var indicator: WaitIndicator?

        /// A piece of the answer as it is shown.
        mutating func shown(_ text: String, isTerminal: Bool) -> String {
            let safe = isTerminal || renderer != nil ? sanitizer.sanitize(text) : text
            return renderer?.render(safe) ?? safe
        }

        /// What of the answer was held back.
        mutating func rest(isTerminal: Bool) -> String {
            let safe = isTerminal || renderer != nil ? sanitizer.finish() : ""
            guard renderer != nil else { return safe }
            return (renderer?.render(safe) ?? "") + (renderer?.finish() ?? "")
        }
    }

    private let output: any AnswerOutput
    private let console: Console
    private let time: TimeSource
    private let settings: Settings
    private let start: Duration
    private let state: Mutex<State>

    /// Makes a presenter, and shows that the model is being waited for.
    init(output: any AnswerOutput, console: Console, time: TimeSource, model: String, settings: Settings) {
        self.output = output
        self.console = console
        self.time = time
        self.settings = settings
        start = time.now()
        let sanitizer = TextSanitizer(notation: console.typography.notation)
        state = Mutex(
            State(
                sanitizer: sanitizer,
                renderer: settings.isRendered
                    ? MarkdownRenderer(
                        width: settings.columns ?? output.profile.columns, isStyled: output.profile.hasColor,
                        typography: console.typography
                    )
                    : nil,
                thoughtSanitizer: sanitizer, roundStart: start,
                indicator: WaitIndicator("waiting for \(model)…", console: console, time: time)))
    }

    func present(_ events: [GenerationEvent], in record: ReplyRecord) throws(SystemError) {
        var answer = ""
        for event in events {
            switch event {
            case .textDelta(_, let delta), .refusalDelta(_, let delta): answer += delta
            case .reasoningStart:
                // A paragraph of its own, also where the one before did not end its line.
                if settings.reasoning == .show, hasThought { console.think("\n\n") }
                thinks(record)
            case .reasoningDelta(_, let delta): think(delta, record)
            case .toolCallStart: tellThinkingTime(record)
            // A retry was told of when it began to wait.
            case .adjustment(let adjustment) where adjustment.kind != .retried: console.hint(adjustment.message)
            default: break
            }
        }
        if !answer.isEmpty, settings.isStreaming { try print(answer, record) }
    }

    func present(_ retry: RetryNotice) throws(SystemError) {
        console.hint(
            "\(retry.reason); trying again in \(retry.delay.readable) (\(retry.attempt - 1) of \(retry.maximumAttempts - 1))"
        )
    }

    func present(toolResult id: String, name: String, output: JSONValue) throws(SystemError) {
        state.withLock { $0.roundStart = time.now() }
    }

    func finish(_ record: ReplyRecord) throws(SystemError) {
        if !settings.isStreaming { try print(record.text.isEmpty ? record.refusal : record.text, record) }
        try endLine()
        if record.finish?.unified == .length {
            console.warn("the reply was cut at the limit of tokens; --max-tokens sets it.")
        }
        let sources = record.citations.compactMap { $0.url ?? $0.title }
        for (index, url) in sources.enumerated() where sources.firstIndex(of: url) == index {
            console.note("source: \(url)")
        }
        let footer = ReplyFooter.line(
            usage: record.usage, elapsed: settings.tellsTime ? time.now() - start : nil, attempts: record.attempts)
        guard !footer.isEmpty else { return }
        if settings.tellsUsage { console.hint(footer) } else { console.note(footer) }
    }

    func fail(_ failure: CLIError, in record: ReplyRecord) throws(SystemError) {
        if !settings.isStreaming, !record.text.isEmpty { try print(record.text, record) }
        try endLine()
    }

    private var hasThought: Bool { state.withLock { $0.hasThought } }

    private func thinks(_ record: ReplyRecord) {
        state.withLock { state in
            state.hasThought = true
            if settings.reasoning != .hide { state.indicator?.update("\(record.model ?? "the model") thinking…") }
        }
    }

    private func think(_ delta: String, _ record: ReplyRecord) {
        thinks(record)
        guard settings.reasoning == .show else { return }
        let thought = state.withLock { state in
            state.indicator?.stop()
            return state.thoughtSanitizer.sanitize(delta)
        }
        console.think(thought)
    }

    /// Says how long the model thought, when it is done with it.
    private func tellThinkingTime(_ record: ReplyRecord) {
        let thinkingTime = state.withLock { state -> Duration? in
            guard state.hasThought else { return nil }
            state.hasThought = false
            return time.now() - state.roundStart
        }
        guard let thinkingTime, settings.reasoning == .summary, settings.tellsTime else { return }
        console.note("\(record.model ?? "the model") thought for \(thinkingTime.readable)\(settings.thoughtHint)")
    }

    private func print(_ text: String, _ record: ReplyRecord) throws(SystemError) {
        guard !text.isEmpty else { return }
        tellThinkingTime(record)
        let shown = state.withLock { state in
            state.indicator?.stop()
            state.indicator = nil
            state.hasText = true
            let shown = state.shown(text, isTerminal: output.profile.isTerminal)
            if let last = shown.utf8.last { state.endsInNewline = last == UInt8(ascii: "\n") }
            return shown
        }
        if settings.reasoning == .show { console.endThought() }
        if !shown.isEmpty { try output.write(drawn: shown) }
        if output.profile.isTerminal { console.showStatus(state.withLock { $0.renderer?.pendingStatus }) }
    }

    /// Ends the answer's last line, where it had any words. The text itself may end in several line feeds.
    private func endLine() throws(SystemError) {
        let rest = state.withLock { state in
            state.indicator?.stop()
            state.indicator = nil
            let rest = state.rest(isTerminal: output.profile.isTerminal)
            if let last = rest.utf8.last { state.endsInNewline = last == UInt8(ascii: "\n") }
            let needsNewline = state.hasText && !state.endsInNewline
            state.endsInNewline = true
            return rest + (needsNewline ? "\n" : "")
        }
        console.endThought()
        if !rest.isEmpty { try output.write(drawn: rest) }
    }
}
