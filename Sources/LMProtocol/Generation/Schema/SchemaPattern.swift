import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Regular expressions as schemas have them: text after ECMAScript, which matches where any part of a string does.
enum SchemaPattern {
    /// What a guide's expression becomes: a guide is about the whole string, so the pattern is anchored.
    static func constraint<Output>(_ regex: Regex<Output>) -> SchemaConstraint {
        guard let text = PredicateExpressions.PredicateRegex(regex)?.stringRepresentation else {
            return .patternWithoutText
        }
        return .keyword("pattern", .string(anchored(ecmaScript(text))))
    }

    /// The pattern in the form that means the same to a reader which anchors every pattern at both ends.
    static func implicitlyAnchored(_ pattern: String) -> String {
        let alternatives = PatternScanner(pattern).alternatives.map { alternative in
            let parts = PatternScanner.withoutAnchors(alternative)
            return (parts.start ? "" : ".*") + parts.body + (parts.end ? "" : ".*")
        }
        return alternatives.count == 1 ? alternatives[0] : "(?:" + alternatives.joined(separator: "|") + ")"
    }

    /// The pattern between `^` and `$`.
    static func anchored(_ pattern: String) -> String {
        let alternatives = PatternScanner(pattern).alternatives
        guard alternatives.count == 1 else { return "^(?:\(pattern))$" }
        return "^" + PatternScanner.withoutAnchors(pattern).body + "$"
    }

    /// A Swift expression's text after ECMAScript, which differs in escapes.
    private static func ecmaScript(_ pattern: String) -> String {
        var text = ""
        for token in PatternScanner(pattern).tokens {
            switch token.kind {
            case .escape where token.text == "\\-" && !token.isInClass: text += "-"
            case .escape where token.text.hasPrefix("\\U"):
                let scalar = UInt32(token.text.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
                text += scalar.map { String(Character($0)) } ?? token.text
            default: text += token.text
            }
        }
        return text
    }

    /// An expression that finds the pattern in a string as JSON Schema has it: by scalars, with `\d` and `\w` for ASCII.
    ///
    /// Throws where the pattern is malformed.
    static func regex(_ pattern: String) throws -> Regex<AnyRegexOutput> {
        try Regex(pattern).matchingSemantics(.unicodeScalar).asciiOnlyDigits().asciiOnlyWordCharacters()
    }
}
