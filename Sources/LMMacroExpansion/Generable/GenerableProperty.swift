/// A property of a struct that is generated.
struct GenerableProperty: Equatable {
    var name: SwiftName
    var type: TypeExpression
    var access: AccessLevel
    var guide: PropertyGuide
}

extension GenerableProperty {
    /// The arguments of the property's schema.
    var schemaArguments: [String] {
        var arguments = ["name: \(name.literal)"]
        if let description = guide.description { arguments.append("description: \(description)") }
        arguments.append("type: \(type.asValueType).self")
        if !guide.guides.isEmpty { arguments.append("guides: [\(guide.guides.joined(separator: ", "))]") }
        return arguments
    }
}
