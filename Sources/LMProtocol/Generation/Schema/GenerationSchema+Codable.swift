import LMJSON

extension GenerationSchema: Codable {
    /// Reads JSON Schema whose root has a `title`, which is the name.
    public init(from decoder: any Decoder) throws {
        let json = try CodableJSON(from: decoder).value
        self.init(name: json["title"]?.stringValue ?? "schema", jsonSchema: SchemaNormalizer.normalized(json))
    }

    /// Writes JSON Schema, with the order of properties as `x-order`.
    public func encode(to encoder: any Encoder) throws { try CodableJSON(value: jsonSchema).encode(to: encoder) }

    /// Makes a schema of JSON Schema text, whose properties keep their order.
    ///
    /// The name is the one given, else the schema's `title`. Throws a ``SchemaError`` that names the place where the
    /// text says what cannot be expressed, and a ``GeneratedContent/ParsingError`` where it is no JSON.
    public init(jsonSchema text: String, name: String? = nil) throws {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: text)
        } catch {
            throw GeneratedContent.ParsingError(
                rawContent: text, underlyingError: error, debugDescription: "The schema is no JSON: \(error).")
        }
        self.init(name: name ?? json["title"]?.stringValue ?? "schema", jsonSchema: json)
    }
}
