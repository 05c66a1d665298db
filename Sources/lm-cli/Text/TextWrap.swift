/// Text in lines.
enum TextWrap {
    /// Breaks a text at spaces into lines no wider than `width`; further lines are indented. A word that is wider than
    /// a line is cut.
    static func lines(_ text: String, width: Int, indent: Int = 0, keepsLeadingSpace: Bool = false) -> [String] {
        let width = max(width, 8)
        let indent = min(indent, width / 2)
        var lines: [String] = []
        var line = keepsLeadingSpace ? String(text.prefix { $0 == " " }) : ""
        var lineWidth = line.count
        var isEmptyLine = true
        func startLine() {
            lines.append(line)
            line = String(repeating: " ", count: indent)
            lineWidth = indent
            isEmptyLine = true
        }
        for word in text.split(separator: " ") {
            var word = word
            let wordWidth = DisplayWidth.of(word)
            if !isEmptyLine, lineWidth + 1 + wordWidth > width { startLine() }
            if !isEmptyLine {
                line += " "
                lineWidth += 1
            }
            while lineWidth + DisplayWidth.of(word) > width {
                let head = DisplayWidth.prefix(of: word, fitting: max(1, width - lineWidth))
                line += head
                word = word.dropFirst(head.count)
                startLine()
            }
            line += word
            lineWidth += DisplayWidth.of(word)
            isEmptyLine = false
        }
        if !isEmptyLine || lines.isEmpty { lines.append(line) }
        return lines
    }
}
