import LMJSON

/// Turns the parts of a schema into one document of JSON Schema: named types in `$defs`, in the order they are met, and
/// a reference for each use, so that a type may contain itself.
struct SchemaResolver {
    /// A document, and what is wrong with the parts.
    struct Result: Sendable {
        var document: JSONValue
        var problems: [GenerationSchema.SchemaError]
    }

    private enum Key: Hashable {
        case type(ObjectIdentifier)
        case name(String)
    }

    private let schemaName: String
    /// The dependencies that are not defined yet.
    private var dependencies: [String: SchemaShape] = [:]
    /// The place of each definition, as the names in `$defs`; empty for the root.
    private var places: [Key: String] = [:]
    private var definitions: [(name: String, schema: JSONObject)] = []
    private var takenNames: Set<String> = []
    /// Types without a name of their own whose schema is being built; `true` where one turned out to contain itself.
    private var unnamed: [ObjectIdentifier: Bool] = [:]
    private var references: [String] = []
    private var defined: Set<String> = []
    private var problems: [GenerationSchema.SchemaError] = []

    static func resolve(_ schema: GenerationSchema) -> Result {
        var resolver = SchemaResolver(schemaName: schema.name)
        let document = resolver.document(of: schema)
        return Result(document: document, problems: resolver.problems)
    }

    private init(schemaName: String) { self.schemaName = schemaName }

    private mutating func document(of schema: GenerationSchema) -> JSONValue {
        var shape = schema.shape
        var typeID = schema.typeID
        // A root that is only the schema of a type is that schema itself, not a reference to it.
        while case .type(let type) = shape, typeID != ObjectIdentifier(type) {
            typeID = ObjectIdentifier(type)
            shape = type.generationSchema.shape
        }
        if case .document(let document) = shape {
            problems += SchemaChecker.problems(in: document, name: schemaName)
            return document
        }
        for dependency in schema.dependencies { addDependency(dependency.shape) }
        var root: JSONObject
        if case .named(let name, let description, let inner) = shape {
            if let typeID { places[.type(typeID)] = "" }
            places[.name(name)] = ""
            if dependencies[name] != nil { reportDuplicate(name) }
            defined.insert(name)
            takenNames.insert(SchemaName.wire(name))
            root = body(name, description, inner)
        } else {
            root = self.schema(of: shape)
        }
        let missing = references.filter { !defined.contains($0) }
        if !missing.isEmpty {
            problems.append(
                .undefinedReferences(
                    schema: schemaName, references: missing,
                    context: .init(
                        debugDescription:
                            "The schema '\(schemaName)' refers to \(missing.quoted), which is not defined. "
                            + "Pass the schemas of these names as dependencies.")))
        }
        if !definitions.isEmpty {
            root["$defs"] = .object(JSONObject(definitions.map { .init(key: $0.name, value: .object($0.schema)) }))
        }
        return .object(root)
    }

    private mutating func addDependency(_ shape: SchemaShape) {
        guard case .named(let name, _, _) = shape else { return }
        if dependencies.updateValue(shape, forKey: name) != nil { reportDuplicate(name) }
    }

    private mutating func reportDuplicate(_ name: String) {
        problems.append(
            .duplicateType(
                schema: schemaName, type: name,
                context: .init(
                    debugDescription: "Two different schemas inside '\(schemaName)' have the name '\(name)'. "
                        + "Give each a name of its own.")))
    }

    /// The schema of a shape: in place where the shape has no name, else a reference to its definition.
    private mutating func schema(of shape: SchemaShape) -> JSONObject {
        switch shape {
        case .anything: return JSONObject()
        case .nothing: return JSONObject(["not": .object(JSONObject())])
        case .value(let keywords): return keywords
        case .array(let element): return JSONObject(["type": "array", "items": .object(schema(of: element))])
        case .dictionary(let value):
            return JSONObject(["type": "object", "additionalProperties": .object(schema(of: value))])
        case .object, .choices, .union: return body(schemaName, nil, shape)
        case .guided(let inner, let constraints):
            var schema = schema(of: inner)
            apply(constraints, to: &schema)
            return schema
        case .type(let type): return schema(of: type)
        case .reference(let name): return reference(toName: name)
        case .named(let name, let description, let inner): return inlined(name, description, inner)
        case .document(let document):
            return document.objectValue ?? JSONObject()
        }
    }

    private mutating func schema(of type: any Generable.Type) -> JSONObject {
        let id = ObjectIdentifier(type)
        if let place = places[.type(id)] { return Self.reference(to: place) }
        let schema = type.generationSchema
        switch schema.shape {
        case .named(let name, let description, let inner):
            let place = uniqueName(name, of: type)
            places[.type(id)] = place
            define(place, as: name) { $0.body(name, description, inner) }
            return Self.reference(to: place)
        case .document(let document):
            let place = uniqueName(schema.name, of: type)
            places[.type(id)] = place
            problems += SchemaChecker.problems(in: document, name: schema.name)
            define(place, as: schema.name) { $0.hoisted(document, to: place) }
            return Self.reference(to: place)
        default:
            return unnamedSchema(of: type, id, schema)
        }
    }

    /// The schema of a type without a name, such as of an array: in place, unless it contains itself.
    private mutating func unnamedSchema(
        of type: any Generable.Type, _ id: ObjectIdentifier, _ schema: GenerationSchema
    ) -> JSONObject {
        if unnamed[id] != nil {
            unnamed[id] = true
            let place = uniqueName(schema.name, of: type)
            places[.type(id)] = place
            return Self.reference(to: place)
        }
        unnamed[id] = false
        let body = self.schema(of: schema.shape)
        defer { unnamed[id] = nil }
        guard unnamed[id] == true, let place = places[.type(id)] else { return body }
        definitions.append((place, body))
        return Self.reference(to: place)
    }

    /// Puts a definition in its place. The place is taken before the definition is built, so that `$defs` has the order
    /// in which names are met.
    private mutating func define(_ place: String, as name: String, _ build: (inout SchemaResolver) -> JSONObject) {
        let index = definitions.count
        definitions.append((place, JSONObject()))
        defined.insert(name)
        let schema = build(&self)
        definitions[index].schema = schema
    }

    private mutating func reference(toName name: String) -> JSONObject {
        references.append(name)
        if let place = places[.name(name)] { return Self.reference(to: place) }
        let place = uniqueName(name, of: nil)
        places[.name(name)] = place
        if case .named(_, let description, let inner)? = dependencies.removeValue(forKey: name) {
            define(place, as: name) { $0.body(name, description, inner) }
        }
        return Self.reference(to: place)
    }

    /// The definition of a named schema that stands where it is used.
    private mutating func inlined(_ name: String, _ description: String?, _ inner: SchemaShape) -> JSONObject {
        if dependencies.removeValue(forKey: name) != nil { reportDuplicate(name) }
        guard defined.contains(name), let place = places[.name(name)] else {
            let place = places[.name(name)] ?? uniqueName(name, of: nil)
            places[.name(name)] = place
            define(place, as: name) { $0.body(name, description, inner) }
            return Self.reference(to: place)
        }
        let body = body(name, description, inner)
        let known = definitions.first { $0.name == place }?.schema
        if known != body { reportDuplicate(name) }
        return Self.reference(to: place)
    }

    private static func reference(to place: String) -> JSONObject {
        JSONObject(["$ref": .string(place.isEmpty ? "#" : "#/$defs/\(place)")])
    }

    /// A name for `$defs` that is not taken: the type's own, else with the types around it, else with a number.
    private mutating func uniqueName(_ name: String, of type: (any Generable.Type)?) -> String {
        var candidates = [SchemaName.wire(name)]
        if let type { candidates.append(SchemaName.qualified(type)) }
        if let free = candidates.first(where: { !takenNames.contains($0) }) {
            takenNames.insert(free)
            return free
        }
        var number = 2
        while takenNames.contains("\(candidates[0])_\(number)") { number += 1 }
        takenNames.insert("\(candidates[0])_\(number)")
        return "\(candidates[0])_\(number)"
    }
}

extension SchemaResolver {
    /// The schema of what a name stands for.
    private mutating func body(_ name: String, _ description: String?, _ inner: SchemaShape) -> JSONObject {
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

    private mutating func apply(_ constraints: [SchemaConstraint], to schema: inout JSONObject) {
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
            case .keyword(let name, let value): schema[name] = value
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

    /// A document inside another: its definitions join those of the whole, and its references follow them.
    private mutating func hoisted(_ document: JSONValue, to place: String) -> JSONObject {
        guard var root = document.objectValue else { return JSONObject() }
        var renamed: [String: String] = [:]
        var inner: [(name: String, schema: JSONValue)] = []
        for keyword in ["$defs", "definitions"] {
            for member in root[keyword]?.objectValue ?? JSONObject() {
                let name = uniqueName(member.key, of: nil)
                renamed["#/\(keyword)/" + JSONPointer.escape(member.key)] = "#/$defs/\(name)"
                inner.append((name, member.value))
            }
            root[keyword] = nil
        }
        func redirect(_ pointer: String) -> String {
            for (old, new) in renamed where pointer == old || pointer.hasPrefix(old + "/") {
                return new + pointer.dropFirst(old.count)
            }
            return pointer.hasPrefix("#") ? "#/$defs/\(place)" + pointer.dropFirst() : pointer
        }
        for (name, schema) in inner {
            let redirected = SchemaTree.map(schema) { Self.redirected($0, redirect) }
            definitions.append((name, redirected.objectValue ?? JSONObject()))
        }
        return SchemaTree.map(.object(root)) { Self.redirected($0, redirect) }.objectValue ?? root
    }

    private static func redirected(_ schema: JSONObject, _ redirect: (String) -> String) -> JSONObject {
        guard let pointer = schema["$ref"]?.stringValue else { return schema }
        var schema = schema
        schema["$ref"] = .string(redirect(pointer))
        return schema
    }
}

extension [String] {
    /// The strings for a sentence: `'a', 'b'`.
    var quoted: String { map { "'\($0)'" }.joined(separator: ", ") }
}

extension [String] {
    /// The strings without those that stood before.
    func uniqued() -> [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}

extension String {
    /// The string with what it begins with replaced.
    func replacingPrefix(_ prefix: String, with replacement: String) -> String {
        hasPrefix(prefix) ? replacement + dropFirst(prefix.count) : self
    }
}
