/// Decodes from a ``JSONValue``.
struct JSONValueDecoder: Decoder {
    let value: JSONValue
    let codingPath: [any CodingKey]
    let sendableUserInfo: [CodingUserInfoKey: any Sendable]

    var userInfo: [CodingUserInfoKey: Any] { sendableUserInfo }

    init(value: JSONValue, codingPath: [any CodingKey], userInfo: [CodingUserInfoKey: any Sendable]) {
        self.value = value
        self.codingPath = codingPath
        sendableUserInfo = userInfo
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = value else { throw mismatch([String: JSONValue].self, .object) }
        return KeyedDecodingContainer(KeyedDecoder(decoder: self, object: object))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([JSONValue].self, .array) }
        return UnkeyedDecoder(decoder: self, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    /// A decoder for a part.
    func nested(_ value: JSONValue, _ key: any CodingKey) -> JSONValueDecoder {
        JSONValueDecoder(value: value, codingPath: codingPath + [key], userInfo: sendableUserInfo)
    }

    /// The error for a value of another kind.
    func mismatch(_ type: Any.Type, _ expected: JSONKind) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath, debugDescription: "expected \(expected), found \(value.kind)")
        return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value.isNull }

    /// Decodes the value as a type.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // An `Any` and not an `Any?`, because `nil as? Value` succeeds where the type is optional.
        let known: Any
        switch type {
        case is JSONValue.Type: known = value
        case is String.Type: known = try string()
        case is Bool.Type: known = try bool()
        case let type as any ExactInteger.Type: known = try integer(type)
        case is Double.Type: known = try double()
        case is Float.Type: known = try float()
        default: return try Value(from: self)
        }
        guard let result = known as? Value else { return try Value(from: self) }
        return result
    }

    private func string() throws -> String {
        guard case .string(let string) = value else { throw mismatch(String.self, .string) }
        return string
    }

    private func bool() throws -> Bool {
        guard case .bool(let bool) = value else { throw mismatch(Bool.self, .bool) }
        return bool
    }

    private func number(_ type: Any.Type) throws -> JSONNumber {
        guard case .number(let number) = value else { throw mismatch(type, .number) }
        return number
    }

    private func integer<Integer: ExactInteger>(_ type: Integer.Type) throws -> Integer {
        let number = try number(type)
        guard let integer = number.integer(as: type) else { throw unfit(number, type) }
        return integer
    }

    private func double() throws -> Double {
        let number = try number(Double.self)
        guard number.doubleValue.isFinite else { throw unfit(number, Double.self) }
        return number.doubleValue
    }

    private func float() throws -> Float {
        let number = try number(Float.self)
        // From the text, because rounding to Double first could round twice.
        guard let float = Float(number.description), float.isFinite else { throw unfit(number, Float.self) }
        return float
    }

    private func unfit(_ number: JSONNumber, _ type: Any.Type) -> DecodingError {
        // The text may be of any length.
        let text = String(number.description.prefix(40))
        return .dataCorrupted(
            .init(codingPath: codingPath, debugDescription: "the number \(text) does not fit \(type)"))
    }
}
