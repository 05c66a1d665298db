/// One token of Swift source text. Keywords are identifiers: what a word means is for the parser to say.
struct Token: Equatable {
    enum Kind: Equatable {
        /// A word, `$0` or `_` among them.
        case identifier
        /// A word in backticks.
        case quotedIdentifier
        case number
        /// A whole string literal with its delimiters and interpolations.
        case string
        /// A whole regular expression literal with its delimiters.
        case regex
        /// `#` with the word that follows, such as `#if`.
        case pound
        case leftParen, rightParen, leftSquare, rightSquare, leftBrace, rightBrace
        case comma, semicolon, colon, period, at, backslash
        case equal, arrow
        /// `?` after an operand.
        case postfixQuestion
        /// The `?` of a condition with two outcomes.
        case infixQuestion
        /// `!` after an operand.
        case exclamation
        case prefixOperator, infixOperator, postfixOperator
        case end
        /// A byte that starts no token; valid source has none.
        case unknown
    }

    var kind: Kind
    /// Where the token stands, in UTF-8 bytes.
    var range: Range<Int>
    /// Whether a line break stands between this token and the one before.
    var startsLine: Bool
}
