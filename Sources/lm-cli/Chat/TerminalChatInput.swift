import Synchronization

/// A person at a terminal that moves its cursor: keys as they are pressed, one row that is redrawn, history, completion.
final class TerminalChatInput: ChatInput {
    private struct State {
        var editor: LineEditor
        var decoder = KeyDecoder()
        /// Keys that were pressed while nobody asked for any.
        var keys: [Key] = []
        /// What is asked while a reply comes; whoever watches for a stop hands it the keys.
        var question: Question?
        var isAtEnd = false
    }
    /// A question that is on the screen. Only keys that are pressed from then on answer it: what was typed ahead was not
    /// meant for it.
    private struct Question {
        var keys: [Key] = []
        var waiter: CheckedContinuation<Key?, Never>?
    }
    private let raw: RawTerminal
    private let reader: InputReader
    private let console: Console
    private let historyPath: String
    private let stop: StopSignal
    private let state: Mutex<State>

    /// Takes a terminal over.
    init(
        raw: RawTerminal, console: Console, historyPath: String, stop: StopSignal,
        complete: @escaping @Sendable (String) -> [String]
    ) throws(SystemError) {
        self.raw = raw
        self.console = console
        self.historyPath = historyPath
        self.stop = stop
        reader = try InputReader(raw.descriptor)
        state = Mutex(State(editor: LineEditor(history: .load(historyPath), complete: complete)))
        raw.enter()
    }

    func close() { raw.leave() }

    private var view: LineView {
        // The width may have changed since the last key.
        let columns = FileDescriptor.standardOutput.terminalColumns ?? console.output.columns
        return LineView(
            prompt: "> ", columns: columns, typography: console.typography, isStyled: console.output.hasColor)
    }

    // MARK: Keys

    /// The next key; `nil` at the end of the input, and where the task is cancelled.
    private nonisolated(nonsending) func nextKey() async -> Key? {
        while true {
            let key = state.withLock { $0.keys.isEmpty ? nil : $0.keys.removeFirst() }
            if let key { return key }
            guard let bytes = await reader.next(), !bytes.isEmpty else { return nil }
            state.withLock { $0.keys += $0.decoder.decode(bytes) + $0.decoder.flush() }
        }
    }

    func prefill(_ text: String) { state.withLock { $0.editor.set(text) } }

    nonisolated(nonsending) func next() async -> ChatEvent {
        draw()
        while let key = await nextKey() {
            switch state.withLock({ $0.editor.handle(key) }) {
            case .edited, .escaped: break
            case .submitted(let text):
                console.draw(view.sent(text))
                state.withLock { $0.editor.pastMessages }.save(historyPath)
                return .line(text)
            case .interrupted:
                console.draw("\r\u{1B}[K")
                return .interrupt
            case .ended:
                console.draw("\r\u{1B}[K")
                return .end
            case .suspended:
                console.draw("\r\u{1B}[K")
                raw.suspend()
            case .openEditor:
                console.draw("\r\u{1B}[K")
                let text = state.withLock { state in
                    defer { state.editor.set("") }
                    return state.editor.buffer.text
                }
                return .edit(text)
            case .candidates(let candidates):
                console.draw("\r\u{1B}[K")
                console.say(lines: TextWrap.lines(candidates.joined(separator: "  "), width: console.output.columns))
            case .clearScreen: console.draw("\u{1B}[2J\u{1B}[H")
            }
            draw()
        }
        return .end
    }

    private func draw() { console.draw(view.row(state.withLock { $0.editor.buffer })) }

    nonisolated(nonsending) func waitForStop() async {
        while true {
            guard let bytes = await reader.next() else { break }
            guard !bytes.isEmpty else { return }
            if meansStop(bytes) { return stop.raise() }
        }
        // Nobody is there any more who could answer or stop.
        let waiter: CheckedContinuation<Key?, Never>? = state.withLock { state in
            state.isAtEnd = true
            return state.question?.waiter.take()
        }
        waiter?.resume(returning: nil)
        await stop.wait()
    }

    /// Whether a person wants the reply to stop. What else is typed answers a question, or waits for the next message.
    private func meansStop(_ bytes: [UInt8]) -> Bool {
        let (waiter, key, isStop) = state.withLock { state -> (CheckedContinuation<Key?, Never>?, Key?, Bool) in
            let keys = state.decoder.decode(bytes) + state.decoder.flush()
            if state.question != nil {
                state.question?.keys += keys
                let waiter = state.question?.waiter
                return (waiter, waiter == nil ? nil : Self.takeAnswer(&state), false)
            }
            state.keys += keys.filter { $0 != .interrupt && $0 != .escape }
            return (nil, nil, keys.contains { $0 == .interrupt || $0 == .escape })
        }
        if let key { waiter?.resume(returning: key) }
        return isStop
    }

    /// The next key that answers the question; who waited for it is forgotten.
    private static func takeAnswer(_ state: inout State) -> Key? {
        guard state.question?.keys.isEmpty == false else { return nil }
        state.question?.waiter = nil
        return state.question?.keys.removeFirst()
    }

    nonisolated(nonsending) func key(after question: String) async -> Key? {
        state.withLock { $0.question = Question() }
        console.draw("\r\u{1B}[K" + question)
        defer {
            console.draw("\n")
            state.withLock { $0.question = nil }
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Key?? in
                    if let key = Self.takeAnswer(&state) { return key }
                    if state.isAtEnd || Task.isCancelled { return .some(nil) }
                    state.question?.waiter = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter: CheckedContinuation<Key?, Never>? = state.withLock { $0.question?.waiter.take() }
            waiter?.resume(returning: nil)
        }
    }

    nonisolated(nonsending) func suspended<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        reader.setPaused(true)
        raw.leave()
        defer {
            raw.enter()
            reader.setPaused(false)
        }
        return try await work()
    }

    nonisolated(nonsending) func choose(_ question: String, among options: [String]) async -> Int? {
        var picker = Picker(options)
        defer { console.draw("\r\u{1B}[K") }
        while true {
            console.draw(picker.row(question, columns: view.columns))
            guard let key = await nextKey() else { return nil }
            switch picker.handle(key) {
            case .moved: continue
            case .chosen(let index): return index
            case .left: return nil
            }
        }
    }
}
