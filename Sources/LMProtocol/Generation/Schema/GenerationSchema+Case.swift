extension GenerationSchema {
    /// One kind of object in a choice of objects, such as a case of an enum with associated values.
    public struct Case: Sendable {
        let name: String
        let properties: [Property]

        /// Makes a kind of object.
        ///
        /// - Parameters:
        ///   - name: What the object's first property, `type`, says.
        ///   - properties: The object's other properties, of which none is called `type`.
        public init(name: String, properties: [Property] = []) {
            self.name = name
            self.properties = properties
        }
    }

    /// Makes the schema of a choice of objects, which their property `type` tells apart.
    ///
    /// - Parameters:
    ///   - type: The type that each of the objects makes a value of.
    ///   - name: The name that the model sees; `nil` takes the type's.
    ///   - description: What the choice is, for the model.
    ///   - representNilExplicitlyInGeneratedContent: Whether the model may write `null` for a property that is `nil`,
    ///     rather than leave it out.
    ///   - cases: The kinds of objects.
    public init(
        type: any Generable.Type, name: String? = nil, description: String? = nil,
        representNilExplicitlyInGeneratedContent: Bool = false, cases: [Case]
    ) {
        // The names of the objects carry the type's whole name, since another type may have a case of the same name.
        let prefix = SchemaName.qualified(type)
        let shapes = cases.map { element in
            let discriminator = Property(name: "type", type: String.self, guides: [.constant(element.name)])
            let object = SchemaShape.ObjectShape(
                properties: ([discriminator] + element.properties).map(\.shape),
                representsNilExplicitly: representNilExplicitlyInGeneratedContent)
            return SchemaShape.named("\(prefix)_\(element.name)", description: nil, .object(object))
        }
        let name = name ?? SchemaName.of(type)
        self.init(
            shape: .named(name, description: description, .union(shapes)), name: name, typeID: ObjectIdentifier(type))
    }
}
