/// A JSON value that keeps what Foundation's types lose: the order of members and numbers as they were written.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue {
    /// The member of an object; `nil` where this is no object or has no such member.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let object) = self else { return nil }
        return object[key]
    }

    /// The element of an array; `nil` where this is no array or is shorter.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let array) = self, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// The text, where this is a string.
    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
    /// The truth value, where this is one.
    public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The elements, where this is an array.
    public var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
    /// The members, where this is an object.
    public var objectValue: JSONObject? { if case .object(let value) = self { value } else { nil } }
    /// The number, where this is one.
    public var numberValue: JSONNumber? { if case .number(let value) = self { value } else { nil } }
    /// The whole number, where this is one that fits.
    public var intValue: Int? { numberValue?.intValue }
    /// Whether this is `null`.
    public var isNull: Bool { self == .null }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
    public init(floatLiteral value: Double) { self = .number(JSONNumber(value) ?? 0) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { .init(key: $0.0, value: $0.1) }))
    }
    public init(nilLiteral: ()) { self = .null }
}
