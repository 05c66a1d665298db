import LMJSON

extension SchemaResolver {
    /// The schema of what a name stands for.
    mutating func body(_ name: String, _ description: String?, _ inner: SchemaShape) -> JSONObject {
        var members: [JSONObject.Member] = [.init(key: "title", value: .string(name))]
        if let description { members.append(.init(key: "description", value: .string(description))) }
        switch inner {
        case .object(let object):
            members.insert(.init(key: "type", value: "object"), at: 0)
            return objectBody(name, members, object)
        case .choices(let choices):
            if choices.isEmpty { reportEmpty(name) }
            members.insert(.init(key: "type", value: "string"), at: 0)
            members.append(.init(key: "enum", value: .array(choices.map(JSONValue.string))))
            return JSONObject(members)
        case .union(let shapes):
            if shapes.isEmpty { reportEmpty(name) }
            let choices = shapes.map { JSONValue.object(schema(of: $0)) }
            members.append(.init(key: "anyOf", value: .array(choices)))
            return JSONObject(members)
        default:
            return schema(of: inner)
        }
    }

    private mutating func objectBody(
        _ name: String, _ head: [JSONObject.Member], _ object: SchemaShape.ObjectShape
    ) -> JSONObject {
        var properties = JSONObject()
        var required: [JSONValue] = []
        var names: Set<String> = []
        for property in object.properties {
            guard names.insert(property.name).inserted else {
                problems.append(
                    .duplicateProperty(
                        schema: name, property: property.name,
                        context: .init(
                            debugDescription:
                                "The schema '\(name)' has two properties with the name '\(property.name)'.")))
                continue
            }
            var schema = schema(of: property.shape)
            if property.isOptional, object.representsNilExplicitly { schema = Self.nullable(schema) }
            if let description = property.description { schema["description"] = .string(description) }
            properties.append(key: property.name, value: .object(SchemaNormalizer.ordered(schema)))
            if !property.isOptional { required.append(.string(property.name)) }
        }
        return JSONObject(
            head + [
                .init(key: "properties", value: .object(properties)),
                .init(key: "required", value: .array(required)),
                .init(key: "additionalProperties", value: false),
            ])
    }

    private mutating func reportEmpty(_ name: String) {
        problems.append(
            .emptyTypeChoices(
                schema: name,
                context: .init(debugDescription: "The schema '\(name)' is a choice with nothing to choose from.")))
    }

    /// The schema with `null` as one more value.
    static func nullable(_ schema: JSONObject) -> JSONObject {
        if let type = schema["type"]?.stringValue, schema["enum"] == nil, schema["const"] == nil {
            var nullable = schema
            nullable["type"] = .array([.string(type), "null"])
            return nullable
        }
        return JSONObject(["anyOf": .array([.object(schema), ["type": "null"]])])
    }

    /// Adds what guides say. Guides of one value hold together, so the narrower bound counts, whatever their order.
    mutating func apply(_ constraints: [SchemaConstraint], to schema: inout JSONObject) {
        for constraint in constraints {
            switch constraint {
            case .keyword("pattern", let pattern):
                guard let earlier = schema["pattern"] else {
                    schema["pattern"] = pattern
                    continue
                }
                // One schema has one pattern; more of them have to hold together.
                schema["allOf"] = .array((schema["allOf"]?.arrayValue ?? []) + [["pattern": pattern]])
                schema["pattern"] = earlier
            case .keyword(let name, let value):
                schema[name] = schema[name].map { Self.conjunction(name, $0, value) } ?? value
            case .element(let inner):
                var items = schema["items"]?.objectValue ?? JSONObject()
                apply(inner, to: &items)
                schema["items"] = .object(items)
            case .patternWithoutText:
                problems.append(
                    .inexpressible(
                        schema: schemaName, pointer: "",
                        context: .init(
                            debugDescription:
                                "A pattern in the schema '\(schemaName)' has no text that a model could be "
                                + "given. Write it as a regular expression literal, without closures.")))
            }
        }
    }

    /// What holds where two values of one keyword do; where nothing can, the schema says so, and is refused for it.
    private static func conjunction(_ keyword: String, _ first: JSONValue, _ second: JSONValue) -> JSONValue {
        switch (keyword, first, second) {
        case ("minimum", .number(let one), .number(let other)), ("minItems", .number(let one), .number(let other)):
            return .number(one.isLess(than: other) ? other : one)
        case ("maximum", .number(let one), .number(let other)), ("maxItems", .number(let one), .number(let other)):
            return .number(other.isLess(than: one) ? other : one)
        case ("enum", .array(let ones), .array(let others)):
            return .array(ones.filter { one in others.contains { $0.isSame(as: one) } })
        // Two constants: an empty list of values is what both allow.
        case ("const", _, _) where !first.isSame(as: second): return .array([])
        // What is no bound is kept, to be named.
        case (_, .number, _): return second
        default: return first
        }
    }
}
