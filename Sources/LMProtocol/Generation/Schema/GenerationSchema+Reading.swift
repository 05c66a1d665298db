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
        let name = name ?? json["x-name"]?.stringValue ?? json["title"]?.stringValue ?? "schema"
        if let problem = SchemaChecker.problems(in: json, name: name).first { throw problem }
        var root = json
        if var object = json.objectValue {
            object["x-name"] = nil
            root = .object(object)
        }
        self.init(name: name, jsonSchema: SchemaNormalizer.normalized(root))
    }
}
