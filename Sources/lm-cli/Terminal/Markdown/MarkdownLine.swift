/// What kind of line a line of Markdown is. Pure: the scalars that have come, the kind out.
enum MarkdownLine: Hashable {
    case blank
    case text
    case heading(content: Int)
    case bullet(content: Int)
    case ordered(label: String, content: Int)
    case quote(content: Int)
    case fence(marker: Unicode.Scalar, count: Int)
    case rule
    case tableRow
    /// A line that is indented like code.
    case indented

    /// The kind of the line that starts at `start`, and the column of its first character; `nil` where more of it has to
    /// be seen.
    static func kind(
        of line: [Unicode.Scalar], from start: Int, isComplete: Bool, isInList: Bool
    ) -> (kind: MarkdownLine, column: Int)? {
        var index = start
        var column = 0
        while index < line.count, line[index] == " " || line[index] == "\t" {
            column += line[index] == "\t" ? 4 - column % 4 : 1
            index += 1
        }
        guard index < line.count else { return isComplete ? (.blank, 0) : nil }
        if column >= 4, !isInList { return isComplete ? (.indented, column) : nil }
        let scan = MarkdownLineScan(line: line, start: index, isComplete: isComplete)
        return scan.kind().map { ($0, column) }
    }
}

/// Decides the kind of a line from its first character that is no space.
private struct MarkdownLineScan {
    let line: [Unicode.Scalar]
    let start: Int
    let isComplete: Bool

    func kind() -> MarkdownLine? {
        switch line[start] {
        case "#": heading()
        case ">": quote()
        case "-", "*", "+", "_": ruleOrBullet()
        case "0"..."9": ordered()
        case "`", "~": fence()
        case "|": isComplete ? .tableRow : nil
        default: .text
        }
    }

    private var afterRun: Int { line[start...].firstIndex { $0 != line[start] } ?? line.count }

    private func heading() -> MarkdownLine? {
        let end = afterRun
        guard end < line.count else { return isComplete ? (end - start <= 6 ? .heading(content: end) : .text) : nil }
        return end - start <= 6 && line[end] == " " ? .heading(content: end + 1) : .text
    }

    private func quote() -> MarkdownLine? {
        guard start + 1 < line.count else { return isComplete ? .quote(content: start + 1) : nil }
        return .quote(content: line[start + 1] == " " ? start + 2 : start + 1)
    }

    private func ruleOrBullet() -> MarkdownLine? {
        let marker = line[start]
        let rest = line[start...]
        if marker != "+", rest.allSatisfy({ $0 == marker || $0 == " " }) {
            guard isComplete else { return nil }
            if rest.count(where: { $0 == marker }) >= 3 { return .rule }
        }
        guard marker != "_" else { return .text }
        guard start + 1 < line.count else { return isComplete ? .bullet(content: start + 1) : nil }
        return line[start + 1] == " " ? .bullet(content: start + 2) : .text
    }

    private func ordered() -> MarkdownLine? {
        let end = line[start...].firstIndex { !("0"..."9").contains($0) } ?? line.count
        guard end - start <= 9 else { return .text }
        guard end < line.count else { return isComplete ? .text : nil }
        guard line[end] == "." || line[end] == ")" else { return .text }
        guard end + 1 < line.count else { return isComplete ? .text : nil }
        guard line[end + 1] == " " else { return .text }
        var label = String.UnicodeScalarView()
        label.append(contentsOf: line[start...end])
        return .ordered(label: String(label), content: end + 2)
    }

    private func fence() -> MarkdownLine? {
        let end = afterRun
        guard end < line.count || isComplete else { return nil }
        guard end - start >= 3 else { return .text }
        // Three backticks with another behind them on the line are code within it.
        if line[start] == "`", line[end...].contains("`") { return .text }
        return isComplete ? .fence(marker: line[start], count: end - start) : nil
    }
}
