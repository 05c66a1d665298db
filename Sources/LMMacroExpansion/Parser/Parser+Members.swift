extension Parser {
    /// Reads a `var` or `let` with all its names.
    mutating func parseProperty() throws(SyntaxFailure) -> PropertyDeclaration {
        let isConstant = at(word: "let")
        advance()
        var bindings: [PropertyDeclaration.Binding] = []
        repeat { bindings.append(try parseBinding()) } while skip(.comma)
        // A type after a later name is the type of the names before it that have neither type nor value.
        var laterType: TypeExpression?
        for index in bindings.indices.reversed() {
            if bindings[index].type == nil, bindings[index].initialValue == nil, bindings[index].accessors == .none {
                bindings[index].type = laterType
            } else {
                laterType = bindings[index].type
            }
        }
        return PropertyDeclaration(isConstant: isConstant, bindings: bindings)
    }

    private mutating func parseBinding() throws(SyntaxFailure) -> PropertyDeclaration.Binding {
        let start = token.range.lowerBound
        var name: String?
        switch token.kind {
        case .identifier, .quotedIdentifier:
            name = text(token)
            advance()
        case .leftParen:
            try skipBalanced()
        default:
            throw failure(expected: "the name of a property")
        }
        let pattern = start..<previousEnd
        let type = skip(.colon) ? try parseType() : nil
        var initialValue: PropertyDeclaration.InitialValue?
        if skip(.equal) {
            let valueStart = token.range.lowerBound
            try skipExpression()
            let range = valueStart..<previousEnd
            initialValue = .init(text: text(range), range: range)
        }
        var accessors = PropertyDeclaration.Accessors.none
        var accessorRange: Range<Int>?
        if at(.leftBrace) {
            accessors = opensObservers() ? .observers : .computed
            let accessorStart = token.range.lowerBound
            try skipBalanced()
            accessorRange = accessorStart..<previousEnd
        }
        return PropertyDeclaration.Binding(
            name: name,
            patternRange: pattern,
            type: type,
            initialValue: initialValue,
            accessors: accessors,
            accessorRange: accessorRange
        )
    }

    /// Whether the brace that stands here opens the observers of a stored property.
    func opensObservers() -> Bool {
        var ahead = self
        ahead.advance()
        guard (try? ahead.parseAttributes()) != nil, (try? ahead.parseModifiers()) != nil else { return false }
        return ahead.at(word: "willSet") || ahead.at(word: "didSet")
    }

    /// Reads a `case` with all its elements.
    mutating func parseEnumCase() throws(SyntaxFailure) -> EnumCaseDeclaration {
        advance()
        var elements: [EnumCaseDeclaration.Element] = []
        repeat { elements.append(try parseEnumElement()) } while skip(.comma)
        return EnumCaseDeclaration(elements: elements)
    }

    private mutating func parseEnumElement() throws(SyntaxFailure) -> EnumCaseDeclaration.Element {
        let name = try parseName("the name of a case")
        let payload = at(.leftParen) && !token.startsLine ? try parsePayload() : []
        var rawValue: EnumCaseDeclaration.RawValue?
        if skip(.equal) {
            let first = token
            try skipExpression()
            rawValue = .init(isString: first.kind == .string, range: first.range.lowerBound..<previousEnd)
        }
        return EnumCaseDeclaration.Element(name: name.text, nameRange: name.range, payload: payload, rawValue: rawValue)
    }

    private mutating func parsePayload() throws(SyntaxFailure) -> [EnumCaseDeclaration.AssociatedValue] {
        try expect(.leftParen, "'('")
        var values: [EnumCaseDeclaration.AssociatedValue] = []
        while !at(.rightParen) {
            values.append(try parseAssociatedValue())
            if !skip(.comma), !at(.rightParen) { throw failure(expected: "','") }
        }
        advance()
        return values
    }

    private mutating func parseAssociatedValue() throws(SyntaxFailure) -> EnumCaseDeclaration.AssociatedValue {
        let start = token.range.lowerBound
        var names: [String] = []
        if isName(token), peek().kind == .colon {
            names = [text(token)]
        } else if isName(token), isName(peek()), peek(2).kind == .colon {
            names = [text(token), text(peek())]
        }
        for _ in 0..<(names.isEmpty ? 0 : names.count + 1) { advance() }
        let type = try parseType()
        if skip(.equal) { try skipExpression() }
        return EnumCaseDeclaration.AssociatedValue(
            label: names.first == "_" ? nil : names.first,
            internalName: names.count > 1 ? names[1] : nil,
            type: type,
            range: start..<previousEnd
        )
    }

    private func isName(_ token: Token) -> Bool { token.kind == .identifier || token.kind == .quotedIdentifier }
}
