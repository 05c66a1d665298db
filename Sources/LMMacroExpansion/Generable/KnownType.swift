/// What is known of a type by the way it is written. A name that is not listed may be anything: whether it is
/// generable the compiler says.
enum KnownType {
    /// The types of Swift and Foundation that LMProtocol makes generable, and that have no parts.
    private static let scalars: Set<String> = [
        "String", "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
        "Float", "Double", "Decimal", "Date", "URL", "GeneratedContent", "Self",
    ]

    /// Whether a type is generable for sure.
    static func isGenerable(_ type: TypeExpression) -> Bool {
        switch type.shape {
        case .named: scalars.contains(type.text)
        case .optional(let wrapped), .implicitlyUnwrapped(let wrapped), .parenthesized(let wrapped):
            isGenerable(wrapped)
        case .array(let element): isGenerable(element)
        case .dictionary(let key, let value): key.text == "String" && isGenerable(value)
        case .tuple, .function, .existential, .metatype, .other: false
        }
    }

    /// Whether a type is one that has no text for a name, as a key of a dictionary must have.
    static func isNoName(_ type: TypeExpression) -> Bool {
        type.text != "String" && (scalars.contains(type.text) || ["UUID", "Character"].contains(type.text))
    }

    /// Whether a type is the one that names a generated value.
    static func isIdentity(_ type: TypeExpression) -> Bool { type.unwrapped.lastName == "GenerationID" }

    /// What a guide of a property's type may bound; `nil` where the type is not known.
    static func guidedKind(of type: TypeExpression) -> GuidedKind? {
        switch type.shape {
        case .optional(let wrapped), .implicitlyUnwrapped(let wrapped), .parenthesized(let wrapped):
            return guidedKind(of: wrapped)
        case .array: return .array
        case .dictionary: return .unguided
        case .named:
            switch type.text {
            case "String": return .string
            case "Int", "Float", "Double", "Decimal": return .number
            case _ where scalars.contains(type.text): return .unguided
            default: return nil
            }
        case .tuple, .function, .existential, .metatype, .other: return nil
        }
    }

    /// The types that have guides.
    enum GuidedKind {
        case string, number, array, unguided

        /// The guides of LMProtocol by the kind that they are for.
        init?(guide: String) {
            switch guide {
            case "constant", "anyOf", "pattern": self = .string
            case "minimum", "maximum", "range": self = .number
            case "minimumCount", "maximumCount", "count", "element": self = .array
            default: return nil
            }
        }

        /// What to write for a type of this kind.
        var remedy: String {
            switch self {
            case .string: "a string has 'anyOf', 'constant' and 'pattern'"
            case .number: "a number has 'minimum', 'maximum' and 'range'"
            case .array: "an array has 'count', 'minimumCount', 'maximumCount' and 'element'"
            case .unguided: "it has none: say in a description what you want"
            }
        }
    }
}
