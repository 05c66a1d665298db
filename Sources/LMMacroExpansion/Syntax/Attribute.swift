/// An attribute of a declaration, such as `@Guide(description: "…", .count(3))`.
struct Attribute: Equatable {
    /// One argument.
    struct Argument: Equatable {
        var label: String?
        /// The expression as it is written.
        var text: String
        /// Where the argument stands, its label included.
        var range: Range<Int>
        /// Whether the expression is a regular expression literal and nothing else.
        var isRegexLiteral: Bool

        /// Whether the compiler refuses the argument where it stands, so that it is not to be said again: a guide that is
        /// a string, whose label is missing, and a description that is a number or a truth value.
        var isRefused: Bool {
            let isString = text.utf8.first == UInt8(ascii: "\"") || text.hasPrefix("#\"")
            if label != "description" { return isString }
            return text == "true" || text == "false" || text.first?.isNumber == true
        }

        /// The name of the guide that the expression calls, as `count` in `.count(3)`; `nil` for another expression.
        var guideName: String? {
            if isRegexLiteral { return "pattern" }
            guard text.utf8.first == UInt8(ascii: ".") else { return nil }
            return String(text.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        }
    }

    /// The name without the module: `Guide` for `@LMProtocol.Guide`.
    var name: String
    /// The arguments; empty where the attribute has none or they are no expressions.
    var arguments: [Argument]
    /// The attribute as it is written.
    var text: String
    var range: Range<Int>
    /// Whether the attribute stands within `#if`.
    var isConditional: Bool
}
