/// A property of a struct that is generated.
struct GenerableProperty: Equatable {
    /// What becomes of a property.
    enum Role: Equatable {
        /// It is generated.
        case generated
        /// It has a value, and is generated if its type is generable, which only the compiler knows; else it is left out.
        case generatedIfGenerable
        /// It names the value, and is not generated.
        case identity
    }

    var role = Role.generated
    var name: SwiftName
    var type: TypeExpression
    var access: AccessLevel
    var guide: PropertyGuide
    /// Where the property stands in the file, for what the compiler has to say of its type; `nil` where that is
    /// generable for sure.
    var place: SourcePlace?
}

extension GenerableProperty {
    /// Whether the type is generable for sure.
    var isCertain: Bool { KnownType.isGenerable(type) }

    /// Whether only the compiler knows if there is such a property, or where it has to say what is wrong with its type.
    var isUnsure: Bool { !isCertain && role != .identity }

    /// The expression for the type as the property of a type has it. Where the name means nothing, the compiler has said
    /// so at the property, and says nothing of what follows from the property.
    func typeExpression(in whole: String) -> String {
        "LMProtocol.__type { (value: \(whole)) in value.\(name.source) }"
    }

    /// The arguments of the property's schema.
    var schemaArguments: [String] {
        var arguments = ["name: \(name.literal)"]
        if let description = guide.description { arguments.append("description: \(description)") }
        arguments.append("type: \(isCertain ? "\(type.asValueType).self" : typeExpression(in: "Self"))")
        if !guide.guides.isEmpty { arguments.append("guides: [\(guide.guides.joined(separator: ", "))]") }
        return arguments
    }
}
