import LMJSON

/// The one order of a schema's keywords. An object that went through a coder without order comes out of it as it was.
enum SchemaNormalizer {
    /// The keywords in the order they are written: what a value is, what it is for, then its bounds and parts.
    private static let order: [String: Int] = {
        let keywords = [
            "$ref", "type", "title", "description", "const", "enum", "format", "pattern", "minLength", "maxLength",
            "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "prefixItems", "items",
            "minItems", "maxItems", "properties", "required", "additionalProperties", "x-order", "minProperties",
            "maxProperties", "anyOf", "oneOf", "allOf", "not", "if", "then", "else",
        ]
        return Dictionary(uniqueKeysWithValues: keywords.enumerated().map { ($1, $0) })
    }()

    /// The keywords of one schema in their order; those that are not known after them, as they stand, and `$defs` last.
    static func ordered(_ schema: JSONObject) -> JSONObject {
        func rank(_ key: String) -> Int { key == "$defs" || key == "definitions" ? .max : order[key] ?? 1000 }
        // Swift's sort is stable.
        return JSONObject(schema.sorted { rank($0.key) < rank($1.key) })
    }

    /// A whole schema in its order. `x-order`, which says the order of properties to a reader that has none, is
    /// followed and left out.
    static func normalized(_ schema: JSONValue) -> JSONValue {
        let mapped = SchemaTree.map(schema) { object in
            var object = object
            if let names = object["x-order"]?.arrayValue?.compactMap(\.stringValue) {
                object["x-order"] = nil
                if let properties = object["properties"]?.objectValue {
                    object["properties"] = .object(reordered(properties, by: names))
                }
            }
            if let required = object["required"]?.arrayValue?.compactMap(\.stringValue),
                let names = object["properties"]?.objectValue?.keys
            {
                let places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
                let sorted = required.sorted { (places[$0] ?? .max, $0) < (places[$1] ?? .max, $1) }
                object["required"] = .array(sorted.map(JSONValue.string))
            }
            return ordered(object)
        }
        return withDefinitionsOrdered(mapped)
    }

    /// The schema with its definitions in the order in which references meet them.
    private static func withDefinitionsOrdered(_ schema: JSONValue) -> JSONValue {
        guard var root = schema.objectValue, let definitions = root["$defs"]?.objectValue else { return schema }
        let references = SchemaReferences(root: schema)
        var names: [String] = []
        var seen: Set<String> = []
        func visit(_ schema: JSONValue) {
            for reference in SchemaReferences.references(in: schema, withDefinitions: false) {
                guard seen.insert(reference).inserted, let target = references.target(of: reference) else { continue }
                if case .key(let name)? = JSONPointer(String(reference.dropFirst()))?.tokens.dropFirst().first {
                    names.append(name)
                }
                visit(target)
            }
        }
        visit(schema)
        root["$defs"] = .object(reordered(definitions, by: names))
        return .object(root)
    }

    /// The members that the names name, in their order, then the others as they stand.
    static func reordered(_ members: JSONObject, by names: [String]) -> JSONObject {
        let places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        return JSONObject(members.sorted { places[$0.key] ?? .max < places[$1.key] ?? .max })
    }
}
