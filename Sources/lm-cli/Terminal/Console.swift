import Synchronization

/// The terminal as the tool speaks to it: the answer on standard output, everything else on standard error.
///
/// The two may be one screen, so that both go through here: a status line is taken away before anything else is written,
/// and a note never continues a line of the answer.
final class Console: Sendable {
    /// How much is said.
    enum Verbosity: Sendable { case quiet, normal, verbose }

    private struct State {
        var statusIsShown = false
        var answerLineIsOpen = false
        var thoughtLineIsOpen = false
        /// Whether a person is being asked something, which has to stay on the screen.
        var isAsking = false
    }

    /// What standard output can show.
    let output: StreamProfile
    /// What standard error can show.
    let error: StreamProfile
    let typography: Typography
    let verbosity: Verbosity
    let progress: Progress
    private let writer: CoalescingWriter
    private let outputDescriptor: FileDescriptor
    private let errorDescriptor: FileDescriptor
    private let state = Mutex(State())

    /// Makes a console of two descriptors.
    init(
        output: StreamProfile, error: StreamProfile, typography: Typography = .unicode,
        verbosity: Verbosity = .normal, progress: Progress = .hidden, time: TimeSource,
        outputDescriptor: FileDescriptor = .standardOutput, errorDescriptor: FileDescriptor = .standardError
    ) {
        self.output = output
        self.error = error
        self.typography = typography
        self.verbosity = verbosity
        self.progress = progress
        self.outputDescriptor = outputDescriptor
        self.errorDescriptor = errorDescriptor
        writer = CoalescingWriter(outputDescriptor, time: time)
    }

    /// Writes text of whoever wrote it: on a terminal nothing in it acts, elsewhere it is written to the byte.
    ///
    /// Throws where its reader is gone or the disk is full.
    func write(_ text: String) throws(SystemError) { try write(drawn: shown(text)) }

    /// Writes bytes of whoever wrote them, as ``write(_:)-(String)`` writes text.
    func write(_ bytes: [UInt8]) throws(SystemError) {
        if output.isTerminal { try write(String(decoding: bytes, as: UTF8.self)) } else { try emit(bytes) }
    }

    /// Writes what the tool itself has laid out, with its own sequences, and with all words of others made safe before.
    func write(drawn text: String) throws(SystemError) { try emit(text.utf8) }

    private func emit(_ bytes: some BidirectionalCollection<UInt8>) throws(SystemError) {
        guard let last = bytes.last else { return }
        let failure: SystemError? = state.withLock { state in
            clearStatus(&state)
            state.answerLineIsOpen = last != UInt8(ascii: "\n")
            do throws(SystemError) { try writer.write(bytes) } catch { return error }
            return nil
        }
        if let failure { throw failure }
    }

    /// Throws where nothing can be written, before anything is done that costs something.
    func checkOutput() throws(CLIError) {
        guard !outputDescriptor.isWritable else { return }
        throw CLIError(cannotWrite: Platform.badDescriptor)
    }

    /// Text of others as standard output may show it: made safe on a terminal, and to the byte elsewhere.
    private func shown(_ text: String) -> String {
        output.isTerminal ? TextSanitizer.sanitized(text, notation: typography.notation) : text
    }

    /// Writes what of the answer is still held.
    func flush() throws(SystemError) { try writer.flush() }

    /// Says something about the work, such as what was attached or what it cost; only to a person who watches.
    func note(_ text: String) {
        guard error.isTerminal, verbosity != .quiet else { return }
        tell(clean("· " + text), Style.dim)
    }

    /// Says what is being waited for, also where standard error goes to a file: who reads it later learns why.
    func hint(_ text: String) {
        guard verbosity != .quiet else { return }
        tell(clean("· " + text), Style.dim)
    }

    /// Says something that a person would want to know afterwards, too.
    func warn(_ text: String) {
        guard verbosity != .quiet else { return }
        tell(clean("lm-cli: " + text), nil)
    }

    /// Says something that only `--verbose` asks for.
    func detail(_ text: String) {
        guard verbosity == .verbose else { return }
        tell(clean("· " + text), Style.dim)
    }

    /// Reports a failure: one line of what happened, and what to do.
    func report(_ failure: CLIError) {
        tell(clean("lm-cli: " + failure.message), Style.red)
        // A hint may be laid out, and is the tool's own but for the words it quotes.
        for hint in failure.hints {
            for line in hint.split(separator: "\n") {
                let text = TextSanitizer.sanitized(
                    typography.rendered("  " + URLText.withoutUserInfo(String(line))), notation: typography.notation)
                tell(text, nil)
            }
        }
    }

    /// Writes lines to standard error as they are, made safe for a terminal.
    func say(lines: [String]) {
        for line in lines { say(TextSanitizer.sanitized(typography.rendered(line), notation: typography.notation)) }
    }

    /// Writes a piece of what the model thinks, dim, to standard error. The text is safe already.
    func think(_ text: String) {
        guard let last = text.utf8.last else { return }
        state.withLock { state in
            clearStatus(&state)
            state.thoughtLineIsOpen = last != UInt8(ascii: "\n")
            tell(raw: Style.dim.applied(to: text, on: error))
        }
    }

    /// Ends the line that a thought has left open.
    func endThought() {
        state.withLock { state in
            guard state.thoughtLineIsOpen else { return }
            state.thoughtLineIsOpen = false
            tell(raw: "\n")
        }
    }

    /// Draws on the screen that a person types on. The bytes are the tool's own, with what it shows of others made safe.
    func draw(_ text: String) {
        try? writer.flush()
        state.withLock { state in
            clearStatus(&state)
            state.answerLineIsOpen = false
            try? outputDescriptor.write(Array(text.utf8))
        }
    }

    /// Says whether a person is being asked something. Meanwhile no status takes the place of the question.
    func setAsking(_ isAsking: Bool) {
        state.withLock { state in
            clearStatus(&state)
            state.isAsking = isAsking
        }
    }

    /// Shows what is going on, in place of what was shown before; `nil` takes it away.
    func showStatus(_ text: String?) {
        guard progress == .line else { return }
        state.withLock { state in
            guard let text, !state.isAsking, !(output.isTerminal && state.answerLineIsOpen) else {
                clearStatus(&state)
                return
            }
            let line = DisplayWidth.prefix(of: clean("· " + text), fitting: error.columns - 1)
            tell(raw: "\r\u{1B}[K" + Style.dim.applied(to: String(line), on: error))
            state.statusIsShown = true
        }
    }

    /// Says a line, on a terminal broken between its words.
    private func tell(_ text: String, _ style: Style?) {
        let columns = error.currentColumns(of: errorDescriptor)
        let isTooWide = error.isTerminal && DisplayWidth.of(text) > columns
        let lines = isTooWide ? TextWrap.lines(text, width: columns, indent: 2) : [text]
        for line in lines { say(style?.applied(to: line, on: error) ?? line) }
    }

    private func clean(_ text: String) -> String {
        TextSanitizer.line(typography.rendered(URLText.withoutUserInfo(text)), notation: typography.notation)
    }

    private func say(_ line: String) {
        try? writer.flush()
        state.withLock { state in
            clearStatus(&state)
            let startsOnOpenLine = state.answerLineIsOpen && output.isTerminal && error.isTerminal
            state.answerLineIsOpen = startsOnOpenLine ? false : state.answerLineIsOpen
            tell(raw: (startsOnOpenLine || state.isAsking ? "\n" : "") + line + "\n")
        }
    }

    private func clearStatus(_ state: inout State) {
        guard state.statusIsShown else { return }
        state.statusIsShown = false
        tell(raw: "\r\u{1B}[K")
    }

    /// Nobody can be told that standard error is gone.
    private func tell(raw text: String) { try? errorDescriptor.write(Array(text.utf8)) }
}
