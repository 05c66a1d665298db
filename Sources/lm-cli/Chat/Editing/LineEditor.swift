/// Turns keys into a message: editing, history, several lines. Pure; what is shown is up to a ``LineView``.
struct LineEditor: Sendable {
    /// What a key led to, beyond a changed line.
    enum Outcome: Sendable, Hashable {
        /// The line is to be shown as it is now.
        case edited
        /// The message is whole.
        case submitted(String)
        /// Ctrl-C on an empty line.
        case interrupted
        /// Ctrl-D on an empty line.
        case ended
        case suspended
        /// The message is to be edited with the person's own editor.
        case openEditor
        /// The candidates for what stands before the cursor, where there are several.
        case candidates([String])
        /// Esc.
        case escaped
        case clearScreen
    }

    private(set) var buffer = LineBuffer()
    private var history: InputHistory
    /// Gives what a line may be completed to.
    private let complete: @Sendable (String) -> [String]

    init(history: InputHistory, complete: @escaping @Sendable (String) -> [String] = { _ in [] }) {
        self.history = history
        self.complete = complete
    }

    /// What was typed before.
    var pastMessages: InputHistory { history }

    /// Replaces what is being typed.
    mutating func set(_ text: String) { buffer.set(text) }

    /// Takes a key.
    mutating func handle(_ key: Key) -> Outcome {
        switch key {
        case .text(let text): buffer.insert(text)
        case .paste(let text): buffer.insert(text.hasSuffix("\n") ? String(text.dropLast()) : text)
        case .newline: buffer.insert("\n")
        case .enter: return submit()
        case .backspace: buffer.deleteBackward()
        case .delete: buffer.deleteForward()
        case .left: buffer.moveLeft()
        case .right: buffer.moveRight()
        case .home: buffer.moveToStart()
        case .end: buffer.moveToEnd()
        case .wordLeft: buffer.moveWordLeft()
        case .wordRight: buffer.moveWordRight()
        case .deleteWord: buffer.deleteWord()
        case .deleteToStart: buffer.deleteToStart()
        case .deleteToEnd: buffer.deleteToEnd()
        case .up: if let text = history.previous(from: buffer.text) { buffer.set(text) }
        case .down: if let text = history.next() { buffer.set(text) }
        case .tab: return completeLine()
        case .escape: return .escaped
        case .clear: return .clearScreen
        case .suspend: return .suspended
        case .editor: return .openEditor
        case .interrupt:
            guard !buffer.isEmpty else { return .interrupted }
            buffer.set("")
        case .endOfFile:
            guard !buffer.isEmpty else { return .ended }
            buffer.deleteForward()
        }
        return .edited
    }

    private mutating func submit() -> Outcome {
        // A backslash at the end goes on in the next line, as in a shell.
        if buffer.cursor == buffer.characters.count, buffer.characters.last == "\\" {
            buffer.deleteBackward()
            buffer.insert("\n")
            return .edited
        }
        let text = buffer.text
        history.add(text)
        buffer.set("")
        return .submitted(text)
    }

    private mutating func completeLine() -> Outcome {
        guard buffer.cursor == buffer.characters.count else { return .edited }
        let candidates = complete(buffer.text)
        guard let first = candidates.first else { return .edited }
        if candidates.count == 1 {
            buffer.set(first)
            return .edited
        }
        let common = candidates.dropFirst().reduce(first) { String($0.commonPrefix(with: $1)) }
        if common.count > buffer.text.count {
            buffer.set(common)
            return .edited
        }
        return .candidates(candidates)
    }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> Substring {
        let count = zip(self, other).prefix { $0 == $1 }.count
        return prefix(count)
    }
}
