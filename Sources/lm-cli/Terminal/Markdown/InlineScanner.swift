/// Finds what stands at a place of a line of Markdown. Pure: scalars in, what they are out.
///
/// The rules are those of CommonMark where they can be decided within a line; a delimiter that has no partner is text.
struct InlineScanner {
    /// What stands at a place.
    enum Element: Hashable {
        /// The next scalar decides.
        case undecided
        /// The partner of a delimiter decides, which has not come.
        case awaitsPartner
        /// So many scalars of text.
        case text(Int)
        /// A scalar that a backslash in front takes its meaning from.
        case escaped
        case emphasis(content: Range<Int>, attributes: TextAttributes, end: Int)
        case code(content: Range<Int>, end: Int)
        case link(text: Range<Int>, address: Range<Int>, isImage: Bool, end: Int)
        case address(Range<Int>, end: Int)
    }

    /// The most scalars that are held back for a delimiter whose partner has not come.
    static let holdLimit = 400

    let line: [Unicode.Scalar]
    /// Where the line ends for this scan.
    let end: Int
    /// Whether nothing follows the end.
    let isComplete: Bool

    /// What stands at a place.
    func element(at start: Int) -> Element {
        switch line[start] {
        case "\\": return escape(at: start)
        case "`": return code(at: start)
        case "*", "_", "~": return emphasis(at: start)
        case "[": return link(at: start, isImage: false)
        case "!":
            guard start + 1 < end else { return isComplete ? .text(1) : .undecided }
            return line[start + 1] == "[" ? link(at: start + 1, isImage: true) : .text(1)
        case "<": return address(at: start)
        default: return .text(1)
        }
    }

    private func orHold(from start: Int, text count: Int) -> Element {
        isComplete || end - start > Self.holdLimit ? .text(count) : .awaitsPartner
    }

    private func orUndecided(from start: Int, text count: Int = 1) -> Element {
        isComplete || end - start > Self.holdLimit ? .text(count) : .undecided
    }

    /// Whether a scalar can be the partner of a delimiter, or change what one means.
    static func mayDecide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "*", "_", "~", "`", "]", "(", ")", ">", " ", "\t": true
        default: false
        }
    }

    private func escape(at start: Int) -> Element {
        guard start + 1 < end else { return isComplete ? .text(1) : .undecided }
        return Self.isPunctuation(line[start + 1]) && line[start + 1].isASCII ? .escaped : .text(1)
    }

    /// The end of the run of equal scalars that starts at a place; `nil` where the run may go on.
    private func runEnd(at start: Int) -> Int? {
        var index = start
        while index < end, line[index] == line[start] { index += 1 }
        return index < end || isComplete ? index : nil
    }

    // MARK: Code

    private func code(at start: Int) -> Element {
        guard let open = runEnd(at: start) else { return orUndecided(from: start) }
        var index = open
        while index < end {
            guard line[index] == "`" else {
                index += 1
                continue
            }
            guard let close = runEnd(at: index) else { return orUndecided(from: start, text: open - start) }
            if close - index == open - start { return .code(content: open..<index, end: close) }
            index = close
        }
        return orHold(from: start, text: open - start)
    }

    // MARK: Emphasis

    private func emphasis(at start: Int) -> Element {
        guard let open = runEnd(at: start) else { return orUndecided(from: start) }
        let marker = line[start]
        let count = open - start
        guard opens(start, open), let attributes = attributes(of: marker, count) else { return .text(count) }
        var index = open
        while index < end {
            switch line[index] {
            case "\\": index += 2
            case "`":
                switch code(at: index) {
                case .code(_, let close): index = close
                case .text(let length): index += length
                case .undecided: return orUndecided(from: start, text: count)
                default: return orHold(from: start, text: count)
                }
            case marker:
                guard let close = runEnd(at: index) else { return orUndecided(from: start, text: count) }
                if close - index == count, closes(index, close) {
                    return .emphasis(content: open..<index, attributes: attributes, end: close)
                }
                index = close
            default: index += 1
            }
        }
        return orHold(from: start, text: count)
    }

    private func attributes(of marker: Unicode.Scalar, _ count: Int) -> TextAttributes? {
        switch (marker, count) {
        case ("~", 2): .strike
        case ("*", 1), ("_", 1): .italic
        case ("*", 2), ("_", 2): .bold
        case ("*", 3), ("_", 3): [.bold, .italic]
        default: nil
        }
    }

    /// Whether a run may open emphasis: something other than a space follows, and no letter or digit stands before. That
    /// is stricter than CommonMark for `*`, because `2*3*4` is met more often than emphasis inside a word.
    private func opens(_ start: Int, _ open: Int) -> Bool {
        guard open < end, !line[open].properties.isWhitespace else { return false }
        return start == 0 || !Self.isWordScalar(line[start - 1])
    }

    /// Whether a run may close emphasis.
    private func closes(_ start: Int, _ close: Int) -> Bool {
        guard !line[start - 1].properties.isWhitespace else { return false }
        return line[start] != "_" || close >= end || !Self.isWordScalar(line[close])
    }

    // MARK: Links

    private func link(at open: Int, isImage: Bool) -> Element {
        let start = isImage ? open - 1 : open
        let count = open - start + 1
        var depth = 0
        var index = open
        while index < end {
            switch line[index] {
            case "\\": index += 1
            case "[": depth += 1
            case "]":
                depth -= 1
                if depth == 0 { return target(start: start, text: open + 1..<index, count: count, isImage: isImage) }
            default: break
            }
            index += 1
        }
        return orHold(from: start, text: count)
    }

    private func target(start: Int, text: Range<Int>, count: Int, isImage: Bool) -> Element {
        let open = text.upperBound + 1
        guard open < end else { return orUndecided(from: start, text: count) }
        guard line[open] == "(" else { return .text(count) }
        var depth = 0
        var index = open
        while index < end {
            if line[index] == "(" { depth += 1 }
            if line[index] == ")" { depth -= 1 }
            if depth == 0 {
                // A title behind the address is for a mouse that hovers.
                let address = line[open + 1..<index].prefix { !$0.properties.isWhitespace }
                return .link(text: text, address: address.indices, isImage: isImage, end: index + 1)
            }
            index += 1
        }
        return orHold(from: start, text: count)
    }

    private func address(at start: Int) -> Element {
        let scheme: [Unicode.Scalar] = ["h", "t", "t", "p"]
        for (offset, expected) in scheme.enumerated() {
            guard start + 1 + offset < end else { return isComplete ? .text(1) : .undecided }
            guard line[start + 1 + offset] == expected else { return .text(1) }
        }
        var index = start + 1
        while index < end, line[index] != ">" {
            guard !line[index].properties.isWhitespace else { return .text(1) }
            index += 1
        }
        guard index < end else { return orHold(from: start, text: 1) }
        return .address(start + 1..<index, end: index + 1)
    }

    // MARK: Scalars

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}
