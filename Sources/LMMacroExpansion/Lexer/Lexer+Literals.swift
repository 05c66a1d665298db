extension Lexer {
    /// Lexes a string from its opening quote; as many `#` as `pounds` stand before it.
    mutating func lexString(pounds: Int) -> Token.Kind {
        let isMultiLine = opensMultiLineString(pounds: pounds)
        position += isMultiLine ? 3 : 1
        while position < source.bytes.count {
            switch peek() {
            case UInt8(ascii: "\"") where closesString(pounds: pounds, isMultiLine: isMultiLine):
                position += (isMultiLine ? 3 : 1) + pounds
                return .string
            case UInt8(ascii: "\\") where hasPounds(pounds, at: position + 1):
                position += 1 + pounds
                if peek() == UInt8(ascii: "(") { skipInterpolation() } else { position += 1 }
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                guard isMultiLine else { return .unknown }
                position += 1
            default:
                position += 1
            }
        }
        position = min(position, source.bytes.count)
        return .unknown
    }

    /// `#"""#` is a raw string that holds one quote, not the start of one with several lines.
    private func opensMultiLineString(pounds: Int) -> Bool {
        let quote = UInt8(ascii: "\"")
        guard peek(1) == quote, peek(2) == quote else { return false }
        guard pounds > 0 else { return true }
        var place = position + 1
        while place < source.bytes.count, !isLineBreak(source.byte(place)) {
            if source.byte(place) == quote, hasPounds(pounds, at: place + 1) { return false }
            place += 1
        }
        return true
    }

    private func closesString(pounds: Int, isMultiLine: Bool) -> Bool {
        let quote = UInt8(ascii: "\"")
        if isMultiLine {
            return peek(1) == quote && peek(2) == quote && hasPounds(pounds, at: position + 3)
        }
        return hasPounds(pounds, at: position + 1)
    }

    private func hasPounds(_ count: Int, at place: Int) -> Bool {
        for offset in 0..<count where source.byte(place + offset) != UInt8(ascii: "#") { return false }
        return true
    }

    /// Skips the code of an interpolation, from its opening to its closing parenthesis. It is lexed as code, for it
    /// may hold strings and comments that have parentheses of their own.
    private mutating func skipInterpolation() {
        var depth = 0
        repeat {
            switch next().kind {
            case .leftParen: depth += 1
            case .rightParen: depth -= 1
            case .end: return
            default: break
            }
        } while depth > 0
    }

    /// Lexes `#/…/#` from its slash.
    mutating func lexExtendedRegex(pounds: Int) -> Token.Kind {
        position += 1
        while position < source.bytes.count {
            switch peek() {
            case UInt8(ascii: "\\"):
                position += 2
            case UInt8(ascii: "/") where hasPounds(pounds, at: position + 1):
                position += 1 + pounds
                return .regex
            default:
                position += 1
            }
        }
        position = source.bytes.count
        return .unknown
    }

    /// Where a regular expression between bare slashes ends, if one starts at an operator in prefix position; `nil`
    /// where the slash is an operator.
    ///
    /// As in the compiler: it ends on its line, has no blank after the opening and before the closing slash, and its
    /// parentheses close, so that `a(/b)` keeps its meaning.
    func bareRegexEnd(operatorAt start: Int) -> Int? {
        guard source.byte(start) == UInt8(ascii: "/") else { return nil }
        var place = start + 1
        guard !isBlank(source.byte(place)) else { return nil }
        var groups = 0
        var classes = 0
        while place < source.bytes.count {
            switch source.byte(place) {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                return nil
            case UInt8(ascii: "\\"):
                place += 1
                guard place < source.bytes.count, !isLineBreak(source.byte(place)) else { return nil }
            case UInt8(ascii: "["):
                classes += 1
            case UInt8(ascii: "]") where classes > 0:
                classes -= 1
            case UInt8(ascii: "(") where classes == 0:
                groups += 1
            case UInt8(ascii: ")") where classes == 0:
                guard groups > 0 else { return nil }
                groups -= 1
            case UInt8(ascii: "/"):
                return place == start + 1 || isBlank(source.byte(place - 1)) ? nil : place + 1
            default:
                break
            }
            place += 1
        }
        return nil
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
