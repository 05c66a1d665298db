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
