/// Decodes the members of an object.
struct KeyedDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: JSONValueDecoder
    private let object: JSONObject
    private let index: JSONObjectIndex

    init(decoder: JSONValueDecoder, object: JSONObject) {
        self.decoder = decoder
        self.object = object
        index = JSONObjectIndex(object)
    }

    var codingPath: [any CodingKey] { decoder.codingPath }

    /// The keys in order.
    var allKeys: [Key] { index.positions.compactMap { Key(stringValue: object[$0].key) } }

    func contains(_ key: Key) -> Bool { index.position(of: key.stringValue) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try nested(key).decode(type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nested(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        // Swift's convention: an absent part of the superclass is decoded from null.
        decoder.nested(index.value(of: JSONCodingKey.super.stringValue) ?? .null, JSONCodingKey.super)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        decoder.nested(index.value(of: key.stringValue) ?? .null, key)
    }

    private func nested(_ key: Key) throws -> JSONValueDecoder { decoder.nested(try value(key), key) }

    private func value(_ key: Key) throws -> JSONValue {
        guard let value = index.value(of: key.stringValue) else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "no member \"\(key.stringValue)\""))
        }
        return value
    }
}
