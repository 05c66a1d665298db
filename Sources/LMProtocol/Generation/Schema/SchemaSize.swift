import LMJSON

/// How much there is of a schema, in what providers count.
struct SchemaSize {
    private(set) var properties = 0
    private(set) var depth = 0
    private(set) var characters = 0
    private(set) var enumValues = 0

    init(of schema: JSONValue) { measure(schema, depth: 0) }

    /// The bound that the schema exceeds, in words; `nil` where it keeps to all of them.
    func excess(over limits: SchemaDialect.Limits) -> String? {
        func text(_ count: Int, _ limit: Int?, _ what: String) -> String? {
            guard let limit, count > limit else { return nil }
            return "takes at most \(limit) \(what), and there are \(count)"
        }
        return text(properties, limits.properties, "properties")
            ?? text(depth, limits.depth, "levels of objects and arrays")
            ?? text(characters, limits.characters, "characters of names and values")
            ?? text(enumValues, limits.enumValues, "values of choices")
    }

    private mutating func measure(_ schema: JSONValue, depth: Int) {
        guard let object = schema.objectValue else { return }
        let type = object["type"]
        let isContainer = type == "object" || type == "array"
        let depth = depth + (isContainer ? 1 : 0)
        self.depth = max(self.depth, depth)
        for member in object {
            switch member.value {
            case .object(let schemas) where SchemaTree.maps.contains(member.key):
                if member.key == "properties" { properties += schemas.count }
                for schema in schemas {
                    characters += schema.key.unicodeScalars.count
                    measure(schema.value, depth: member.key == "properties" ? depth : 0)
                }
            case .object where SchemaTree.single.contains(member.key): measure(member.value, depth: depth)
            case .array(let schemas) where SchemaTree.lists.contains(member.key):
                for schema in schemas { measure(schema, depth: depth) }
            case .array(let values) where member.key == "enum":
                enumValues += values.count
                for value in values { characters += value.stringValue?.unicodeScalars.count ?? 0 }
            case .string(let value) where member.key == "const": characters += value.unicodeScalars.count
            default: break
            }
        }
    }
}
