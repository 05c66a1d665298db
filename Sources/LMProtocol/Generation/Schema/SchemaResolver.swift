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

    let schemaName: String
    /// The dependencies that are not defined yet.
    private var dependencies: [String: SchemaShape] = [:]
    /// The place of each definition, as the names in `$defs`; empty for the root.
    private var places: [Key: String] = [:]
    var definitions: [(name: String, schema: JSONObject)] = []
    private var takenNames: Set<String> = []
    /// Types without a name of their own whose schema is being built; `true` where one turned out to contain itself.
    private var unnamed: [ObjectIdentifier: Bool] = [:]
    private var references: [String] = []
    private var defined: Set<String> = []
    var problems: [GenerationSchema.SchemaError] = []

    static func resolve(_ schema: GenerationSchema) -> Result {
        var resolver = SchemaResolver(schemaName: schema.name)
        let document = resolver.document(of: schema)
        // Guides can ask for what no value has, as a document can.
        if resolver.problems.isEmpty {
            var isOfGuides = true
            if case .document = schema.shape { isOfGuides = false }
            resolver.problems = SchemaChecker.problems(in: document, name: schema.name, isOfGuides: isOfGuides)
        }
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
    mutating func schema(of shape: SchemaShape) -> JSONObject {
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
        case .document(let document): return document.objectValue ?? JSONObject()
        case .unusable(let problem):
            problems.append(problem)
            return JSONObject()
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
    mutating func uniqueName(_ name: String, of type: (any Generable.Type)?) -> String {
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
