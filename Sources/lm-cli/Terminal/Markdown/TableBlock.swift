/// The rows of a table while it comes, and how they are drawn: in columns, or as one line a cell where the screen is too
/// narrow for columns.
struct TableBlock: Sendable {
    /// How a column is set.
    enum Alignment: Sendable, Hashable { case left, right, center }

    private(set) var lines: [String] = []

    /// Adds a line that starts with a bar.
    mutating func add(_ line: String) { lines.append(line) }

    /// Whether the second line is one of dashes, which makes the lines a table.
    var isTable: Bool { lines.count >= 2 && Self.alignments(of: lines[1]) != nil }

    /// The cells of a line. A bar behind a backslash, or inside code, is text.
    static func cells(of line: String) -> [String] {
        var cells: [String] = []
        var cell = ""
        var isEscaped = false
        var isCode = false
        for character in line {
            switch character {
            case "|" where !isEscaped && !isCode:
                cells.append(cell)
                cell = ""
            case "|" where isEscaped:
                cell.removeLast()
                cell.append("|")
            default:
                if character == "`", !isEscaped { isCode.toggle() }
                cell.append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        cells.append(cell)
        if isCode, !line.isEmpty {
            // An odd backtick is no code after all.
            return line.split(separator: "|", omittingEmptySubsequences: false).map(trimmed).strippingOuterEmpties()
        }
        return cells.map { trimmed($0[...]) }.strippingOuterEmpties()
    }

    /// The alignments that a line of dashes states; `nil` where the line is another.
    static func alignments(of line: String) -> [Alignment]? {
        let cells = cells(of: line)
        guard !cells.isEmpty else { return nil }
        var result: [Alignment] = []
        for cell in cells {
            let dashes = cell.drop { $0 == ":" }.prefix { $0 == "-" }
            let starts = cell.hasPrefix(":")
            let ends = cell.hasSuffix(":")
            guard !dashes.isEmpty, cell.count == dashes.count + (starts ? 1 : 0) + (ends ? 1 : 0) else { return nil }
            result.append(starts && ends ? .center : ends ? .right : .left)
        }
        return result
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " || $0 == "\t" }
        guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return String(start[...end])
    }
}

extension [String] {
    /// The bars at both ends of a row make no cells.
    fileprivate func strippingOuterEmpties() -> [String] {
        var cells = self[...]
        if cells.first?.isEmpty == true { cells = cells.dropFirst() }
        if cells.last?.isEmpty == true { cells = cells.dropLast() }
        return Array(cells)
    }
}
