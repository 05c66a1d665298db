/// A JSON value that keeps what Foundation's types lose: the order of members and numbers as they were written.
///
/// Values are equal if they are of the same kind and strings have the same unicode scalars, numbers the same decimal
/// value, and arrays and objects equal parts in the same order.
///
/// No parser here makes values that are nested deeper than 512 levels. Code that builds them should keep to that, too:
/// Swift releases nested values recursively, and at some ten thousands of levels that exhausts the stack.
///
/// Beware of `nil` beside a value of this type: it can mean ``null`` where an absent value was meant, as in
/// `found ? value : nil`. Write `.none` for the absent value and `.null` for JSON's.
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object(JSONObject)
}

extension JSONValue {
    /// The kind of value.
    public var kind: JSONKind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

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
    /// The nearest double, where this is a number.
    public var doubleValue: Double? { numberValue?.doubleValue }
    /// Whether this is `null`.
    public var isNull: Bool { if case .null = self { true } else { false } }
}

extension JSONValue: Hashable {
    /// Whether both are the same value; see ``JSONValue``.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): UnicodeText.areEqual(left, right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Hashes the value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        switch self {
        case .null: break
        case .bool(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): UnicodeText.hash(value, into: &hasher)
        case .array(let value): hasher.combine(value)
        case .object(let value): hasher.combine(value)
        }
    }
}
