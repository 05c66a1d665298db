extension Parser {
    /// Steps over an expression, as far as the compiler would read it: a line break ends it only where nothing on the
    /// next line can continue it.
    mutating func skipExpression() throws(SyntaxFailure) {
        try skipOperand()
        while true {
            switch token.kind {
            case .infixOperator, .arrow:
                advance()
            case .infixQuestion:
                advance()
                try skipExpression()
                try expect(.colon, "':'")
            case .identifier where at(word: "is"):
                advance()
                _ = try parseType()
                continue
            case .identifier where at(word: "as"):
                advance()
                if at(.postfixQuestion) || at(.exclamation) { advance() }
                _ = try parseType()
                continue
            case .identifier where (at(word: "async") || at(word: "throws")) && peek().kind == .arrow:
                advance()
                continue
            default:
                return
            }
            try skipOperand()
        }
    }

    private mutating func skipOperand() throws(SyntaxFailure) {
        while try skipOperandPrefix() {}
        switch token.kind {
        case .number, .string, .regex:
            advance()
        case .identifier, .quotedIdentifier:
            if at(word: "if") || at(word: "switch") || at(word: "do") {
                try skipStatementExpression()
            } else {
                advance()
                skipGenericArguments()
            }
        case .pound:
            advance()
            skipGenericArguments()
        case .leftParen, .leftSquare, .leftBrace:
            try skipBalanced()
        case .period:
            advance()
            try skipMember()
        case .backslash:
            try skipKeyPath()
        case .infixOperator, .postfixOperator, .prefixOperator:
            // An operator as a value.
            advance()
        default:
            throw failure(expected: "an expression")
        }
        try skipPostfixes()
    }

    /// Steps over one word or operator that may stand before an operand.
    private mutating func skipOperandPrefix() throws(SyntaxFailure) -> Bool {
        switch token.kind {
        case .prefixOperator:
            advance()
            return true
        case .identifier:
            if at(word: "try") {
                advance()
                if at(.postfixQuestion) || at(.exclamation) { advance() }
                return true
            }
            let isPrefix =
                at(word: "await") || at(word: "unsafe") || at(word: "consume") || at(word: "copy") || at(word: "any")
                || at(word: "some") || at(word: "each") || at(word: "repeat")
            guard isPrefix, startsOperand(peek()) else { return false }
            advance()
            return true
        default:
            return false
        }
    }

    /// Whether a token after a contextual word makes the word a prefix and not a name.
    private func startsOperand(_ token: Token) -> Bool {
        guard !token.startsLine else { return false }
        switch token.kind {
        case .identifier: return !isWord(token, "is") && !isWord(token, "as")
        case .quotedIdentifier, .number, .string, .regex, .pound, .period, .prefixOperator: return true
        case .leftSquare, .leftParen: return token.range.lowerBound > tokens[index].range.upperBound
        default: return false
        }
    }

    private mutating func skipPostfixes() throws(SyntaxFailure) {
        while true {
            switch token.kind {
            case .leftParen, .leftSquare:
                guard !token.startsLine else { return }
                try skipBalanced()
            case .leftBrace:
                guard startsTrailingClosure() else { return }
                try skipBalanced()
                try skipLabelledClosures()
            case .period:
                advance()
                try skipMember()
            case .postfixQuestion, .exclamation, .postfixOperator:
                advance()
            case .pound where at(pound: "#if"):
                guard startsPostfixDirective() else { return }
                try skipDirective()
            default:
                return
            }
        }
    }

    /// A brace after an operand opens a closure, unless it opens the observers of a property or follows a literal.
    private func startsTrailingClosure() -> Bool {
        switch tokens[index - 1].kind {
        case .number, .string, .regex: return false
        default: return !opensObservers()
        }
    }

    private mutating func skipLabelledClosures() throws(SyntaxFailure) {
        while at(.identifier) || at(.quotedIdentifier), peek().kind == .colon, peek(2).kind == .leftBrace {
            advance()
            advance()
            try skipBalanced()
        }
    }

    private mutating func skipMember() throws(SyntaxFailure) {
        switch token.kind {
        case .identifier, .quotedIdentifier, .number:
            advance()
            skipGenericArguments()
        case .leftParen:
            try skipBalanced()
        default:
            throw failure(expected: "the name of a member")
        }
    }

    private mutating func skipKeyPath() throws(SyntaxFailure) {
        advance()
        // `\.?.count` and `\.!` begin with what the lexer takes for an operator.
        while [.prefixOperator, .infixOperator, .postfixOperator, .postfixQuestion, .exclamation].contains(token.kind) {
            advance()
        }
        if at(.identifier) || at(.quotedIdentifier) {
            advance()
            skipGenericArguments()
        } else if at(.leftSquare) || at(.leftParen) {
            try skipBalanced()
        }
    }

    /// Steps over `<…>` after a name, if what stands there can only be generic arguments.
    private mutating func skipGenericArguments() {
        guard atGenericArguments() else { return }
        _ = attempt { (parser) throws(SyntaxFailure) -> Bool? in
            _ = try parser.parseGenericArguments()
            return parser.endsGenericArguments() ? true : nil
        }
    }

    /// Whether a token follows after which `a<b>` is a name with arguments and not two comparisons.
    private func endsGenericArguments() -> Bool {
        switch token.kind {
        case .rightParen, .rightSquare, .leftBrace, .rightBrace, .period, .comma, .semicolon, .end, .exclamation,
            .postfixQuestion, .colon:
            true
        case .leftParen, .leftSquare:
            !token.startsLine
        case .infixOperator:
            source.matches("&", at: token.range)
        default:
            token.startsLine
        }
    }

    /// Steps over an `if`, `switch` or `do` that stands as an expression.
    private mutating func skipStatementExpression() throws(SyntaxFailure) {
        let isIf = at(word: "if")
        advance()
        // A condition has no trailing closures, so that its first brace opens the body.
        while !at(.leftBrace) {
            if at(.leftParen) || at(.leftSquare) {
                try skipBalanced()
            } else if at(.end) {
                throw failure(expected: "'{'")
            } else {
                advance()
            }
        }
        try skipBalanced()
        if isIf, at(word: "else") {
            advance()
            if at(word: "if") { try skipStatementExpression() } else { try skipBalanced() }
        }
        while at(word: "catch") {
            while !at(.leftBrace), !at(.end) { advance() }
            try skipBalanced()
        }
    }

    /// Whether the `#if` that stands here holds members of the expression before it.
    private func startsPostfixDirective() -> Bool {
        var ahead = self
        repeat {
            ahead.advance()
            ahead.skipCondition()
        } while ahead.at(pound: "#if")
        return ahead.at(.period)
    }

    private mutating func skipDirective() throws(SyntaxFailure) {
        var depth = 0
        repeat {
            if at(pound: "#if") { depth += 1 }
            if at(pound: "#endif") { depth -= 1 }
            if at(.end) { throw failure(expected: "'#endif'") }
            advance()
        } while depth > 0
    }
}
