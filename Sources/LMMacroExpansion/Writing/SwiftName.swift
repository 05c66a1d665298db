/// A name in Swift source text, with or without backticks.
struct SwiftName: Hashable {
    /// As it is written, which is how it can be written again.
    var source: String

    init(_ source: String) { self.source = source }

    /// The name without backticks, as it stands in JSON.
    var text: String {
        guard source.utf8.count > 2, source.utf8.first == UInt8(ascii: "`") else { return source }
        return String(source.dropFirst().dropLast())
    }

    /// The name as a string literal.
    var literal: String { SwiftName.literal(text) }

    static func literal(_ text: String) -> String {
        let escaped = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
        return "\"\(escaped)\""
    }

    /// The name as one of a local variable beside those that an expansion has.
    var variable: String {
        switch text {
        case "self", "properties", "add", "type", "content": text + "Value"
        case _ where SwiftName.keywords.contains(text): "`\(text)`"
        default: source
        }
    }

    /// The words that are no names without backticks; as labels they may stand without.
    private static let keywords: Set<String> = [
        "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch",
        "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
