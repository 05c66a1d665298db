/// How a run of rendered Markdown looks.
struct TextAttributes: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let bold = TextAttributes(rawValue: 1)
    static let italic = TextAttributes(rawValue: 2)
    static let underline = TextAttributes(rawValue: 4)
    static let strike = TextAttributes(rawValue: 8)
    static let code = TextAttributes(rawValue: 16)
    static let dim = TextAttributes(rawValue: 32)

    /// The sequence that turns these attributes on, whatever was on before.
    var sequence: String {
        var codes = ["0"]
        if contains(.bold) { codes.append("1") }
        if contains(.dim) { codes.append("2") }
        if contains(.italic) { codes.append("3") }
        if contains(.underline) { codes.append("4") }
        if contains(.strike) { codes.append("9") }
        if contains(.code) { codes.append("36") }
        return "\u{1B}[\(codes.joined(separator: ";"))m"
    }
}
