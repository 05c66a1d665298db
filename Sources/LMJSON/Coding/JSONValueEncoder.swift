/// Encodes into a ``JSONValue``.
struct JSONValueEncoder: Encoder {
    let node: EncodingNode
    let codingPath: [any CodingKey]
    let sendableUserInfo: [CodingUserInfoKey: any Sendable]

    var userInfo: [CodingUserInfoKey: Any] { sendableUserInfo }

    init(node: EncodingNode, codingPath: [any CodingKey], userInfo: [CodingUserInfoKey: any Sendable]) {
        self.node = node
        self.codingPath = codingPath
        sendableUserInfo = userInfo
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeObject(codingPath)
        return KeyedEncodingContainer(KeyedEncoder(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray(codingPath)
        return UnkeyedEncoder(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// An encoder for a part.
    func nested(_ node: EncodingNode, _ key: any CodingKey) -> JSONValueEncoder {
        JSONValueEncoder(node: node, codingPath: codingPath + [key], userInfo: sendableUserInfo)
    }
}

extension JSONValueEncoder: SingleValueEncodingContainer {
    func encodeNil() { node.set(.null) }

    /// Encodes a value as the one that stands in the node.
    func encode<Value: Encodable>(_ value: Value) throws {
        switch value {
        case let value as JSONValue: node.set(value)
        case let value as String: node.set(.string(value))
        case let value as Bool: node.set(.bool(value))
        case let value as any ExactInteger: node.set(.number(JSONNumber(value)))
        case let value as Double: node.set(.number(try number(JSONNumber(value), value)))
        // The shortest decimal that names the float; through Double, 0.1 would become 0.10000000149011612.
        case let value as Float: node.set(.number(try number(JSONNumber(text: value.description), value)))
        default:
            guard codingPath.count < JSONReader.depthLimit else {
                throw EncodingError.invalidValue(
                    value,
                    .init(
                        codingPath: codingPath,
                        debugDescription: "nested deeper than \(JSONReader.depthLimit) levels"))
            }
            if value is any HashOrdered { node.isUnordered = true }
            try value.encode(to: self)
        }
    }

    private func number(_ number: JSONNumber?, _ value: some FloatingPoint) throws -> JSONNumber {
        guard let number else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: codingPath, debugDescription: "JSON has no number \(value)"))
        }
        return number
    }
}
