extension Lexer {
    /// Lexes an operator, the marks that look like one, or a regular expression between bare slashes.
    mutating func lexOperator() -> Token.Kind {
        if let end = regexEnd {
            regexEnd = nil
            position = end
            return .regex
        }
        let start = position
        let leftBound = isLeftBound(start)
        advanceOverOperator()
        let rightBound = isRightBound(position, leftBound: leftBound)
        let isPrefix = !leftBound && rightBound
        if isPrefix, let slash = (start..<position).first(where: { source.byte($0) == UInt8(ascii: "/") }),
            let end = bareRegexEnd(operatorAt: slash)
        {
            position = slash == start ? end : slash
            regexEnd = slash == start ? nil : end
            return slash == start ? .regex : .prefixOperator
        }
        if position == start + 1 {
            switch source.byte(start) {
            case UInt8(ascii: "="): return .equal
            case UInt8(ascii: "."): return .period
            case UInt8(ascii: "?"): return .infixQuestion
            default: break
            }
        }
        if source.matches("->", at: start..<position) { return .arrow }
        if leftBound == rightBound { return .infixOperator }
        return leftBound ? .postfixOperator : .prefixOperator
    }

    /// An operator that starts with a dot may have more of them; a comment ends any operator.
    private mutating func advanceOverOperator() {
        let startsWithDot = peek() == UInt8(ascii: ".")
        let start = position
        while isOperatorHead(peek()), startsWithDot || peek() != UInt8(ascii: ".") {
            let opensComment =
                peek() == UInt8(ascii: "/") && (peek(1) == UInt8(ascii: "/") || peek(1) == UInt8(ascii: "*"))
            if opensComment, position > start { return }
            position += max(1, unicodeOperatorLength(at: position))
        }
    }

    /// Whether something that is no white space and opens nothing stands directly before a place.
    func isLeftBound(_ place: Int) -> Bool {
        guard place > 0 else { return false }
        switch source.byte(place - 1) {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "("),
            UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), 0:
            return false
        case UInt8(ascii: "/"):
            return source.byte(place - 2) != UInt8(ascii: "*")
        case 0xA0:
            return source.byte(place - 2) != 0xC2
        default:
            return true
        }
    }

    private func isRightBound(_ place: Int, leftBound: Bool) -> Bool {
        switch source.byte(place) {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ")"),
            UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), 0:
            return false
        case UInt8(ascii: "."):
            return !leftBound
        case UInt8(ascii: "/"):
            return source.byte(place + 1) != UInt8(ascii: "/") && source.byte(place + 1) != UInt8(ascii: "*")
        case 0xC2:
            return source.byte(place + 1) != 0xA0
        default:
            return true
        }
    }
}
