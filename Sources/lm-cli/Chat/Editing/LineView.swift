/// Shows the message that is being typed in one row of the terminal, which is redrawn in place. Nothing above it is ever
/// touched; what does not fit scrolls sideways.
struct LineView: Sendable {
    let prompt: String
    let columns: Int
    let typography: Typography
    let isStyled: Bool

    /// The bytes that draw the row.
    func row(_ buffer: LineBuffer) -> String {
        let cells = buffer.characters.map(shown)
        let promptWidth = DisplayWidth.of(prompt)
        let room = max(4, columns - promptWidth - 1)
        let window = Self.window(cells.map { DisplayWidth.of($0) }, cursor: buffer.cursor, room: room)
        let text = cells[window].joined()
        let before = cells[window.lowerBound..<buffer.cursor].reduce(0) { $0 + DisplayWidth.of($1) }
        let marked = isStyled ? TextAttributes.bold.sequence + prompt + "\u{1B}[0m" : prompt
        let column = promptWidth + before
        return "\r\(marked)\(text)\u{1B}[K\r" + (column > 0 ? "\u{1B}[\(column)C" : "")
    }

    /// The bytes that end the row when the message was sent: the whole of it, over as many lines as it takes.
    func sent(_ text: String) -> String {
        let safe = TextSanitizer.sanitized(text, notation: typography.notation)
        let lines = safe.split(separator: "\n", omittingEmptySubsequences: false)
        let indent = String(repeating: " ", count: DisplayWidth.of(prompt))
        let shown = lines.enumerated().map { ($0.offset == 0 ? prompt : indent) + $0.element }.joined(separator: "\n")
        return "\r\u{1B}[K" + (isStyled ? TextAttributes.bold.sequence + shown + "\u{1B}[0m" : shown) + "\n"
    }

    private func shown(_ character: Character) -> String {
        switch character {
        case "\n": typography == .ascii ? "^J" : "⏎"
        case "\t": " "
        default: TextSanitizer.sanitized(String(character), notation: typography.notation)
        }
    }

    /// The characters that are shown: those around the cursor, as many as fit.
    static func window(_ widths: [Int], cursor: Int, room: Int) -> Range<Int> {
        var start = cursor
        var used = 0
        // What stands before the cursor comes first, because it was typed last.
        while start > 0, used + widths[start - 1] <= room {
            start -= 1
            used += widths[start]
        }
        var end = cursor
        while end < widths.count, used + widths[end] <= room {
            used += widths[end]
            end += 1
        }
        return start..<end
    }
}
