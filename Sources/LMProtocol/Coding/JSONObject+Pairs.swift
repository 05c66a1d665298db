import LMJSON

extension JSONObject {
    /// Makes an object of a literal, in its order.
    init(_ pairs: KeyValuePairs<String, JSONValue>) { self.init(pairs.map { Member(key: $0.key, value: $0.value) }) }
}

extension JSONValue {
    /// The name of the value's type in JSON Schema.
    var schemaType: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number(let number): number.isWhole ? "integer" : "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

extension JSONNumber {
    /// Whether the number is whole, whatever its size.
    var isWhole: Bool { intValue != nil || (doubleValue.magnitude >= 1 && doubleValue.rounded() == doubleValue) }
}
