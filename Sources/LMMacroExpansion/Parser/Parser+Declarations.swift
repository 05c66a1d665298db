extension Parser {
    /// Reads the one declaration that a text holds.
    static func declaration(in text: String) throws(SyntaxFailure) -> Declaration {
        var parser = Parser(text)
        return try parser.parseDeclaration()
    }

    mutating func parseDeclaration() throws(SyntaxFailure) -> Declaration {
        let start = token.range.lowerBound
        let attributes = try parseAttributes()
        let modifiers = try parseModifiers()
        let introducer = token
        let kind = try parseDeclarationKind()
        return Declaration(
            attributes: attributes,
            modifiers: modifiers,
            kind: kind,
            introducer: introducer.range,
            range: start..<previousEnd
        )
    }

    private mutating func parseDeclarationKind() throws(SyntaxFailure) -> Declaration.Kind {
        if at(.pound) {
            let word = text(token)
            try skipMacroExpansion()
            return .other(word)
        }
        guard at(.identifier) else { throw failure(expected: "a declaration") }
        let word = text(token)
        switch word {
        case "var", "let":
            return .property(try parseProperty())
        case "case":
            return .enumCase(try parseEnumCase())
        case "struct", "enum", "class", "actor", "protocol", "extension":
            return .type(try parseTypeDeclaration())
        case "func", "init", "deinit", "subscript", "macro":
            try skipFunction()
        case "typealias", "associatedtype":
            return .typeAlias(try parseTypeAlias())
        default:
            throw failure(expected: "a declaration")
        }
        return .other(word)
    }

    private mutating func parseTypeDeclaration() throws(SyntaxFailure) -> TypeDeclaration {
        let keyword = text(token)
        advance()
        let name = try keyword == "extension" ? parseExtendedType() : parseName("the name of a type")
        let isGeneric = atGenericArguments()
        if isGeneric { try skipAngles() }
        var inheritance: [TypeExpression] = []
        if skip(.colon) {
            repeat { inheritance.append(try parseType()) } while skip(.comma)
        }
        try skipWhereClause()
        let members = try parseMembers()
        return TypeDeclaration(
            keyword: keyword,
            name: name.text,
            nameRange: name.range,
            isGeneric: isGeneric,
            inheritance: inheritance,
            members: members
        )
    }

    private mutating func parseExtendedType() throws(SyntaxFailure) -> (text: String, range: Range<Int>) {
        let type = try parseType()
        return (type.text, type.range)
    }

    mutating func parseName(_ description: String) throws(SyntaxFailure) -> (text: String, range: Range<Int>) {
        guard at(.identifier) || at(.quotedIdentifier) else { throw failure(expected: description) }
        defer { advance() }
        return (text(token), token.range)
    }

    private mutating func parseMembers() throws(SyntaxFailure) -> [Conditional<Declaration>] {
        try expect(.leftBrace, "'{'")
        let members = try parseMembers { $0.at(.rightBrace) }
        try expect(.rightBrace, "'}'")
        return members
    }

    private mutating func parseMembers(
        until isEnd: (Parser) -> Bool
    ) throws(SyntaxFailure) -> [Conditional<Declaration>] {
        var members: [Conditional<Declaration>] = []
        while !isEnd(self) {
            if skip(.semicolon) { continue }
            if at(pound: "#if"), !startsConditionalAttributes() {
                members.append(.conditional(try parseConditionalMembers()))
            } else {
                members.append(.element(try parseDeclaration()))
            }
        }
        return members
    }

    private mutating func parseConditionalMembers() throws(SyntaxFailure) -> [Conditional<Declaration>.Clause] {
        var clauses: [Conditional<Declaration>.Clause] = []
        while !at(pound: "#endif") {
            let directive = text(token)
            advance()
            let condition = directive == "#else" ? "" : skipCondition()
            let elements = try parseMembers {
                $0.at(pound: "#elseif") || $0.at(pound: "#else") || $0.at(pound: "#endif")
            }
            clauses.append(.init(directive: directive, condition: condition, elements: elements))
        }
        advance()
        return clauses
    }

    /// Steps over the condition of a directive, which ends with its line unless an operator carries it on.
    @discardableResult
    mutating func skipCondition() -> String {
        let start = token.range.lowerBound
        var isFirst = true
        while !at(.end), isFirst || !token.startsLine || tokens[index - 1].kind == .infixOperator {
            isFirst = false
            if at(.leftParen), (try? skipBalanced()) != nil { continue }
            advance()
        }
        return text(start..<max(start, previousEnd))
    }

    /// Steps over a macro that stands as a declaration, or a directive such as `#warning("…")`.
    private mutating func skipMacroExpansion() throws(SyntaxFailure) {
        advance()
        if atGenericArguments() { try skipAngles() }
        if at(.leftParen), !token.startsLine { try skipBalanced() }
        while at(.leftBrace), !token.startsLine { try skipBalanced() }
    }

    private mutating func skipFunction() throws(SyntaxFailure) {
        let isFunction = at(word: "func")
        let hasName = isFunction || at(word: "macro")
        advance()
        if hasName {
            if isFunction, !at(.identifier), !at(.quotedIdentifier) { splitGenericsFromOperatorName() }
            advance()
        }
        if at(.postfixQuestion) || at(.exclamation) { advance() }
        if atGenericArguments() { try skipAngles() }
        if at(.leftParen) { try skipBalanced() }
        while at(word: "async") || at(word: "throws") || at(word: "rethrows") || at(word: "reasync") {
            advance()
            if at(.leftParen) { try skipBalanced() }
        }
        if skip(.arrow) { _ = try parseType() }
        if skip(.equal) { try skipExpression() }
        try skipWhereClause()
        if at(.leftBrace) { try skipBalanced() }
    }

    /// `func <<T>(…)`: the name of an operator ends before the angle that opens its generic parameters.
    private mutating func splitGenericsFromOperatorName() {
        let range = token.range
        guard range.count > 1, source.byte(range.upperBound - 1) == UInt8(ascii: "<"), peek().kind == .identifier else {
            return
        }
        tokens[index].range = range.lowerBound..<range.upperBound - 1
        let angle = Token(kind: .prefixOperator, range: range.upperBound - 1..<range.upperBound, startsLine: false)
        tokens.insert(angle, at: index + 1)
    }

    private mutating func parseTypeAlias() throws(SyntaxFailure) -> String {
        advance()
        let name = try parseName("the name of a type").text
        if atGenericArguments() { try skipAngles() }
        if skip(.colon) {
            repeat { _ = try parseType() } while skip(.comma)
        }
        if skip(.equal) { _ = try parseType() }
        try skipWhereClause()
        return name
    }

    private mutating func skipWhereClause() throws(SyntaxFailure) {
        guard skip(word: "where") else { return }
        repeat {
            _ = try parseType()
            if at(.infixOperator) || at(.colon) { advance() }
            _ = try parseType()
        } while skip(.comma)
    }
}
