/// Encodes the elements of an array.
struct UnkeyedEncoder: UnkeyedEncodingContainer {
    let encoder: JSONValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.node.count }

    mutating func encodeNil() { nested().encodeNil() }

    mutating func encode<Value: Encodable>(_ value: Value) throws { try nested().encode(value) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        nested().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { nested() }

    private func nested() -> JSONValueEncoder {
        let key = JSONCodingKey(index: count)
        return encoder.nested(encoder.node.append(), key)
    }
}
