extension Parser {
    mutating func parseType() throws(SyntaxFailure) -> TypeExpression {
        let start = token.range.lowerBound
        let firstIndex = index
        try skipTypeAttributes()
        let isExistential = at(word: "some") || at(word: "any")
        if isExistential || at(word: "each") || at(word: "repeat"), startsType(peek()) {
            advance()
            _ = try parseType()
            return type(isExistential ? .existential : .other, from: start, firstIndex)
        }
        // `~Copyable` takes a requirement away.
        let isSuppressed = at(.prefixOperator) && source.matches("~", at: token.range)
        if isSuppressed { advance() }
        let simple = try parseSimpleType()
        if at(.infixOperator), source.matches("&", at: token.range) {
            advance()
            _ = try parseType()
            return type(.existential, from: start, firstIndex)
        }
        guard startsFunctionArrow() else {
            let shape = isSuppressed ? .other : simple.shape
            return start == simple.range.lowerBound ? simple : type(shape, from: start, firstIndex)
        }
        while !skip(.arrow) {
            if at(.end) { throw failure(expected: "'->'") }
            if at(.leftParen) { try skipBalanced() } else { advance() }
        }
        _ = try parseType()
        return type(.function, from: start, firstIndex)
    }

    private func startsFunctionArrow() -> Bool {
        if at(.arrow) { return true }
        guard at(word: "async") || at(word: "throws") || at(word: "rethrows") || at(word: "reasync") else {
            return false
        }
        var distance = 1
        if isWord(peek(distance), "throws") { distance += 1 }
        // A typed throw has a type in parentheses before the arrow.
        return peek(distance).kind == .arrow || peek(distance).kind == .leftParen
    }

    /// Whether a token may start a type on the line of the word before it.
    private func startsType(_ token: Token) -> Bool {
        guard !token.startsLine else { return false }
        switch token.kind {
        case .identifier, .quotedIdentifier, .leftParen, .leftSquare, .at, .prefixOperator: return true
        default: return false
        }
    }

    private mutating func skipTypeAttributes() throws(SyntaxFailure) {
        while true {
            if at(.at) {
                advance()
                try skipTypeName()
                // `@MainActor (Int) -> Void` is a function type; an argument follows without a space.
                if at(.leftParen), token.range.lowerBound == previousEnd { try skipBalanced() }
            } else if isTypeSpecifier(), startsType(peek()) {
                advance()
            } else if at(word: "nonisolated") || at(word: "dependsOn") {
                advance()
                if at(.leftParen), token.range.lowerBound == previousEnd { try skipBalanced() }
            } else {
                return
            }
        }
    }

    private func isTypeSpecifier() -> Bool {
        at(word: "inout") || at(word: "borrowing") || at(word: "consuming") || at(word: "sending")
            || at(word: "isolated") || at(word: "__owned") || at(word: "__shared") || at(word: "_const")
    }

    /// A type without composition or arrow.
    private mutating func parseSimpleType() throws(SyntaxFailure) -> TypeExpression {
        let start = token.range.lowerBound
        let firstIndex = index
        var shape: TypeExpression.Shape
        switch token.kind {
        case .identifier, .quotedIdentifier:
            shape = try parseTypeName()
        case .leftParen:
            shape = try parseParenthesizedType()
        case .leftSquare:
            shape = try parseBracketedType()
        default:
            throw failure(expected: "a type")
        }
        while true {
            switch token.kind {
            case .postfixQuestion:
                let wrapped = type(shape, from: start, firstIndex)
                advance()
                shape = .optional(wrapped)
            case .exclamation:
                let wrapped = type(shape, from: start, firstIndex)
                advance()
                shape = .implicitlyUnwrapped(wrapped)
            case .period:
                advance()
                shape = try parseMemberType()
            default:
                return type(shape, from: start, firstIndex)
            }
        }
    }

    /// A name with its generic arguments and the members that follow it.
    private mutating func parseTypeName() throws(SyntaxFailure) -> TypeExpression.Shape {
        var shape = try parseMemberType()
        while at(.period) || isModuleSelector() {
            if at(.period) {
                advance()
            } else {
                advance()
                advance()
            }
            shape = try parseMemberType()
        }
        return shape
    }

    /// `Module::Name`.
    private func isModuleSelector() -> Bool {
        at(.colon) && peek().kind == .colon && peek().range.lowerBound == token.range.upperBound
    }

    private mutating func parseMemberType() throws(SyntaxFailure) -> TypeExpression.Shape {
        guard at(.identifier) || at(.quotedIdentifier) else { throw failure(expected: "the name of a type") }
        let name = text(token)
        let isMetatype = at(word: "Type") || at(word: "Protocol")
        let isMember = index > 0 && tokens[index - 1].kind == .period
        advance()
        if isMetatype, isMember { return .metatype }
        if name == "Any" || name == "AnyObject" { return .existential }
        guard atGenericArguments() else { return .named(name) }
        let arguments = try parseGenericArguments()
        if name == "Optional", let wrapped = arguments.first { return .optional(wrapped) }
        if name == "Array", let element = arguments.first { return .array(element) }
        if name == "Dictionary", arguments.count == 2 { return .dictionary(key: arguments[0], value: arguments[1]) }
        return .named(name)
    }

    private mutating func skipTypeName() throws(SyntaxFailure) {
        _ = try parseTypeName()
    }

    func atGenericArguments() -> Bool {
        switch token.kind {
        case .prefixOperator, .infixOperator, .postfixOperator:
            source.byte(token.range.lowerBound) == UInt8(ascii: "<")
        default:
            false
        }
    }

    mutating func parseGenericArguments() throws(SyntaxFailure) -> [TypeExpression] {
        splitOperator()
        advance()
        var arguments: [TypeExpression] = []
        while !atClosingAngle() {
            if at(.number) {
                advance()
            } else if source.matches("-", at: token.range), peek().kind == .number {
                advance()
                advance()
            } else {
                arguments.append(try parseType())
            }
            if !skip(.comma), !atClosingAngle() { throw failure(expected: "'>'") }
        }
        splitOperator()
        advance()
        return arguments
    }

    private func atClosingAngle() -> Bool {
        switch token.kind {
        case .prefixOperator, .infixOperator, .postfixOperator:
            source.byte(token.range.lowerBound) == UInt8(ascii: ">")
        default:
            false
        }
    }

    /// `()`, one type in parentheses, or a tuple. Labels and variadic parameters make what is inside more than a type.
    private mutating func parseParenthesizedType() throws(SyntaxFailure) -> TypeExpression.Shape {
        let inner = attempt { (parser) throws(SyntaxFailure) -> TypeExpression? in
            parser.advance()
            let inner = try parser.parseType()
            return parser.skip(.rightParen) ? inner : nil
        }
        if let inner { return .parenthesized(inner) }
        try skipBalanced()
        return .tuple
    }

    /// `[T]`, `[K: V]` or `[3 of T]`.
    private mutating func parseBracketedType() throws(SyntaxFailure) -> TypeExpression.Shape {
        let shape = attempt { (parser) throws(SyntaxFailure) -> TypeExpression.Shape? in
            parser.advance()
            let first = try parser.parseType()
            if parser.skip(.rightSquare) { return .array(first) }
            guard parser.skip(.colon) else { return nil }
            let value = try parser.parseType()
            return parser.skip(.rightSquare) ? .dictionary(key: first, value: value) : nil
        }
        if let shape { return shape }
        try skipBalanced()
        return .other
    }

    private func type(_ shape: TypeExpression.Shape, from start: Int, _ firstIndex: Int) -> TypeExpression {
        let range = start..<max(start, previousEnd)
        var leadingNames: [Range<Int>] = []
        for position in firstIndex..<max(firstIndex, index) where tokens[position].kind == .identifier {
            let follows = position > 0 && tokens[position - 1].kind == .period
            let isLabel = tokens[min(position + 1, tokens.count - 1)].kind == .colon && !isDictionaryKey(position)
            if follows || isLabel { continue }
            let name = tokens[position].range
            leadingNames.append(name.lowerBound - start..<name.upperBound - start)
        }
        return TypeExpression(text: text(range), range: range, shape: shape, leadingNames: leadingNames)
    }

    /// Whether the name before a colon is the key of a dictionary type and not a label of a tuple.
    private func isDictionaryKey(_ position: Int) -> Bool {
        position > 0 && tokens[position - 1].kind == .leftSquare
    }
}
