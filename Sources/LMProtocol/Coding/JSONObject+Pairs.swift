import LMJSON

extension JSONObject {
    /// Makes an object of a literal, in its order.
    package init(_ pairs: KeyValuePairs<String, JSONValue>) {
        self.init(pairs.map { Member(key: $0.key, value: $0.value) })
    }
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

extension JSONValue {
    /// Whether values stand inside each other more than so many times.
    func isNested(deeperThan limit: Int) -> Bool {
        // A list of what is to be looked at, since a function that calls itself is what this is to prevent.
        var pending = [(value: self, depth: 0)]
        while let (value, depth) = pending.popLast() {
            switch value {
            case .array(let elements) where !elements.isEmpty:
                if depth == limit { return true }
                for element in elements { pending.append((element, depth + 1)) }
            case .object(let members) where !members.isEmpty:
                if depth == limit { return true }
                for member in members { pending.append((member.value, depth + 1)) }
            default: break
            }
        }
        return false
    }
}
