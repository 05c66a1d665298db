import LMJSON

/// What a guide adds to a schema.
enum SchemaConstraint: Sendable, Hashable {
    /// A keyword of JSON Schema.
    case keyword(String, JSONValue)
    /// Constraints on the elements of an array.
    case element([SchemaConstraint])
    /// A pattern that has no text, such as one with a closure in it.
    case patternWithoutText
}

extension SchemaConstraint {
    /// A bound as a number, without a fraction where it has none.
    static func bound(_ value: some ConvertibleToGeneratedContent) -> JSONValue {
        let json = value.generatedContent.json
        return json.intValue.map { .number(JSONNumber($0)) } ?? json
    }
}
