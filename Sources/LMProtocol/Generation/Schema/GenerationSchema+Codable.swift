import LMJSON

/// In coded form a schema is JSON Schema. The order of properties stands in `x-order` as well, since many coders have
/// none; the name is the root's `title`, or `x-name` where the schema has another title or none.
extension GenerationSchema: Codable {
    /// Reads JSON Schema. Throws a ``SchemaError`` where it says what cannot be expressed, and what the decoder throws.
    ///
    /// Without an `x-order`, the required properties come first, in the order that `required` has.
    public init(from decoder: any Decoder) throws {
        let json = try JSONValue(from: decoder)
        if decoder.keepsMemberOrder {
            try self.init(jsonSchema: json)
            return
        }
        let ordered = SchemaTree.map(json) { schema in
            // What the decoder lost of the order must not differ from run to run.
            var schema = JSONObject(schema.sorted { $0.key < $1.key })
            guard let properties = schema["properties"]?.objectValue else { return schema }
            schema["properties"] = .object(JSONObject(properties.sorted { $0.key < $1.key }))
            if schema["x-order"] == nil { schema["x-order"] = schema["required"] }
            return schema
        }
        try self.init(jsonSchema: ordered)
    }

    /// Writes JSON Schema.
    public func encode(to encoder: any Encoder) throws { try codedSchema.encode(to: encoder) }

    /// The schema in coded form.
    var codedSchema: JSONValue {
        let coded = SchemaTree.map(jsonSchema) { schema in
            guard let properties = schema["properties"]?.objectValue else { return schema }
            var schema = schema
            schema["x-order"] = .array(properties.keys.map(JSONValue.string))
            return SchemaNormalizer.ordered(schema)
        }
        guard var root = coded.objectValue, root["title"]?.stringValue != name else { return coded }
        root["x-name"] = .string(name)
        return .object(SchemaNormalizer.ordered(root))
    }
}
