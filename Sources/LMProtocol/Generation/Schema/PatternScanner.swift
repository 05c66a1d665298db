/// Splits a regular expression into the pieces that decide what a provider makes of it.
struct PatternScanner {
    /// A piece of the expression.
    struct Token {
        enum Kind { case escape, open, close, alternation, classStart, classEnd, other }
        var kind: Kind
        var text: String
        var isInClass: Bool
        /// How many groups it stands in; for a parenthesis, without its own.
        var depth: Int
    }

    /// The pieces in order; joined, they are the expression.
    let tokens: [Token]

    init(_ pattern: String) {
        var tokens: [Token] = []
        var classDepth = 0
        var depth = 0
        var rest = Substring(pattern).unicodeScalars
        while let first = rest.first {
            var length = 1
            var kind = Token.Kind.other
            switch first {
            case "\\":
                kind = .escape
                length = Self.escapeLength(rest)
            case "[":
                kind = .classStart
                classDepth += 1
            case "]" where classDepth > 0:
                kind = .classEnd
                classDepth -= 1
            case "(" where classDepth == 0:
                kind = .open
                length = Self.groupHeadLength(rest)
                depth += 1
            case ")" where classDepth == 0:
                kind = .close
                depth -= 1
            case "|" where classDepth == 0: kind = .alternation
            default: break
            }
            tokens.append(
                Token(
                    kind: kind, text: String(rest.prefix(length)), isInClass: classDepth > 0,
                    depth: kind == .open ? depth - 1 : depth))
            rest = rest.dropFirst(length)
        }
        self.tokens = tokens
    }

    /// The alternatives of the expression as a whole.
    var alternatives: [String] {
        var alternatives = [""]
        for token in tokens {
            if token.kind == .alternation, token.depth == 0 {
                alternatives.append("")
            } else {
                alternatives[alternatives.count - 1] += token.text
            }
        }
        return alternatives
    }

    /// An alternative without `^` at its start and `$` at its end, and whether they were there.
    static func withoutAnchors(_ alternative: String) -> (start: Bool, body: String, end: Bool) {
        var tokens = PatternScanner(alternative).tokens
        let start = tokens.first.map { $0.kind == .other && $0.text == "^" } ?? false
        if start { tokens.removeFirst() }
        let end = tokens.last.map { $0.kind == .other && $0.text == "$" } ?? false
        if end { tokens.removeLast() }
        return (start, tokens.map(\.text).joined(), end)
    }

    /// What the expression uses that not every provider has, in words; empty where it uses nothing of the kind.
    var rareSyntax: [String] {
        var found: [String] = []
        for token in tokens {
            let name: String? =
                switch (token.kind, token.text) {
                case (.open, "(?="), (.open, "(?!"), (.open, "(?<="), (.open, "(?<!"): "look-around"
                case (.escape, "\\b") where !token.isInClass: "\\b"
                case (.escape, "\\B"): "\\B"
                case (.escape, let text) where text.hasPrefix("\\p") || text.hasPrefix("\\P"): "\\p{…}"
                case (.escape, let text) where text.hasPrefix("\\k"): "a back-reference"
                case (.escape, let text) where !token.isInClass && Self.isDigit(text.dropFirst().first):
                    "a back-reference"
                case (.open, let text) where text.hasPrefix("(?") && !["(?:", "(?<"].contains(String(text.prefix(3))):
                    "options in a group"
                default: nil
                }
            if let name, !found.contains(name) { found.append(name) }
        }
        return found
    }

    private static func isDigit(_ character: Character?) -> Bool {
        guard let character else { return false }
        return ("1"..."9").contains(character)
    }

    private static func escapeLength(_ text: Substring.UnicodeScalarView) -> Int {
        switch text.dropFirst().first {
        case "U": 10
        case "p", "P", "k", "u", "x":
            // A name or a code in braces belongs to the escape; without braces its digits are plain text to us.
            text.dropFirst(2).first.map { $0 == "{" || $0 == "<" } == true
                ? (text.firstIndex { $0 == "}" || $0 == ">" }.map { text.distance(from: text.startIndex, to: $0) + 1 }
                    ?? 2)
                : 2
        default: 2
        }
    }

    /// The length of a group's opening with what qualifies it: `(`, `(?:`, `(?=`, `(?<name>`, `(?i)`.
    private static func groupHeadLength(_ text: Substring.UnicodeScalarView) -> Int {
        let scalars = Array(text.prefix(4))
        guard scalars.count >= 3, scalars[1] == "?" else { return 1 }
        switch scalars[2] {
        case ":", "=", "!": return 3
        case "<" where scalars.count == 4 && (scalars[3] == "=" || scalars[3] == "!"): return 4
        default:
            let end = text.firstIndex { $0 == ">" || $0 == ":" || $0 == ")" }
            guard let end else { return 3 }
            // `(?i)` opens and closes at once; the parenthesis is left to close it.
            return text.distance(from: text.startIndex, to: end) + (text[end] == ")" ? 0 : 1)
        }
    }
}
