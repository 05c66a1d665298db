/// Lays styled words out in lines of a terminal. A word goes out when it is complete, never before and never twice.
struct StyledWrapper: Sendable {
    private struct Run: Sendable {
        var text: String.UnicodeScalarView
        var attributes: TextAttributes
    }
    /// How wide a line may be.
    let width: Int
    /// Whether attributes are written at all.
    let isStyled: Bool
    /// What has been laid out and not been taken yet.
    private var output = ""
    private var column = 0
    private var current: TextAttributes = []
    private var word: [Run] = []
    private var spaces = 0
    private var spaceAttributes: TextAttributes = []
    /// What stands before every further line of a paragraph, and how wide it is.
    private var continuation = ""
    private var continuationWidth = 0
    private var isAtLineStart = true

    /// Makes a wrapper for lines of a width.
    init(width: Int, isStyled: Bool) {
        self.width = max(8, width)
        self.isStyled = isStyled
    }

    /// Takes what has been laid out.
    mutating func take() -> String {
        defer { output = "" }
        return output
    }

    /// Starts a line that begins with `lead` and whose further lines begin with `continuation`. Either gives way where the
    /// screen is too narrow to hold it and words.
    mutating func startLine(lead: String, continuation: String, attributes: TextAttributes = .dim) {
        let limit = width / 2
        let lead = DisplayWidth.of(lead) <= limit ? lead : ""
        self.continuation = DisplayWidth.of(continuation) <= limit ? continuation : ""
        continuationWidth = DisplayWidth.of(self.continuation)
        write(lead, lead.allSatisfy { $0 == " " } ? [] : attributes)
        column = DisplayWidth.of(lead)
        isAtLineStart = true
    }

    /// Adds a character of a word.
    mutating func append(_ scalar: Unicode.Scalar, _ attributes: TextAttributes) {
        // East Asian text may break behind any character and has few spaces, so that it would be held for whole lines.
        if endsWide, !Self.joinsPrevious(scalar) { flushWord() }
        if word.last?.attributes == attributes {
            word[word.count - 1].text.append(scalar)
        } else {
            var text = String.UnicodeScalarView()
            text.append(scalar)
            word.append(Run(text: text, attributes: attributes))
        }
    }

    /// Adds the characters of a word.
    mutating func append(_ text: String, _ attributes: TextAttributes) {
        for scalar in text.unicodeScalars {
            if scalar == " " { space(attributes) } else { append(scalar, attributes) }
        }
    }

    /// Ends the word. Spaces at the end of a line are dropped.
    mutating func space(_ attributes: TextAttributes) {
        flushWord()
        spaces += 1
        spaceAttributes = attributes
    }

    /// Ends the line.
    mutating func endLine() {
        flushWord()
        spaces = 0
        setAttributes([])
        output += "\n"
        column = 0
        isAtLineStart = true
    }

    /// Writes a line as it is, without wrapping.
    mutating func verbatim(_ line: String, _ attributes: TextAttributes) {
        write(line, attributes)
        setAttributes([])
        output += "\n"
        column = 0
        isAtLineStart = true
    }

    private var endsWide: Bool {
        guard let last = word.last?.text.last, last.value >= 0x1100 else { return false }
        return DisplayWidth.of(String(last)) == 2 && !last.properties.isEmojiPresentation
    }

    /// Whether a scalar belongs to the character before it, or may not stand at the start of a line.
    private static func joinsPrevious(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .format, .closePunctuation, .finalPunctuation,
            .otherPunctuation:
            true
        default: false
        }
    }

    private mutating func flushWord() {
        guard !word.isEmpty else { return }
        let wordWidth = DisplayWidth.of(word.reduce(into: "") { $0 += String($1.text) })
        if !isAtLineStart, column + spaces + wordWidth > width {
            breakLine()
        } else if spaces > 0 {
            let room = max(0, min(spaces, width - column - 1))
            write(String(repeating: " ", count: room), spaceAttributes)
            column += room
        }
        spaces = 0
        for run in word { write(cutting: run) }
        word.removeAll(keepingCapacity: true)
        isAtLineStart = false
    }

    /// Writes a run, cut wherever it does not fit in a line of its own.
    private mutating func write(cutting run: Run) {
        var rest = String(run.text)[...]
        while column + DisplayWidth.of(rest) > width {
            let head = DisplayWidth.prefix(of: rest, fitting: max(1, width - column))
            if DisplayWidth.of(head) > width - column, column > continuationWidth {
                breakLine()
                continue
            }
            write(String(head), run.attributes)
            rest = rest[head.endIndex...]
            if rest.isEmpty {
                column += DisplayWidth.of(head)
                return
            }
            breakLine()
        }
        write(String(rest), run.attributes)
        column += DisplayWidth.of(rest)
    }

    private mutating func breakLine() {
        setAttributes([])
        output += "\n"
        write(continuation, continuation.allSatisfy { $0 == " " } ? [] : .dim)
        column = continuationWidth
        isAtLineStart = true
    }

    private mutating func write(_ text: String, _ attributes: TextAttributes) {
        guard !text.isEmpty else { return }
        setAttributes(attributes)
        output += text
    }

    private mutating func setAttributes(_ attributes: TextAttributes) {
        guard isStyled, attributes != current else { return }
        output += attributes.isEmpty ? "\u{1B}[0m" : attributes.sequence
        current = attributes
    }
}
