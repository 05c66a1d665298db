import LMJSON

/// The shape of a value that is known only at run time, such as of a form that a user put together.
///
/// ```swift
/// let menu = DynamicGenerationSchema(name: "Menu", properties: [
///     .init(name: "soup", schema: DynamicGenerationSchema(name: "Soup", anyOf: ["tomato", "leek"])),
///     .init(name: "price", schema: DynamicGenerationSchema(type: Double.self), isOptional: true),
/// ])
/// let schema = try GenerationSchema(root: menu, dependencies: [])
/// ```
public struct DynamicGenerationSchema: Sendable {
    let shape: SchemaShape

    private init(_ shape: SchemaShape) { self.shape = shape }

    /// The name by which other schemas refer to this one; `nil` where it has none.
    var name: String? {
        switch shape {
        case .named(let name, _, _): name
        case .type(let type), .guided(.type(let type), _): type.generationSchema.name
        default: nil
        }
    }

    /// Nothing: the JSON `null`.
    public static var null: DynamicGenerationSchema { DynamicGenerationSchema(.scalar("null")) }

    /// Makes the schema of an object from its properties, in the order that the model is to write them.
    ///
    /// With `representNilExplicitlyInGeneratedContent` the model may write `null` for an optional property.
    public init(
        name: String, description: String? = nil, representNilExplicitlyInGeneratedContent: Bool = false,
        properties: [Property]
    ) {
        let object = SchemaShape.ObjectShape(
            properties: properties.map(\.shape), representsNilExplicitly: representNilExplicitlyInGeneratedContent)
        shape = .named(name, description: description, .object(object))
    }

    /// Makes the schema of a choice of schemas.
    public init(name: String, description: String? = nil, anyOf choices: [DynamicGenerationSchema]) {
        shape = .named(name, description: description, .union(choices.map(\.shape)))
    }

    /// Makes the schema of a choice of strings.
    public init(name: String, description: String? = nil, anyOf choices: [String]) {
        shape = .named(name, description: description, .choices(choices))
    }

    /// Makes the schema of an array, with the least and the greatest number of its elements.
    public init(
        arrayOf itemSchema: DynamicGenerationSchema, minimumElements: Int? = nil, maximumElements: Int? = nil
    ) {
        let counts = GenerationGuide<[Never]>.counts(minimumElements, maximumElements).constraints
        shape = counts.isEmpty ? .array(itemSchema.shape) : .guided(.array(itemSchema.shape), counts)
    }

    /// Makes the schema of a type.
    public init<Value: Generable>(type: Value.Type, guides: [GenerationGuide<Value>] = []) {
        shape = .type(Value.self, guides.flatMap(\.constraints))
    }

    /// Makes a reference to a schema of a name, which is the root, one of the dependencies, or inside one of them.
    public init(referenceTo name: String) { shape = .reference(name) }

    /// A property of an object.
    public struct Property: Sendable {
        let shape: SchemaShape.PropertyShape

        /// Makes a property.
        public init(
            name: String, description: String? = nil, schema: DynamicGenerationSchema, isOptional: Bool = false
        ) {
            shape = .init(name: name, description: description, shape: schema.shape, isOptional: isOptional)
        }
    }
}
