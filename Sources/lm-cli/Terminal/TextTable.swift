/// Rows of words: in columns for a person, and for a program with tabs between and without headings.
struct TextTable: Sendable {
    /// What stands above the columns; empty for rows that explain themselves.
    var headings: [String] = []
    var rows: [[String]]

    /// How narrow a column is made at most, to fit the screen.
    private static let narrowest = 8

    /// The lines for standard output: what a person can read, or what `cut` and `awk` take apart.
    func text(on stream: StreamProfile, typography: Typography) -> String {
        let lines = stream.isTerminal ? lines(width: stream.columns, typography: typography) : rows.map(Self.fields)
        return lines.map { $0 + "\n" }.joined()
    }

    private static func fields(_ row: [String]) -> String {
        row.map { String($0.map { $0 == "\t" || $0.isNewline ? " " : $0 }) }.joined(separator: "\t")
    }

    /// The rows, each column as wide as its widest cell, two spaces apart; cells are cut where the screen is too narrow.
    func lines(width: Int = .max, typography: Typography = .unicode) -> [String] {
        let all = (headings.isEmpty ? [] : [headings]) + rows
        let cells = all.map { $0.map { TextSanitizer.line($0, notation: typography.notation) } }
        let count = cells.map(\.count).max() ?? 0
        var widths = (0..<count).map { column in
            cells.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
        }
        var excess = widths.reduce(2 * max(0, count - 1), +) - width
        while excess > 0, let widest = widths.indices.max(by: { (widths[$0], $0) < (widths[$1], $1) }),
            widths[widest] > Self.narrowest
        {
            // The widest gives way first, down to the next.
            let next = widths.enumerated().filter { $0.offset != widest }.map(\.element).max() ?? 0
            let cut = min(excess, max(1, widths[widest] - max(next, Self.narrowest)))
            widths[widest] -= cut
            excess -= cut
        }
        return cells.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let shown = Self.cut(cell, to: widths[column], typography)
                line += shown
                if row[(column + 1)...].allSatisfy(\.isEmpty) { break }
                line += String(repeating: " ", count: max(0, widths[column] - DisplayWidth.of(shown)) + 2)
            }
            return line
        }
    }

    private static func cut(_ cell: String, to width: Int, _ typography: Typography) -> String {
        guard DisplayWidth.of(cell) > width else { return cell }
        let mark = typography.rendered("…")
        return DisplayWidth.prefix(of: cell, fitting: max(1, width - DisplayWidth.of(mark))) + mark
    }
}

extension Console {
    /// Writes a list to standard output.
    func write(_ table: TextTable) throws(SystemError) {
        try write(drawn: table.text(on: output, typography: typography))
    }

    /// Says a list on standard error.
    func say(_ table: TextTable) { say(lines: table.lines(width: error.columns, typography: typography)) }
}
