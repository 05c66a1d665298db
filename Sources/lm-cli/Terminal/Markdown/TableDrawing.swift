/// A table laid out in lines: in columns where they fit, else one line for each cell with the name of its column.
struct TableDrawing {
    private struct Cell {
        /// The words as they are shown, with their attributes.
        var shown: String
        var width: Int
        /// The words as they were written.
        var source: String
    }
    let lines: [String]

    /// Lays a table out for a width.
    init(_ table: TableBlock, width: Int, isStyled: Bool, typography: Typography) {
        let alignments = table.lines.count > 1 ? TableBlock.alignments(of: table.lines[1]) ?? [] : []
        let rows = ([table.lines[0]] + table.lines.dropFirst(2)).map { TableBlock.cells(of: $0) }
        let count = max(alignments.count, rows.map(\.count).max() ?? 0)
        let cells = rows.map { row in
            (0..<count).map { Self.cell($0 < row.count ? row[$0] : "", isStyled: isStyled) }
        }
        let widths = (0..<count).map { column in cells.map { $0[column].width }.max() ?? 0 }
        let total = widths.reduce(0, +) + 2 * max(0, count - 1)
        lines =
            total <= width
            ? Self.columns(cells, widths, alignments, isStyled: isStyled, typography: typography)
            : Self.list(cells, width: width, isStyled: isStyled, typography: typography)
    }

    private static func columns(
        _ rows: [[Cell]], _ widths: [Int], _ alignments: [TableBlock.Alignment], isStyled: Bool, typography: Typography
    ) -> [String] {
        func line(_ row: [Cell]) -> String {
            let parts = row.enumerated().map { column, cell in
                let gap = widths[column] - cell.width
                let left =
                    switch column < alignments.count ? alignments[column] : .left {
                    case .left: 0
                    case .right: gap
                    case .center: gap / 2
                    }
                let isLast = column == row.count - 1
                return spaces(left) + cell.shown + (isLast ? "" : spaces(gap - left))
            }
            return parts.joined(separator: "  ")
        }
        let rule = widths.map { String(repeating: typography == .ascii ? "-" : "─", count: $0) }.joined(separator: "  ")
        let header = isStyled ? rows[0].map(bold) : rows[0]
        return [line(header), rule] + rows.dropFirst().map(line)
    }

    /// One line for each cell that has words, and an empty one between rows.
    private static func list(_ rows: [[Cell]], width: Int, isStyled: Bool, typography: Typography) -> [String] {
        var lines: [String] = []
        for (index, row) in rows.dropFirst().enumerated() {
            if index > 0 { lines.append("") }
            for (name, cell) in zip(rows[0], row) where cell.width > 0 {
                var wrapper = StyledWrapper(width: width, isStyled: isStyled)
                wrapper.startLine(lead: "", continuation: "  ")
                if name.width > 0 {
                    wrapper.append(name.source + ":", .bold)
                    wrapper.space([])
                }
                wrapper.append(cell.source, [])
                wrapper.endLine()
                lines += wrapper.take().split(separator: "\n").map(String.init)
            }
        }
        return lines
    }

    private static func cell(_ text: String, isStyled: Bool) -> Cell {
        // A cell holds words only, whatever they start with.
        func rendered(_ isStyled: Bool) -> String {
            var wrapper = StyledWrapper(width: 1 << 20, isStyled: isStyled)
            InlineRenderer(line: Array(text.unicodeScalars), isComplete: true).renderAll(into: &wrapper)
            wrapper.endLine()
            return String(wrapper.take().dropLast())
        }
        let plain = rendered(false)
        let shown = isStyled ? rendered(true) : plain
        // Backticks are left out where code is styled.
        let width = isStyled ? DisplayWidth.of(plain.replacing("`", with: "")) : DisplayWidth.of(plain)
        return Cell(shown: shown, width: width, source: text)
    }

    private static func bold(_ cell: Cell) -> Cell {
        var cell = cell
        cell.shown = cell.shown.isEmpty ? "" : TextAttributes.bold.sequence + cell.shown + "\u{1B}[0m"
        return cell
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
