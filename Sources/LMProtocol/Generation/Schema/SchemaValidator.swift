import LMJSON

/// Checks a value against a schema after JSON Schema 2020-12, as far as ``SchemaChecker`` lets schemas go.
struct SchemaValidator {
    private let references: SchemaReferences
    private let limit: Int
    /// What a schema has found wrong; the schemas of a choice find on their own accounts.
    private var found: [SchemaMismatch] = []
    private var path = JSONPointer()
    /// The references followed for the value at hand; one that comes again leads nowhere.
    private var followed: [String] = []
    private var targets: [String: JSONValue] = [:]
    private var patterns: [String: Regex<AnyRegexOutput>?] = [:]

    init(_ schema: JSONValue, limit: Int) {
        references = SchemaReferences(root: schema)
        self.limit = limit
    }

    mutating func mismatches(of value: JSONValue) -> [SchemaMismatch] {
        check(value, against: references.root)
        return found
    }

    private mutating func report(_ reason: String) {
        guard found.count < limit else { return }
        found.append(SchemaMismatch(path: path.description, reason: reason))
    }

    /// Checks a part of the value at hand.
    private mutating func check(_ value: JSONValue, against schema: JSONValue, at name: String) {
        let outer = followed
        followed = []
        path.tokens.append(.key(name))
        if path.tokens.count > GeneratedContent.depthLimit {
            report("The value is nested deeper than \(GeneratedContent.depthLimit) levels")
        } else {
            check(value, against: schema)
        }
        path.tokens.removeLast()
        followed = outer
    }

    // What calls itself holds little: the keywords that look at the value alone have functions of their own.
    private mutating func check(_ value: JSONValue, against schema: JSONValue) {
        guard found.count < limit else { return }
        guard case .object(let schema) = schema else {
            if schema == false { report("No value may stand here") }
            return
        }
        for keyword in schema {
            switch keyword.key {
            case "$ref": checkReference(value, keyword.value)
            case "anyOf", "oneOf", "allOf", "not", "if": checkCombination(value, keyword, in: schema)
            case "properties": checkProperties(value, keyword.value, in: schema)
            case "additionalProperties": checkOthers(value, keyword.value, in: schema)
            case "items", "prefixItems": checkElements(value, keyword, in: schema)
            default: checkAlone(value, keyword)
            }
        }
    }

    /// Checks a keyword that looks at the value alone.
    private mutating func checkAlone(_ value: JSONValue, _ keyword: JSONObject.Member) {
        switch keyword.key {
        case "type": checkType(value, keyword.value)
        case "enum":
            let choices = keyword.value.arrayValue ?? []
            if !choices.contains(where: { $0.isSame(as: value) }) {
                report("Expected one of \(choices.map { $0.text() }.joined(separator: ", ")), found \(value.short)")
            }
        case "const":
            if !keyword.value.isSame(as: value) { report("Expected \(keyword.value.text()), found \(value.short)") }
        default:
            switch value {
            case .string(let text): checkString(text, keyword)
            case .number(let number): checkNumber(number, keyword)
            case .array(let elements): checkArray(elements, keyword)
            case .object(let members): checkObject(members, keyword)
            case .null, .bool: break
            }
        }
    }

    private mutating func checkReference(_ value: JSONValue, _ keyword: JSONValue) {
        guard let reference = keyword.stringValue, !followed.contains(reference) else {
            return report("The schema refers to itself without an end")
        }
        let known = targets[reference] ?? references.target(of: reference)
        guard let target = known else { return report("The schema refers to '\(reference)', which is not there") }
        targets[reference] = target
        followed.append(reference)
        check(value, against: target)
        followed.removeLast()
    }

    private mutating func checkType(_ value: JSONValue, _ keyword: JSONValue) {
        let types = keyword.stringValue.map { [$0] } ?? keyword.arrayValue?.compactMap(\.stringValue) ?? []
        let type = value.schemaType
        if types.contains(type) || (type == "integer" && types.contains("number")) { return }
        report("Expected \(types.joined(separator: " or ")), found \(value.short)")
    }
}

extension SchemaValidator {
    private mutating func checkString(_ text: String, _ keyword: JSONObject.Member) {
        switch keyword.key {
        case "minLength", "maxLength":
            checkCount(text.unicodeScalars.count, keyword, "characters")
        case "pattern":
            guard let pattern = keyword.value.stringValue else { return }
            // A pattern that is malformed is the schema's fault, not the value's: the schema's own check reports it.
            guard let regex = regex(pattern) else { return }
            if (try? regex.firstMatch(in: text)) == nil { report("The string does not match the pattern \(pattern)") }
        default: break
        }
    }

    private mutating func regex(_ pattern: String) -> Regex<AnyRegexOutput>? {
        if let known = patterns[pattern] { return known }
        let regex = try? SchemaPattern.regex(pattern)
        patterns[pattern] = .some(regex)
        return regex
    }

    private mutating func checkNumber(_ number: JSONNumber, _ keyword: JSONObject.Member) {
        guard let bound = keyword.value.numberValue else { return }
        switch keyword.key {
        case "minimum" where number.isLess(than: bound): report("Expected at least \(bound), found \(number)")
        case "maximum" where bound.isLess(than: number): report("Expected at most \(bound), found \(number)")
        case "exclusiveMinimum" where !bound.isLess(than: number):
            report("Expected more than \(bound), found \(number)")
        case "exclusiveMaximum" where !number.isLess(than: bound):
            report("Expected less than \(bound), found \(number)")
        case "multipleOf" where !number.isMultiple(of: bound):
            report("Expected a multiple of \(bound), found \(number)")
        default: break
        }
    }

    private mutating func checkCount(_ count: Int, _ keyword: JSONObject.Member, _ what: String) {
        guard let bound = keyword.value.intValue else { return }
        if keyword.key.hasPrefix("min"), count < bound { report("Expected at least \(bound) \(what), found \(count)") }
        if keyword.key.hasPrefix("max"), count > bound { report("Expected at most \(bound) \(what), found \(count)") }
    }

    private mutating func checkArray(_ elements: [JSONValue], _ keyword: JSONObject.Member) {
        switch keyword.key {
        case "minItems", "maxItems": checkCount(elements.count, keyword, "elements")
        case "uniqueItems" where keyword.value == true:
            var seen: Set<String> = []
            for (index, element) in elements.enumerated() where !seen.insert(element.text(.canonical)).inserted {
                report("Expected no two elements to be the same, and element \(index) was there before")
            }
        default: break
        }
    }

    private mutating func checkObject(_ members: JSONObject, _ keyword: JSONObject.Member) {
        switch keyword.key {
        case "minProperties", "maxProperties": checkCount(members.count, keyword, "properties")
        case "required":
            for name in keyword.value.arrayValue?.compactMap(\.stringValue) ?? [] where members[name] == nil {
                report("The property '\(name)' is missing")
            }
        default: break
        }
    }
}

extension SchemaValidator {
    private mutating func checkElements(_ value: JSONValue, _ keyword: JSONObject.Member, in schema: JSONObject) {
        guard case .array(let elements) = value else { return }
        if keyword.key == "prefixItems" {
            for (index, schema) in (keyword.value.arrayValue ?? []).prefix(elements.count).enumerated() {
                check(elements[index], against: schema, at: String(index))
            }
        } else {
            let start = schema["prefixItems"]?.arrayValue?.count ?? 0
            for index in elements.indices.dropFirst(start) {
                check(elements[index], against: keyword.value, at: String(index))
            }
        }
    }

    private mutating func checkProperties(_ value: JSONValue, _ properties: JSONValue, in schema: JSONObject) {
        guard case .object(let members) = value, case .object(let properties) = properties else { return }
        let required = schema["required"]?.arrayValue ?? []
        for property in properties {
            guard let value = members[property.key] else { continue }
            if value.isNull, !required.contains(.string(property.key)) { continue }
            check(value, against: property.value, at: property.key)
        }
    }

    /// Checks the properties that are not listed.
    private mutating func checkOthers(_ value: JSONValue, _ others: JSONValue, in schema: JSONObject) {
        guard case .object(let members) = value else { return }
        let properties = schema["properties"]?.objectValue ?? JSONObject()
        for member in members where properties[member.key] == nil {
            if others == false {
                report("The property '\(member.key)' is not among those allowed")
            } else {
                check(member.value, against: others, at: member.key)
            }
        }
    }
}

extension SchemaValidator {
    private mutating func checkCombination(_ value: JSONValue, _ keyword: JSONObject.Member, in schema: JSONObject) {
        let parts = keyword.value.arrayValue ?? []
        switch keyword.key {
        case "allOf": for part in parts { check(value, against: part) }
        case "anyOf":
            let attempts = parts.map { attempt(value, against: $0) }
            if !attempts.contains(where: \.isEmpty) { reportClosest(attempts, value) }
        case "oneOf":
            let attempts = parts.map { attempt(value, against: $0) }
            let count = attempts.count(where: \.isEmpty)
            if count == 0 { reportClosest(attempts, value) }
            if count > 1 { report("Expected one of \(parts.count) shapes, and the value has \(count) of them") }
        case "not":
            if attempt(value, against: keyword.value).isEmpty { report("The value is of a shape that is excluded") }
        case "if":
            let branch = attempt(value, against: keyword.value).isEmpty ? schema["then"] : schema["else"]
            if let branch { check(value, against: branch) }
        default: break
        }
    }

    /// What a schema finds wrong with the value, without reporting it.
    private mutating func attempt(_ value: JSONValue, against schema: JSONValue) -> [SchemaMismatch] {
        let outer = found
        found = []
        check(value, against: schema)
        defer { found = outer }
        return found
    }

    /// Reports what the choice that comes closest to the value finds wrong: the one whose mismatches lie deepest, and of
    /// those the one with the fewest. That of another type altogether says nothing of use.
    private mutating func reportClosest(_ attempts: [[SchemaMismatch]], _ value: JSONValue) {
        let place = path.description
        func rank(_ attempt: [SchemaMismatch]) -> (Int, Int) {
            let isAtRoot = attempt.contains { mismatch in
                mismatch.path == place && mismatch.reason.hasPrefix("Expected")
            }
            return (isAtRoot ? 1 : 0, attempt.count)
        }
        guard let closest = attempts.min(by: { rank($0) < rank($1) }) else {
            return report("Expected one of no shapes at all")
        }
        found += closest.prefix(limit - found.count)
    }
}

extension JSONValue {
    /// Whether the values are the same to JSON: numbers by value, and members in any order.
    func isSame(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.object, .object), (.array, .array): text(.canonical) == other.text(.canonical)
        default: self == other
        }
    }

    /// The value for an error: itself where it is short, else its kind.
    var short: String {
        switch self {
        case .array(let elements): "an array of \(elements.count)"
        case .object: "an object"
        case .string(let text) where text.unicodeScalars.count > 60:
            "a string of \(text.unicodeScalars.count) characters"
        default: text()
        }
    }
}
