import LMJSON

/// Finds what a document of JSON Schema says that cannot be expressed here, and what is malformed in it.
struct SchemaChecker {
    /// What the value of a keyword has to be.
    private enum Form {
        case schema, schemas, namedSchemas, type, string, strings, number, count, boolean, values, anything
        case pattern, reference
    }

    private static let forms: [String: Form] = [
        "$ref": .reference, "type": .type, "title": .string, "description": .string, "const": .anything,
        "enum": .values, "format": .string, "pattern": .pattern, "minLength": .count, "maxLength": .count,
        "minimum": .number, "maximum": .number, "exclusiveMinimum": .number, "exclusiveMaximum": .number,
        "multipleOf": .number, "prefixItems": .schemas, "items": .schema, "minItems": .count, "maxItems": .count,
        "uniqueItems": .boolean, "properties": .namedSchemas, "required": .strings, "additionalProperties": .schema,
        "minProperties": .count, "maxProperties": .count, "x-order": .strings, "anyOf": .schemas, "oneOf": .schemas,
        "allOf": .schemas, "not": .schema, "if": .schema, "then": .schema, "else": .schema, "$defs": .namedSchemas,
        "definitions": .namedSchemas,
    ]

    /// Keywords that constrain the value and have no place here, with what to write instead.
    private static let inexpressible: [String: String] = [
        "patternProperties": "list the properties by name, or allow any with 'additionalProperties'",
        "propertyNames": "list the properties by name",
        "dependentSchemas": "use 'anyOf' of objects", "dependentRequired": "use 'anyOf' of objects",
        "dependencies": "use 'anyOf' of objects", "contains": "say it in the description",
        "minContains": "say it in the description", "maxContains": "say it in the description",
        "unevaluatedProperties": "use 'additionalProperties'", "unevaluatedItems": "use 'items'",
        "additionalItems": "use 'prefixItems' and 'items'", "$dynamicRef": "use '$ref'",
        "$recursiveRef": "use '$ref'",
    ]

    private static let types: Set<String> = [
        "null", "boolean", "integer", "number", "string", "array", "object",
    ]
    private static let bounds = [
        ("minLength", "maxLength"), ("minimum", "maximum"), ("minItems", "maxItems"),
        ("minProperties", "maxProperties"), ("exclusiveMinimum", "maximum"), ("minimum", "exclusiveMaximum"),
        ("exclusiveMinimum", "exclusiveMaximum"),
    ]

    private let schemaName: String
    private let references: SchemaReferences
    private let isOfGuides: Bool
    private var problems: [GenerationSchema.SchemaError] = []

    /// What is wrong with a document.
    ///
    /// - Parameter isOfGuides: Whether it is built of types and guides, and not taken as someone wrote it.
    static func problems(
        in document: JSONValue, name: String, isOfGuides: Bool = false
    ) -> [GenerationSchema.SchemaError] {
        var checker = SchemaChecker(
            schemaName: name, references: SchemaReferences(root: document), isOfGuides: isOfGuides)
        checker.check(document, at: "")
        return checker.problems
    }

    private init(schemaName: String, references: SchemaReferences, isOfGuides: Bool) {
        self.schemaName = schemaName
        self.references = references
        self.isOfGuides = isOfGuides
    }

    /// The property of a value that a place in the schema is about, such as `days[].city`; `nil` for the whole value.
    private func property(at pointer: String) -> String? {
        var path = ""
        var tokens = pointer.split(separator: "/")[...]
        while let token = tokens.popFirst() {
            switch token {
            case "$defs", "definitions": path = tokens.popFirst().map(String.init) ?? ""
            case "properties":
                guard let name = tokens.popFirst() else { break }
                path += (path.isEmpty ? "" : ".") + name
            case "items": path += "[]"
            default: break
            }
        }
        return path.isEmpty ? nil : path
    }

    private mutating func report(_ pointer: String, _ problem: String) {
        var place = pointer.isEmpty ? "At its root" : "At \(pointer)"
        // Who wrote a guide knows the property, and not the place in JSON.
        if isOfGuides, let property = property(at: pointer) { place += ", for the property '\(property)'" }
        problems.append(
            .inexpressible(
                schema: schemaName, pointer: pointer,
                context: .init(debugDescription: "The schema '\(schemaName)' cannot be used. \(place): \(problem).")))
    }

    private mutating func check(_ schema: JSONValue, at pointer: String) {
        switch schema {
        case .bool(false) where pointer.isEmpty: report(pointer, "no value keeps to the schema 'false'")
        case .bool: break
        case .object(let object):
            for keyword in object { check(keyword, at: "\(pointer)/\(JSONPointer.Token.key(keyword.key))") }
            for (least, greatest) in Self.bounds {
                guard let low = object[least]?.numberValue, let high = object[greatest]?.numberValue else { continue }
                let isExclusive = least.hasPrefix("exclusive") || greatest.hasPrefix("exclusive")
                if high.isLess(than: low) || isExclusive && !low.isLess(than: high) {
                    report(pointer, "no value has '\(least)' \(low) and '\(greatest)' \(high)")
                }
            }
            if isOfGuides { checkChoices(object, at: pointer) }
        default: report(pointer, "a schema is an object, not \(schema.kindInWords)")
        }
    }

    private mutating func check(_ keyword: JSONObject.Member, at pointer: String) {
        if let remedy = Self.inexpressible[keyword.key] {
            return report(pointer, "'\(keyword.key)' cannot be expressed; \(remedy)")
        }
        // A keyword that is not known says nothing of the value, as JSON Schema has it.
        guard let form = Self.forms[keyword.key] else { return }
        func expect(_ isRight: Bool, _ what: String) {
            if !isRight { report(pointer, "'\(keyword.key)' is \(what), not \(keyword.value.kindInWords)") }
        }
        switch form {
        case .anything: break
        case .string: expect(keyword.value.stringValue != nil, "a string")
        case .boolean: expect(keyword.value.boolValue != nil, "true or false")
        case .number:
            expect(keyword.value.numberValue != nil, "a number")
            if keyword.key == "multipleOf", let step = keyword.value.numberValue, !JSONNumber(0).isLess(than: step) {
                report(pointer, "'multipleOf' is more than 0")
            }
        case .count: expect(keyword.value.intValue.map { $0 >= 0 } ?? false, "a whole number from 0 on")
        case .strings:
            expect(keyword.value.arrayValue?.allSatisfy { $0.stringValue != nil } ?? false, "a list of strings")
        case .values: expect(keyword.value.arrayValue.map { !$0.isEmpty } ?? false, "a list of values, at least one")
        case .type: checkType(keyword.value, at: pointer)
        case .pattern: checkPattern(keyword.value, at: pointer)
        case .reference: checkReference(keyword.value, at: pointer)
        case .schema:
            if keyword.key == "items", keyword.value.arrayValue != nil {
                return report(pointer, "a list of schemas for the elements is written 'prefixItems'")
            }
            check(keyword.value, at: pointer)
        case .schemas:
            guard let schemas = keyword.value.arrayValue, !schemas.isEmpty else {
                return report(pointer, "'\(keyword.key)' is a list of schemas, at least one")
            }
            for (index, schema) in schemas.enumerated() { check(schema, at: "\(pointer)/\(index)") }
        case .namedSchemas:
            guard let schemas = keyword.value.objectValue else {
                return report(pointer, "'\(keyword.key)' is an object of schemas, not \(keyword.value.kindInWords)")
            }
            for schema in schemas { check(schema.value, at: "\(pointer)/\(JSONPointer.Token.key(schema.key))") }
        }
    }

    /// Whether a choice has nothing twice, and something that the guides beside it allow.
    private mutating func checkChoices(_ schema: JSONObject, at pointer: String) {
        guard let choices = schema["enum"]?.arrayValue ?? schema["const"].map({ [$0] }), !choices.isEmpty else {
            return
        }
        var seen: Set<String> = []
        for choice in choices where !seen.insert(choice.text(.canonical)).inserted {
            report(pointer, "the choice \(choice.text()) stands twice")
        }
        guard problems.isEmpty else { return }
        var alone = schema
        alone["$defs"] = nil
        var validator = SchemaValidator(.object(alone), limit: 1)
        if choices.allSatisfy({ !validator.mismatches(of: $0).isEmpty }) {
            report(pointer, "no value keeps to all of its guides")
        }
    }

    private mutating func checkType(_ value: JSONValue, at pointer: String) {
        let names = value.stringValue.map { [JSONValue.string($0)] } ?? value.arrayValue ?? []
        if names.isEmpty { return report(pointer, "'type' is the name of a type or a list of names") }
        for name in names where !Self.types.contains(name.stringValue ?? "") {
            report(pointer, "there is no type \(name.text()); the types are \(Self.types.sorted().quoted)")
        }
    }

    private mutating func checkPattern(_ value: JSONValue, at pointer: String) {
        guard let pattern = value.stringValue else { return report(pointer, "'pattern' is a string") }
        do {
            _ = try SchemaPattern.regex(pattern)
        } catch {
            report(pointer, "the pattern \(pattern) is no regular expression that can be checked here: \(error)")
        }
    }

    private mutating func checkReference(_ value: JSONValue, at pointer: String) {
        guard let reference = value.stringValue, reference.hasPrefix("#") else {
            return report(
                pointer, "a reference to another document cannot be followed; copy what it names into '$defs'")
        }
        if references.target(of: reference) == nil { report(pointer, "'\(reference)' is not in this schema") }
    }
}
