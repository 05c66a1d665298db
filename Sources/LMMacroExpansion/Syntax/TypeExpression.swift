/// A type as it is written, and as much of its structure as an expansion needs.
struct TypeExpression: Equatable {
    indirect enum Shape: Equatable {
        /// A nominal type, a type alias or a generic parameter, with the last word of its name.
        case named(String)
        case optional(TypeExpression)
        case implicitlyUnwrapped(TypeExpression)
        case array(TypeExpression)
        case dictionary(key: TypeExpression, value: TypeExpression)
        /// One type in parentheses.
        case parenthesized(TypeExpression)
        case tuple
        case function
        /// `any P`, `some P`, `A & B`, `Any` or `AnyObject`.
        case existential
        case metatype
        case other
    }

    /// The source text, without the comments around it.
    var text: String
    /// Where the type stands in the source.
    var range: Range<Int>
    var shape: Shape
    /// Where names stand that begin a type's name, counted from the start of `text`: what they mean depends on the
    /// place where the type is written.
    var leadingNames: [Range<Int>]
}

extension TypeExpression {
    /// The type with each leading name that `replacement` knows written as it says, for use in another scope.
    func text(replacing replacement: (String) -> String?) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var copied = 0
        for name in leadingNames {
            guard let replaced = replacement(String(decoding: bytes[name], as: UTF8.self)) else { continue }
            result += bytes[copied..<name.lowerBound]
            result += Array(replaced.utf8)
            copied = name.upperBound
        }
        return String(decoding: result + bytes[copied...], as: UTF8.self)
    }

    /// The last word of a type's name; `nil` for a type that has none.
    var lastName: String? {
        if case .named(let name) = shape { name } else { nil }
    }

    /// Whether a name stands first in this type or in one that it is made of.
    func mentions(_ name: String) -> Bool {
        let bytes = Array(text.utf8)
        return leadingNames.contains { bytes[$0].elementsEqual(name.utf8) }
    }
}
