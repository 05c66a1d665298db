import LMJSON

/// Rewrites a schema for a provider after the provider's rules, and keeps account of what it changes.
struct SchemaAdapter {
    private let dialect: SchemaDialect
    private let schemaName: String
    private let references: SchemaReferences
    private(set) var adjustments: [Adjustment] = []
    private var nullableProperties: [String] = []

    init(_ schema: GenerationSchema, dialect: SchemaDialect) {
        self.dialect = dialect
        schemaName = schema.name
        references = SchemaReferences(root: schema.jsonSchema)
    }

    /// Throws ``LanguageModelError/unsupportedGenerationGuide(_:)`` where the provider cannot be told what is meant.
    mutating func adapted() throws -> JSONValue {
        if !dialect.allowsRecursion, let reference = references.circular {
            throw refusal("", "takes no schema that contains itself, as '\(reference)' does")
        }
        // What nothing refers to need not fit the provider.
        let used = references.root.objectValue.map { JSONValue.object(withoutUnusedDefinitions($0)) }
        var root = try adapt(used ?? references.root, at: "")
        if dialect.requiresObjectRoot, root["type"]?.stringValue != "object" {
            throw refusal("", "takes only an object as the whole value; make it a property of one")
        }
        root = withoutUnusedDefinitions(root)
        if !nullableProperties.isEmpty {
            adjust("the optional \(nullableProperties.quoted) may be null instead of absent")
        }
        let schema = JSONValue.object(root)
        if let excess = SchemaSize(of: schema).excess(over: dialect.limits) { throw refusal("", excess) }
        return schema
    }

    private mutating func adapt(_ schema: JSONValue, at pointer: String) throws -> JSONObject {
        switch schema {
        case .object(let object): return try adapt(object, at: pointer)
        case .bool(true) where !dialect.requiresTypes: return JSONObject()
        case .bool(true): throw refusal(pointer, "takes no schema of any value whatever")
        default: throw refusal(pointer, "takes no schema that nothing keeps to")
        }
    }

    private mutating func adapt(_ original: JSONObject, at pointer: String) throws -> JSONObject {
        var schema = original
        schema["x-order"] = nil
        if !dialect.allowsReferenceSiblings { schema = separated(schema) }
        try rewriteCombinations(&schema, at: pointer)
        var adapted = JSONObject()
        var notes: [String] = []
        for member in schema {
            switch try handling(of: member, at: pointer) {
            case .enforced: break
            case .bestEffort:
                adjust("\(dialect.name) may not keep to '\(member.key)'", at: pointer)
            case .described:
                notes.append(SchemaNote.text(member.key, member.value))
                adjust("'\(member.key)' is said in the description and checked on arrival", at: pointer)
                continue
            case .omitted:
                adjust("'\(member.key)' is left out", at: pointer)
                continue
            case .refused:
                throw refusal(pointer, "does not take '\(member.key)'")
            }
            adapted.append(key: member.key, value: try adaptedValue(of: member, at: pointer))
        }
        if !notes.isEmpty {
            let description = ([adapted["description"]?.stringValue] + notes).compactMap(\.self)
            adapted["description"] = .string(description.joined(separator: " "))
        }
        if dialect.requiresTypes {
            try addType(to: &adapted, at: pointer)
            if Self.isArray(adapted), adapted["items"] == nil {
                throw refusal(pointer, "has to know the type of every element")
            }
        }
        if Self.isObject(adapted) { try adaptObject(&adapted, at: pointer) }
        return SchemaNormalizer.ordered(adapted)
    }

    /// The value of a keyword, with the schemas in it adapted.
    private mutating func adaptedValue(of member: JSONObject.Member, at pointer: String) throws -> JSONValue {
        let place = "\(pointer)/\(JSONPointer.Token.key(member.key))"
        switch member.value {
        case .string(let pattern) where member.key == "pattern":
            return .string(rewritten(pattern))
        case .object where SchemaTree.single.contains(member.key):
            return .object(try adapt(member.value, at: place))
        case .bool where SchemaTree.single.contains(member.key) && member.key != "additionalProperties":
            return .object(try adapt(member.value, at: place))
        case .array(let schemas) where SchemaTree.lists.contains(member.key):
            if schemas.isEmpty { throw refusal(pointer, "takes no '\(member.key)' of nothing") }
            var adapted: [JSONValue] = []
            for (index, schema) in schemas.enumerated() {
                adapted.append(.object(try adapt(schema, at: "\(place)/\(index)")))
            }
            return .array(adapted)
        case .array(let values) where member.key == "enum" && values.isEmpty:
            throw refusal(pointer, "takes no 'enum' of nothing")
        case .object(let schemas) where SchemaTree.maps.contains(member.key):
            var adapted = JSONObject()
            for schema in schemas {
                let name = JSONPointer.Token.key(schema.key)
                adapted.append(key: schema.key, value: .object(try adapt(schema.value, at: "\(place)/\(name)")))
            }
            return .object(adapted)
        default: return member.value
        }
    }

    private func handling(of member: JSONObject.Member, at pointer: String) throws -> SchemaDialect.Handling {
        if member.key == "format", let formats = dialect.formats, let format = member.value.stringValue,
            !formats.contains(format)
        {
            return dialect.otherFormats
        }
        if member.key == "pattern", !dialect.allowsRarePatterns, let pattern = member.value.stringValue,
            !PatternScanner(pattern).rareSyntax.isEmpty
        {
            return .described
        }
        if let greatest = dialect.greatestValues[member.key], let value = member.value.intValue, value > greatest {
            return .bestEffort
        }
        return dialect.keywords[member.key] ?? dialect.otherKeywords
    }

    private func rewritten(_ pattern: String) -> String {
        switch dialect.patterns {
        case .found: pattern
        case .whole: SchemaPattern.implicitlyAnchored(pattern)
        case .either: SchemaPattern.anchored(SchemaPattern.implicitlyAnchored(pattern))
        }
    }

    private mutating func adjust(_ change: String, at pointer: String = "") {
        let place = pointer.isEmpty ? "" : " at \(pointer)"
        adjustments.append(Adjustment(.schemaChanged, "Schema '\(schemaName)' for \(dialect.name): \(change)\(place)."))
    }

    private func refusal(_ pointer: String, _ reason: String) -> LanguageModelError {
        let place = pointer.isEmpty ? "" : " At \(pointer) in the schema."
        return .unsupportedGenerationGuide(
            .init(
                schemaName: schemaName,
                debugDescription: "The schema '\(schemaName)' cannot be sent: \(dialect.name) \(reason).\(place)"))
    }
}

extension SchemaAdapter {
    /// A reference with other keywords beside it, for a provider that takes only one or the other: the definition in
    /// their place where that comes to an end, else a choice of one.
    private func separated(_ schema: JSONObject) -> JSONObject {
        guard let reference = schema["$ref"]?.stringValue else { return schema }
        var siblings = schema
        siblings["$ref"] = nil
        let definitions = ["$defs", "definitions"].compactMap { siblings[$0] == nil ? nil : $0 }
        guard siblings.count > definitions.count else { return schema }
        guard !references.isCircular(reference), let target = references.target(of: reference)?.objectValue else {
            siblings["anyOf"] = [["$ref": .string(reference)]]
            return siblings
        }
        var merged = target
        for sibling in siblings { merged[sibling.key] = sibling.value }
        return separated(merged)
    }

    private mutating func rewriteCombinations(_ schema: inout JSONObject, at pointer: String) throws {
        if let choices = schema["oneOf"], dialect.keywords["oneOf"] == nil, dialect.otherKeywords != .enforced {
            guard schema["anyOf"] == nil else { throw refusal(pointer, "does not take both 'oneOf' and 'anyOf'") }
            schema["oneOf"] = nil
            schema["anyOf"] = choices
            adjust("'oneOf' is sent as 'anyOf' and checked on arrival", at: pointer)
        }
        guard let parts = schema["allOf"]?.arrayValue, dialect.otherKeywords != .enforced else { return }
        let isTaken = dialect.keywords["allOf"] != nil
        if parts.count == 1, isTaken { return }
        if parts.count == 1, let part = parts[0].objectValue {
            schema["allOf"] = nil
            for member in part {
                guard schema[member.key] == nil || schema[member.key] == member.value else {
                    throw refusal(pointer, "does not take 'allOf', and '\(member.key)' stands in it and beside it")
                }
                schema[member.key] = member.value
            }
            schema = dialect.allowsReferenceSiblings ? schema : separated(schema)
            return
        }
        guard isTaken else { throw refusal(pointer, "does not take 'allOf' of several schemas") }
        if !dialect.enforcesConjunctions { adjust("\(dialect.name) may not keep to 'allOf'", at: pointer) }
    }

    private static func isObject(_ schema: JSONObject) -> Bool {
        schema["properties"] != nil || says("object", schema["type"])
    }

    private static func isArray(_ schema: JSONObject) -> Bool { says("array", schema["type"]) }

    /// Whether a type is among those that the value of `type` names.
    private static func says(_ type: String, _ value: JSONValue?) -> Bool {
        switch value {
        case .array(let types)?: types.contains(.string(type))
        default: value?.stringValue == type
        }
    }

    private mutating func adaptObject(_ schema: inout JSONObject, at pointer: String) throws {
        let properties = schema["properties"]?.objectValue ?? JSONObject()
        let open: Bool =
            switch schema["additionalProperties"] {
            case .bool(false)?: false
            // An object of which nothing is said may have any properties; one whose properties are listed, none besides.
            case nil: schema["properties"] == nil
            default: true
            }
        if open, !dialect.allowsOpenObjects {
            guard !properties.isEmpty else {
                throw refusal(pointer, "takes no object whose property names are not listed")
            }
            adjust("other properties than those listed are not allowed", at: pointer)
            schema["additionalProperties"] = false
        }
        switch dialect.closedObjects {
        case .asWritten: break
        case .always:
            if schema["additionalProperties"] == nil {
                adjust("other properties than those listed are not allowed", at: pointer)
            }
            schema["additionalProperties"] = false
            if schema["properties"] == nil { schema["properties"] = .object(JSONObject()) }
        case .byDefault:
            if schema["additionalProperties"] == false { schema["additionalProperties"] = nil }
        }
        if dialect.optionalProperties == .nullable { requireAll(&schema, properties, at: pointer) }
    }

    private mutating func requireAll(_ schema: inout JSONObject, _ properties: JSONObject, at pointer: String) {
        let required = Set(schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? [])
        var all = JSONObject()
        for property in properties {
            guard !required.contains(property.key), let object = property.value.objectValue,
                !Self.allowsNull(object)
            else {
                all.append(key: property.key, value: property.value)
                continue
            }
            nullableProperties.append("\(pointer)/\(property.key)".replacingPrefix("/", with: ""))
            all.append(key: property.key, value: .object(SchemaNormalizer.ordered(SchemaResolver.nullable(object))))
        }
        schema["properties"] = .object(all)
        schema["required"] = .array(all.keys.map(JSONValue.string))
    }

    private static func allowsNull(_ schema: JSONObject) -> Bool {
        switch schema["type"] {
        case .string("null")?: return true
        case .array(let types)?: return types.contains("null")
        default: return schema["anyOf"]?.arrayValue?.contains { $0.objectValue.map(allowsNull) ?? false } ?? false
        }
    }

    /// The type of a schema that does not say it, from its other keywords.
    private func addType(to schema: inout JSONObject, at pointer: String) throws {
        if schema["type"] != nil || schema["anyOf"] != nil || schema["$ref"] != nil { return }
        if schema["properties"] != nil { return schema["type"] = "object" }
        if schema["items"] != nil { return schema["type"] = "array" }
        let values = schema["enum"]?.arrayValue ?? schema["const"].map { [$0] } ?? []
        let types = values.map(\.schemaType).uniqued()
        switch types.count {
        case 0: throw refusal(pointer, "has to know the type of every value")
        case 1: schema["type"] = .string(types[0])
        default: schema["type"] = .array(types.map(JSONValue.string))
        }
    }

    private func withoutUnusedDefinitions(_ root: JSONObject) -> JSONObject {
        var root = root
        for keyword in ["$defs", "definitions"] {
            guard let definitions = root[keyword]?.objectValue else { continue }
            var used = Set(SchemaReferences.references(in: .object(root), withDefinitions: false))
            var pending = Array(used)
            while let reference = pending.popLast() {
                guard let target = SchemaReferences(root: .object(root)).target(of: reference) else { continue }
                for found in SchemaReferences.references(in: target) where used.insert(found).inserted {
                    pending.append(found)
                }
            }
            let kept = definitions.filter { member in
                let place = "#/\(keyword)/\(JSONPointer.Token.key(member.key))"
                return used.contains { $0 == place || $0.hasPrefix(place + "/") }
            }
            root[keyword] = kept.isEmpty ? nil : .object(JSONObject(kept))
        }
        return root
    }
}
