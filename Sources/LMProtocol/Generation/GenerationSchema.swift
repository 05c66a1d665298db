import LMJSON

/// The shape of a value that a model is to generate.
public struct GenerationSchema: Sendable, Hashable {
    /// The name of the shape.
    public var name: String
    /// The shape as JSON Schema, its properties in declared order.
    public var jsonSchema: JSONValue

    /// Makes a schema from JSON Schema.
    public init(name: String, jsonSchema: JSONValue) {
        self.name = name
        self.jsonSchema = jsonSchema
    }
}
