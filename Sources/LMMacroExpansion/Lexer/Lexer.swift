/// Cuts Swift source text into tokens after the rules of the compiler's own lexer.
///
/// The text has been accepted by the compiler before it comes here, so that a malformed token is not reported: it
/// becomes `.unknown`, and the parser says where it stands.
struct Lexer {
    let source: SourceText
    var position = 0
    /// Where a regular expression ends that follows a prefix operator without a gap, as in `!/a/`.
    var regexEnd: Int?

    init(_ source: SourceText) { self.source = source }

    /// All tokens of a text; the last is `.end`.
    static func tokens(of source: SourceText) -> [Token] {
        var lexer = Lexer(source)
        var tokens: [Token] = []
        repeat { tokens.append(lexer.next()) } while tokens.last?.kind != .end
        return tokens
    }

    mutating func next() -> Token {
        let startsLine = skipTrivia()
        let start = position
        let kind = lexToken()
        return Token(kind: kind, range: start..<position, startsLine: startsLine)
    }

    func peek(_ distance: Int = 0) -> UInt8 { source.byte(position + distance) }

    /// Skips white space and comments, and says whether a line break was among them.
    private mutating func skipTrivia() -> Bool {
        var startsLine = position == 0
        while position < source.bytes.count {
            switch peek() {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                startsLine = true
                position += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C, 0:
                position += 1
            case 0xEF where position == 0 && peek(1) == 0xBB && peek(2) == 0xBF:
                position += 3
            case 0xC2 where peek(1) == 0xA0:
                position += 2
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
                while position < source.bytes.count, !isLineBreak(peek()) { position += 1 }
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
                startsLine = skipBlockComment() || startsLine
            default:
                return startsLine
            }
        }
        return startsLine
    }

    /// Skips a block comment with those nested in it, and says whether it spans lines.
    private mutating func skipBlockComment() -> Bool {
        var depth = 0
        var spansLines = false
        repeat {
            switch (peek(), peek(1)) {
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                depth += 1
                position += 2
            case (UInt8(ascii: "*"), UInt8(ascii: "/")):
                depth -= 1
                position += 2
            default:
                spansLines = spansLines || isLineBreak(peek())
                position += 1
            }
        } while depth > 0 && position < source.bytes.count
        return spansLines
    }

    private mutating func lexToken() -> Token.Kind {
        guard position < source.bytes.count else { return .end }
        let byte = peek()
        if isIdentifierHead(byte) { return lexIdentifier() }
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return lexNumber()
        case UInt8(ascii: "\""): return lexString(pounds: 0)
        case UInt8(ascii: "`"): return lexQuotedIdentifier()
        case UInt8(ascii: "#"): return lexPound()
        case UInt8(ascii: "<") where peek(1) == UInt8(ascii: "#"): return lexPlaceholder()
        case UInt8(ascii: "!") where isLeftBound(position): return punctuation(.exclamation)
        case UInt8(ascii: "?") where isLeftBound(position): return punctuation(.postfixQuestion)
        case UInt8(ascii: "("): return punctuation(.leftParen)
        case UInt8(ascii: ")"): return punctuation(.rightParen)
        case UInt8(ascii: "["): return punctuation(.leftSquare)
        case UInt8(ascii: "]"): return punctuation(.rightSquare)
        case UInt8(ascii: "{"): return punctuation(.leftBrace)
        case UInt8(ascii: "}"): return punctuation(.rightBrace)
        case UInt8(ascii: ","): return punctuation(.comma)
        case UInt8(ascii: ";"): return punctuation(.semicolon)
        case UInt8(ascii: ":"): return punctuation(.colon)
        case UInt8(ascii: "@"): return punctuation(.at)
        case UInt8(ascii: "\\"): return punctuation(.backslash)
        default: return isOperatorHead(byte) ? lexOperator() : punctuation(.unknown)
        }
    }

    private mutating func punctuation(_ kind: Token.Kind) -> Token.Kind {
        position += 1
        return kind
    }

    private mutating func lexIdentifier() -> Token.Kind {
        repeat { position += 1 } while isIdentifierBody(peek())
        return .identifier
    }

    private mutating func lexQuotedIdentifier() -> Token.Kind {
        repeat { position += 1 } while peek() != UInt8(ascii: "`") && position < source.bytes.count
        position = min(position + 1, source.bytes.count)
        return .quotedIdentifier
    }

    private mutating func lexNumber() -> Token.Kind {
        let isHex = peek() == UInt8(ascii: "0") && peek(1) == UInt8(ascii: "x")
        // `x.0.1` is two members of a tuple, not a fraction.
        let isTupleIndex = source.byte(position - 1) == UInt8(ascii: ".")
        while true {
            let byte = peek()
            let isExponent = byte | 0x20 == (isHex ? UInt8(ascii: "p") : UInt8(ascii: "e"))
            if isExponent, peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-"), isDigit(peek(2)) {
                position += 2
            } else if byte == UInt8(ascii: ".") {
                let startsFraction = isHex ? isHexFraction() : isDigit(peek(1))
                guard startsFraction, !isTupleIndex else { return .number }
                position += 1
            } else if isIdentifierBody(byte) {
                position += 1
            } else {
                return .number
            }
        }
    }

    /// A hexadecimal fraction has an exponent; without one, `0x1.a` is a member of a number.
    private func isHexFraction() -> Bool {
        var distance = 1
        while isHexDigit(peek(distance)) || peek(distance) == UInt8(ascii: "_") { distance += 1 }
        return distance > 1 && isDigit(peek(1)) && peek(distance) | 0x20 == UInt8(ascii: "p")
    }

    /// `#` opens a raw string, an extended regular expression, or a directive or macro.
    private mutating func lexPound() -> Token.Kind {
        var pounds = 0
        while peek(pounds) == UInt8(ascii: "#") { pounds += 1 }
        switch peek(pounds) {
        case UInt8(ascii: "\""):
            position += pounds
            return lexString(pounds: pounds)
        case UInt8(ascii: "/"):
            position += pounds
            return lexExtendedRegex(pounds: pounds)
        default:
            position += 1
            guard isIdentifierHead(peek()) else { return .unknown }
            while isIdentifierBody(peek()) { position += 1 }
            return .pound
        }
    }

    /// An editor's `<#name#>` stands for an expression or a type.
    private mutating func lexPlaceholder() -> Token.Kind {
        var end = position + 2
        while end < source.bytes.count, !isLineBreak(source.byte(end)) {
            if source.byte(end) == UInt8(ascii: "#"), source.byte(end + 1) == UInt8(ascii: ">") {
                position = end + 2
                return .identifier
            }
            end += 1
        }
        return lexOperator()
    }
}
