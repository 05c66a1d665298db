import LMJSON

extension GenerationSchema {
    /// Makes a schema of JSON Schema text, whose properties keep their order.
    ///
    /// The name is the one given, else the schema's `title`, else `schema`. Throws a ``SchemaError`` that names the place
    /// where the text says what cannot be expressed or is malformed, and a ``GeneratedContent/ParsingError`` where it is
    /// no JSON.
    public init(jsonSchema text: String, name: String? = nil) throws {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: text)
        } catch {
            throw GeneratedContent.ParsingError(
                rawContent: text, underlyingError: error, debugDescription: "The schema is no JSON: \(error).")
        }
        try self.init(jsonSchema: json, name: name)
    }

    /// Makes a schema of JSON Schema, whose properties keep their order; where a schema has an `x-order`, they take that.
    ///
    /// The name is the one given, else the schema's `title`, else `schema`. Throws a ``SchemaError`` that names the place
    /// where the schema says what cannot be expressed or is malformed.
    public init(jsonSchema json: JSONValue, name: String? = nil) throws {
        let schema = GenerationSchema(named: name, normalizing: json)
        if let problem = schema.problems.first { throw problem }
        self = schema
    }

    /// Makes a schema of JSON Schema in its one order, under the name that is given or that it has itself.
    init(named name: String?, normalizing json: JSONValue) {
        var root = json
        guard !json.isNested(deeperThan: Self.depthLimit) else {
            self.init(name: name ?? "schema", jsonSchema: json)
            return
        }
        if var object = json.objectValue {
            object["x-name"] = nil
            root = .object(object)
        }
        self.init(
            name: name ?? json["x-name"]?.stringValue ?? json["title"]?.stringValue ?? "schema",
            jsonSchema: SchemaNormalizer.normalized(root))
    }
}
