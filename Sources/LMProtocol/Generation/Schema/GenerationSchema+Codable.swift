import LMJSON

/// In coded form a schema is JSON Schema. The order of properties stands in `x-order` as well, since many coders have
/// none; the name is the root's `title`, or `x-name` where the schema has another title or none. Where a value in it, such
/// as a constant, has an order or digits that a coder loses, the root has the text of the whole as `x-json`.
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
        if let text = json["x-json"]?.stringValue, let exact = try? JSONValue(parsing: text) {
            self.init(named: nil, normalizing: exact)
            return
        }
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
    public func encode(to encoder: any Encoder) throws {
        try codedSchema(isExact: encoder.isExact).encode(to: encoder)
    }

    /// The schema in coded form.
    ///
    /// - Parameter isExact: Whether the coder keeps the order of members and the digits of numbers.
    func codedSchema(isExact: Bool) -> JSONValue {
        var losesValues = false
        var coded = SchemaTree.map(jsonSchema) { schema in
            losesValues = losesValues || schema.contains { SchemaTree.isValue($0) && $0.value.isLossyInOtherCoders }
            guard let properties = schema["properties"]?.objectValue else { return schema }
            var schema = schema
            schema["x-order"] = .array(properties.keys.map(JSONValue.string))
            return SchemaNormalizer.ordered(schema)
        }
        if var root = coded.objectValue, root["title"]?.stringValue != name {
            root["x-name"] = .string(name)
            coded = .object(SchemaNormalizer.ordered(root))
        }
        guard !isExact, losesValues, var root = coded.inOtherCoders.objectValue else { return coded }
        root["x-json"] = .string(coded.text())
        return .object(root)
    }
}
