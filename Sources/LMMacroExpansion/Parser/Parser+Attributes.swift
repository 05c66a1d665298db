extension Parser {
    /// Reads the attributes before a declaration, also those within `#if`.
    mutating func parseAttributes() throws(SyntaxFailure) -> [Attribute] {
        var attributes: [Attribute] = []
        while true {
            if at(.at) {
                attributes.append(try parseAttribute(isConditional: false))
            } else if at(pound: "#if"), startsConditionalAttributes() {
                attributes += try parseConditionalAttributes()
            } else {
                return attributes
            }
        }
    }

    private mutating func parseAttribute(isConditional: Bool) throws(SyntaxFailure) -> Attribute {
        let start = token.range.lowerBound
        advance()
        var name = try parseName("the name of an attribute").text
        if atGenericArguments() { try skipAngles() }
        while at(.period) {
            advance()
            name = try parseName("the name of an attribute").text
            if atGenericArguments() { try skipAngles() }
        }
        var arguments: [Attribute.Argument] = []
        if at(.leftParen), !token.startsLine {
            // Attributes such as @available have arguments of their own grammar, which nobody here asks for.
            let parsed = attempt { (parser) throws(SyntaxFailure) in try parser.parseArguments() }
            arguments = parsed ?? []
            if parsed == nil { try skipBalanced() }
        }
        return Attribute(
            name: name,
            arguments: arguments,
            text: text(start..<previousEnd),
            range: start..<previousEnd,
            isConditional: isConditional
        )
    }

    /// Reads arguments in parentheses.
    private mutating func parseArguments() throws(SyntaxFailure) -> [Attribute.Argument]? {
        var arguments: [Attribute.Argument] = []
        advance()
        while !at(.rightParen) {
            let start = token.range.lowerBound
            var label: String?
            if at(.identifier) || at(.quotedIdentifier), peek().kind == .colon {
                label = text(token)
                advance()
                advance()
            }
            let first = token
            try skipExpression()
            let value = first.range.lowerBound..<previousEnd
            arguments.append(
                Attribute.Argument(
                    label: label,
                    text: text(value),
                    range: start..<previousEnd,
                    isRegexLiteral: first.kind == .regex && first.range == value
                )
            )
            if !skip(.comma), !at(.rightParen) { return nil }
        }
        advance()
        return arguments
    }

    /// Whether the `#if` that stands here holds attributes of the declaration after its `#endif` rather than
    /// declarations.
    func startsConditionalAttributes() -> Bool {
        var ahead = self
        guard let attributes = try? ahead.parseConditionalAttributes() else { return false }
        return !attributes.isEmpty
    }

    private mutating func parseConditionalAttributes() throws(SyntaxFailure) -> [Attribute] {
        var attributes: [Attribute] = []
        advance()
        skipCondition()
        while !at(pound: "#endif") {
            if at(.at) {
                attributes.append(try parseAttribute(isConditional: true))
            } else if at(pound: "#if") {
                attributes += try parseConditionalAttributes()
            } else if at(pound: "#elseif") {
                advance()
                skipCondition()
            } else if at(pound: "#else") {
                advance()
            } else {
                throw failure(expected: "an attribute")
            }
        }
        advance()
        return attributes
    }

    /// Reads the modifiers before a declaration. All words that may be one are, where a declaration begins.
    mutating func parseModifiers() throws(SyntaxFailure) -> [Modifier] {
        var modifiers: [Modifier] = []
        while at(.identifier), Parser.modifierNames.contains(text(token)) {
            // `class` is a modifier before a member and otherwise introduces a type.
            if at(word: "class"), !isModifiedMember(peek()) { return modifiers }
            let start = token.range.lowerBound
            let name = text(token)
            advance()
            var detail: String?
            if at(.leftParen), !token.startsLine {
                let open = token.range.upperBound
                try skipBalanced()
                detail = text(open..<previousEnd - 1)
            }
            modifiers.append(Modifier(name: name, detail: detail, range: start..<previousEnd))
        }
        return modifiers
    }

    private func isModifiedMember(_ token: Token) -> Bool {
        guard token.kind == .identifier else { return false }
        switch text(token) {
        case "func", "var", "let", "subscript": return true
        case let word: return Parser.modifierNames.contains(word)
        }
    }

    private static let modifierNames: Set<String> = [
        "public", "package", "internal", "fileprivate", "private", "open", "static", "class", "final", "lazy", "weak",
        "unowned", "mutating", "nonmutating", "override", "required", "convenience", "optional", "dynamic", "indirect",
        "prefix", "postfix", "infix", "nonisolated", "isolated", "distributed", "consuming", "borrowing", "sending",
        "__consuming", "_const", "_local", "async",
    ]
}
