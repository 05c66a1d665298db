/// Renders Markdown for a terminal while it comes, without ever taking back what was shown.
///
/// Prose flows word by word. What is held back is a word that is not whole, a delimiter whose partner may yet come, and a
/// table until its last row; nothing is held longer than its line, but the table. The result is the same however the text
/// is cut into pieces, because each scalar is taken by itself. The text has to be safe for a terminal already.
struct MarkdownRenderer: Sendable {
    private struct Fence: Sendable {
        var marker: Unicode.Scalar
        var count: Int
        var column: Int
    }
    /// What lines of a kind are together. Between two of them stands an empty line, whatever the source has.
    private enum Block: Sendable { case paragraph, heading, list, quote, code, table, rule }
    private enum Progress: Sendable {
        /// The kind of the line is not known.
        case undecided
        /// The words of the line flow.
        case flowing(TextAttributes)
    }

    private let typography: Typography
    private var wrapper: StyledWrapper
    private var line: [Unicode.Scalar] = []
    /// The start of what of the line is not rendered.
    private var position = 0
    private var progress = Progress.undecided
    /// Whether the scalar at the position waits for its partner.
    private var awaitsPartner = false
    private var quoteDepth = 0
    private var fence: Fence?
    private var table = TableBlock()
    private var lists = ListNesting()
    private var hasOutput = false
    private var needsBlankLine = false
    private var lastBlock: Block?

    /// Makes a renderer for one text.
    ///
    /// - Parameter isStyled: Whether attributes are written; without them, code keeps its backticks.
    init(width: Int, isStyled: Bool, typography: Typography = .unicode) {
        self.typography = typography
        wrapper = StyledWrapper(width: width, isStyled: isStyled)
    }

    /// What is being held back and takes a while, in words for a status line; `nil` for nothing.
    var pendingStatus: String? {
        table.lines.isEmpty ? nil : "table, \(table.lines.count) row\(table.lines.count == 1 ? "" : "s")…"
    }

    /// Takes the next piece of the text, and gives what can be shown by now.
    mutating func render(_ piece: String) -> String {
        for scalar in piece.unicodeScalars {
            if scalar == "\n" {
                endLine()
            } else {
                line.append(scalar)
                if fence == nil { advance() }
            }
        }
        return wrapper.take()
    }

    /// Gives the rest, when the text has ended. It ends in a line feed, unless there was nothing.
    mutating func finish() -> String {
        if !line.isEmpty { endLine() }
        flushTable()
        return wrapper.take()
    }

    // MARK: Lines

    private mutating func advance() {
        if case .undecided = progress {
            guard let (kind, column) = classify(isComplete: false) else { return }
            begin(kind, column)
        }
        switch progress {
        case .flowing(let attributes): flow(attributes, isComplete: false)
        case .undecided:
            // The mark of a quote is followed by a line of its own.
            if position < line.count { advance() }
        }
    }

    private func classify(isComplete: Bool) -> (kind: MarkdownLine, column: Int)? {
        MarkdownLine.kind(of: line, from: position, isComplete: isComplete, isInList: !lists.isEmpty || quoteDepth > 0)
    }

    private mutating func endLine() {
        defer {
            line.removeAll(keepingCapacity: true)
            position = 0
            awaitsPartner = false
            progress = .undecided
            quoteDepth = 0
        }
        if let fence { return endCodeLine(fence) }
        while case .undecided = progress {
            guard let (kind, column) = classify(isComplete: true) else { return }
            if case .quote = kind {
                begin(kind, column)
                continue
            }
            if !begin(kind, column) { return }
        }
        if case .flowing(let attributes) = progress {
            flow(attributes, isComplete: true)
            wrapper.endLine()
        }
    }

    /// Starts a line of a kind. `false` where the line is done with that.
    @discardableResult
    private mutating func begin(_ kind: MarkdownLine, _ column: Int) -> Bool {
        if kind == .tableRow, quoteDepth == 0 {
            table.add(text(position..<line.count))
            return false
        }
        flushTable()
        switch kind {
        case .blank:
            if quoteDepth > 0 { startLine("", "", .quote) } else { needsBlankLine = hasOutput }
            if quoteDepth > 0 { wrapper.endLine() }
            return false
        case .quote(let content):
            quoteDepth += 1
            position = content
            return true
        case .rule:
            startLine("", "", .rule)
            wrapper.verbatim(String(repeating: typography == .ascii ? "-" : "─", count: min(40, wrapper.width)), .dim)
            return false
        case .fence(let marker, let count):
            startBlock(.code)
            _ = lists.indent(forText: column)
            fence = Fence(marker: marker, count: count, column: column)
            let words = text(position..<line.count).drop { $0 == " " || $0 == "\t" || Character(marker) == $0 }
            let language = words.prefix { !$0.isWhitespace }
            if !language.isEmpty { wrapper.verbatim("\(language):", .dim) }
            return false
        case .indented:
            startLine("", "", .code)
            wrapper.verbatim(text(position..<line.count), [])
            return false
        case .text, .tableRow:
            let indent = String(repeating: " ", count: lists.indent(forText: column))
            startLine(indent, indent, indent.isEmpty ? .paragraph : .list)
            progress = .flowing([])
        case .heading(let content):
            lists.leaveAll()
            startLine("", "", .heading)
            position = content
            progress = .flowing(.bold)
        case .bullet(let content): beginItem(typography == .ascii ? "-" : "•", column, content)
        case .ordered(let label, let content): beginItem(label, column, content)
        }
        return true
    }

    private mutating func beginItem(_ label: String, _ column: Int, _ content: Int) {
        let depth = lists.enterItem(marker: column, content: column + label.unicodeScalars.count + 1)
        let indent = String(repeating: " ", count: depth * 2)
        startLine(indent + label + " ", indent + String(repeating: " ", count: DisplayWidth.of(label) + 1), .list)
        position = content
        progress = .flowing([])
    }

    private mutating func startBlock(_ block: Block) {
        let block = quoteDepth > 0 ? .quote : block
        if needsBlankLine || isSetApart(block) { wrapper.endLine() }
        needsBlankLine = false
        hasOutput = true
        lastBlock = block
    }

    /// Whether an empty line stands before a line of a block, also where the source has none.
    private func isSetApart(_ block: Block) -> Bool {
        guard let lastBlock else { return false }
        switch block {
        case .heading, .table, .rule: return true
        case .code: return fence == nil && (lastBlock != .code || !isIndentedCode)
        // The words under a heading belong to it.
        case .paragraph, .list, .quote: return lastBlock != block && lastBlock != .heading
        }
    }

    /// Whether the line is code by its indentation, of which each line is a line of the block.
    private var isIndentedCode: Bool {
        line.prefix { $0 == " " || $0 == "\t" }.count >= 4 || line.first == "\t"
    }

    private mutating func startLine(_ lead: String, _ continuation: String, _ block: Block) {
        startBlock(block)
        let bars = String(repeating: typography == .ascii ? "| " : "│ ", count: quoteDepth)
        wrapper.startLine(lead: bars + lead, continuation: bars + continuation)
        // The spaces in front of the first word are the lead's business.
        while position < line.count, line[position] == " " || line[position] == "\t" { position += 1 }
    }

    // MARK: Code

    private mutating func endCodeLine(_ fence: Fence) {
        let content = line.drop { $0 == " " }
        let marks = content.prefix { $0 == fence.marker }.count
        if marks >= fence.count, content.dropFirst(marks).allSatisfy({ $0 == " " || $0 == "\t" }) {
            self.fence = nil
            return
        }
        let indent = line.prefix(fence.column).prefix { $0 == " " }.count
        wrapper.verbatim(text(indent..<line.count), [])
    }

    // MARK: Words

    private mutating func flow(_ attributes: TextAttributes, isComplete: Bool) {
        // Looking for a partner again is of use only where what came may be one.
        if awaitsPartner, !isComplete, let last = line.last, !InlineScanner.mayDecide(last),
            line.count - position <= InlineScanner.holdLimit
        {
            return
        }
        let words = InlineRenderer(line: line, isComplete: isComplete)
        (position, awaitsPartner) = words.render(position..<line.count, attributes, into: &wrapper)
    }

    private func text(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: line[range])
        return String(view)
    }

    // MARK: Tables

    private mutating func flushTable() {
        guard !table.lines.isEmpty else { return }
        let finished = table
        table = TableBlock()
        startBlock(finished.isTable ? .table : .paragraph)
        guard finished.isTable else {
            for line in finished.lines { renderPlain(line) }
            return
        }
        let drawing = TableDrawing(
            finished, width: wrapper.width, isStyled: wrapper.isStyled, typography: typography)
        for line in drawing.lines { wrapper.verbatim(line, []) }
    }

    /// A line that only looked like a row of a table.
    private mutating func renderPlain(_ text: String) {
        wrapper.startLine(lead: "", continuation: "")
        InlineRenderer(line: Array(text.unicodeScalars), isComplete: true).renderAll(into: &wrapper)
        wrapper.endLine()
    }
}
