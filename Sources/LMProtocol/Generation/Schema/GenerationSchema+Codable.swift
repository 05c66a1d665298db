import LMJSON

/// In coded form a schema is JSON Schema. The order of properties stands in `x-order` as well, since many coders have
/// none; the name is the root's `title`, or `x-name` where the schema has another title or none.
extension GenerationSchema: Codable {
    /// Reads JSON Schema, taken as it is. Throws what the decoder throws.
    ///
    /// What cannot be expressed is found when the schema is used, so that whatever was written can be read:
    /// ``init(jsonSchema:name:)-(JSONValue,_)`` finds it at once. From a coder without order and without an `x-order`,
    /// the required properties come first, in the order that `required` has.
    public init(from decoder: any Decoder) throws {
        self.init(coded: try JSONValue(from: decoder), keepsOrder: decoder.keepsMemberOrder)
    }

    /// Makes a schema of its coded form.
    ///
    /// - Parameter keepsOrder: Whether members stand in the order they were written. Where they do not, what is lost
    ///   of it must not differ from run to run.
    init(coded json: JSONValue, keepsOrder: Bool) {
        let ordered =
            keepsOrder || json.isNested(deeperThan: Self.depthLimit)
            ? json
            : SchemaTree.map(json) { schema in
                var schema = JSONObject(schema.sorted { $0.key < $1.key })
                guard let properties = schema["properties"]?.objectValue else { return schema }
                schema["properties"] = .object(JSONObject(properties.sorted { $0.key < $1.key }))
                if schema["x-order"] == nil { schema["x-order"] = schema["required"] }
                return schema
            }
        self.init(named: nil, normalizing: ordered)
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
