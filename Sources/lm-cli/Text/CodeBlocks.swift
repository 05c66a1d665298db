/// The fenced code blocks of a Markdown text.
enum CodeBlocks {
    /// The contents of the blocks, in order, without their fences. One that is not closed ends with the text.
    static func contents(of markdown: String) -> [String] {
        var blocks: [String] = []
        var open: (fence: Substring, indent: Int, lines: [Substring])?
        for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
            let indent = line.prefix { $0 == " " }.count
            let text = line.dropFirst(indent)
            if let block = open {
                if isEnd(text, of: block.fence), indent < 4 {
                    blocks.append(joined(block.lines))
                    open = nil
                } else {
                    // What the fence is indented by, its lines are too.
                    open?.lines.append(line.dropFirst(min(indent, block.indent)))
                }
            } else if let fence = fence(text) {
                open = (fence, indent, [])
            }
        }
        if let open { blocks.append(joined(open.lines)) }
        return blocks
    }

    private static func joined(_ lines: [Substring]) -> String { lines.map { $0 + "\n" }.joined() }

    private static func fence(_ text: Substring) -> Substring? {
        guard let mark = text.first, mark == "`" || mark == "~" else { return nil }
        let fence = text.prefix { $0 == mark }
        guard fence.count >= 3 else { return nil }
        // The rest of a line of back quotes that has more of them is code within a line.
        return mark == "`" && text.dropFirst(fence.count).contains("`") ? nil : fence
    }

    private static func isEnd(_ text: Substring, of fence: Substring) -> Bool {
        let rest = text.drop { $0 == fence.first }
        return text.count - rest.count >= fence.count && rest.allSatisfy { $0 == " " || $0 == "\t" }
    }
}
