import LMJSON

/// The parts that schemas are made of, before their names are resolved.
///
/// A type is named by its metatype, not by its schema, because a type may contain itself: its schema is asked for only
/// once, when the whole is resolved.
indirect enum SchemaShape: Sendable {
    /// Any value.
    case anything
    /// No value.
    case nothing
    /// A value without a name, by its keywords.
    case value(JSONObject)
    /// An array.
    case array(SchemaShape)
    /// An object with any names.
    case dictionary(of: SchemaShape)
    /// A named object.
    case object(ObjectShape)
    /// A named choice of strings.
    case choices([String])
    /// A named choice of shapes.
    case union([SchemaShape])
    /// A shape with constraints from guides.
    case guided(SchemaShape, [SchemaConstraint])
    /// The schema of a type.
    case type(any Generable.Type)
    /// A schema that brings its name along.
    case named(String, description: String?, SchemaShape)
    /// The schema of a name that is defined elsewhere.
    case reference(String)
    /// What cannot be used as a schema, and why.
    case unusable(GenerationSchema.SchemaError)
    /// A document of JSON Schema, with definitions of its own.
    case document(JSONValue)

    static func scalar(_ type: String) -> SchemaShape { .value(JSONObject(["type": .string(type)])) }

    /// The properties of an object.
    struct ObjectShape: Sendable {
        var properties: [PropertyShape]
        var representsNilExplicitly: Bool
    }

    /// One property.
    struct PropertyShape: Sendable {
        var name: String
        var description: String?
        var shape: SchemaShape
        var isOptional: Bool
    }
}
