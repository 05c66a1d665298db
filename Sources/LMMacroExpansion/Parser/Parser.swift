/// Reads declarations from tokens.
///
/// It reads what the compiler has accepted, so that it need not know all of Swift: bodies are skipped by their
/// brackets, and expressions are followed only as far as is needed to find where they end. Where it meets what it does
/// not know it throws; an expansion is never made from a guess.
struct Parser {
    let source: SourceText
    /// An operator is cut in two where a type ends in its middle, as in `[Set<Int>]>`.
    var tokens: [Token]
    var index = 0

    init(_ text: String) {
        source = SourceText(text)
        tokens = Lexer.tokens(of: source)
    }

    var token: Token { tokens[index] }

    func peek(_ distance: Int = 1) -> Token { tokens[min(index + distance, tokens.count - 1)] }

    func at(_ kind: Token.Kind) -> Bool { token.kind == kind }

    /// Whether a word that is not in backticks stands here.
    func at(word: StaticString) -> Bool { isWord(token, word) }

    func isWord(_ token: Token, _ word: StaticString) -> Bool {
        token.kind == .identifier && source.matches(word, at: token.range)
    }

    func at(pound word: StaticString) -> Bool { token.kind == .pound && source.matches(word, at: token.range) }

    func text(_ token: Token) -> String { source.text(token.range) }

    /// The text from one place to another.
    func text(_ range: Range<Int>) -> String { source.text(range) }

    /// Where the token before this one ends.
    var previousEnd: Int { index > 0 ? tokens[index - 1].range.upperBound : 0 }

    mutating func advance() {
        if index < tokens.count - 1 { index += 1 }
    }

    /// Steps over a token of a kind, if it stands here.
    mutating func skip(_ kind: Token.Kind) -> Bool {
        guard at(kind) else { return false }
        advance()
        return true
    }

    mutating func skip(word: StaticString) -> Bool {
        guard at(word: word) else { return false }
        advance()
        return true
    }

    @discardableResult
    mutating func expect(_ kind: Token.Kind, _ description: String) throws(SyntaxFailure) -> Token {
        guard at(kind) else { throw failure(expected: description) }
        defer { advance() }
        return token
    }

    func failure(expected description: String) -> SyntaxFailure {
        SyntaxFailure(expected: description, offset: token.range.lowerBound)
    }

    /// Reads something that may not be there: where it is not, nothing has been read.
    mutating func attempt<Value>(_ parse: (inout Parser) throws(SyntaxFailure) -> Value?) -> Value? {
        let saved = self
        if let value = try? parse(&self) { return value }
        self = saved
        return nil
    }

    /// Steps over a bracket, what it encloses and the bracket that closes it.
    mutating func skipBalanced() throws(SyntaxFailure) {
        var depth = 0
        repeat {
            switch token.kind {
            case .leftParen, .leftSquare, .leftBrace: depth += 1
            case .rightParen, .rightSquare, .rightBrace: depth -= 1
            case .end: throw failure(expected: "a closing bracket")
            default: break
            }
            advance()
        } while depth > 0
    }

    /// Steps over `<…>`, which stands here.
    mutating func skipAngles() throws(SyntaxFailure) {
        var depth = 0
        repeat {
            switch token.kind {
            case .leftParen, .leftSquare, .leftBrace:
                try skipBalanced()
                continue
            case .prefixOperator, .infixOperator, .postfixOperator:
                let first = source.byte(token.range.lowerBound)
                if first == UInt8(ascii: "<") || first == UInt8(ascii: ">") {
                    splitOperator()
                    depth += first == UInt8(ascii: "<") ? 1 : -1
                }
            case .end:
                throw failure(expected: "'>'")
            default:
                break
            }
            advance()
        } while depth > 0
    }

    /// Cuts the operator that stands here after its first character.
    mutating func splitOperator() {
        let range = token.range
        guard range.count > 1 else { return }
        tokens[index].range = range.lowerBound..<range.lowerBound + 1
        var rest: [Token] = []
        var start = range.lowerBound + 1
        while start < range.upperBound {
            let kind: Token.Kind
            var end = start + 1
            switch source.byte(start) {
            case UInt8(ascii: "?"): kind = .postfixQuestion
            case UInt8(ascii: "!"): kind = .exclamation
            case UInt8(ascii: "=") where end == range.upperBound: kind = .equal
            case UInt8(ascii: ".") where end == range.upperBound: kind = .period
            default:
                kind = source.matches("->", at: start..<range.upperBound) ? .arrow : .infixOperator
                end = range.upperBound
            }
            rest.append(Token(kind: kind, range: start..<end, startsLine: false))
            start = end
        }
        tokens.insert(contentsOf: rest, at: index + 1)
    }
}
