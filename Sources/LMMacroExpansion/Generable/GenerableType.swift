/// What the expansions for all kinds of types need to know of the type.
struct GenerableType: Equatable {
    /// The name that the type has within itself.
    var name: String
    /// The access level of what is added to the type.
    var access: AccessLevel
    var options: GenerableOptions
    /// The `@available` attributes of the type and of those around it.
    var availability: [String]
    var declaresPartiallyGenerated: Bool
    var isIdentifiable: Bool
}

extension GenerableType {
    /// A type as it is written within a type nested in this one, where `Self` is another.
    func text(of type: TypeExpression) -> String {
        type.text { $0 == "Self" ? name : nil }
    }

    /// What of a property's type is there while it streams.
    func partialText(of type: TypeExpression) -> String {
        "\(text(of: type.unwrapped)).PartiallyGenerated?"
    }
}

extension TypeExpression {
    /// The type without the question mark or exclamation mark that makes it optional.
    var unwrapped: TypeExpression {
        switch shape {
        case .optional(let wrapped) where text.hasSuffix("?"): wrapped.unwrapped
        case .implicitlyUnwrapped(let wrapped): wrapped.unwrapped
        default: self
        }
    }

    /// The type of a value that may be missing, `T?` also where it is written `T!`.
    var asValueType: String {
        if case .implicitlyUnwrapped(let wrapped) = shape { wrapped.text + "?" } else { text }
    }
}
