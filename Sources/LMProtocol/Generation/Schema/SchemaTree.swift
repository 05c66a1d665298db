import LMJSON

/// Where schemas stand inside a schema.
enum SchemaTree {
    /// Keywords whose value is a schema.
    static let single: Set<String> = ["items", "additionalProperties", "not", "if", "then", "else"]
    /// Keywords whose value is a list of schemas.
    static let lists: Set<String> = ["anyOf", "oneOf", "allOf", "prefixItems"]
    /// Keywords whose value is schemas by name.
    static let maps: Set<String> = ["properties", "$defs", "definitions"]

    /// Whether a member of a schema is a value, and no schema or schemas.
    static func isValue(_ member: JSONObject.Member) -> Bool {
        switch member.value {
        case .object: !single.contains(member.key) && !maps.contains(member.key)
        case .array: !lists.contains(member.key)
        case .null, .bool, .number, .string: true
        }
    }

    /// Changes each schema of a document, the inner ones first. What is no object, as the schema `true`, stays.
    static func map(_ schema: JSONValue, _ transform: (JSONObject) throws -> JSONObject) rethrows -> JSONValue {
        guard case .object(let object) = schema else { return schema }
        var mapped = object
        for (index, member) in object.enumerated() {
            let value: JSONValue
            switch (member.key, member.value) {
            case (let key, .object) where single.contains(key):
                value = try map(member.value, transform)
            case (let key, .array(let schemas)) where lists.contains(key):
                value = .array(try schemas.map { try map($0, transform) })
            case (let key, .object(let schemas)) where maps.contains(key):
                value = .object(
                    JSONObject(try schemas.map { .init(key: $0.key, value: try map($0.value, transform)) }))
            default: continue
            }
            mapped[index] = .init(key: member.key, value: value)
        }
        return .object(try transform(mapped))
    }
}
