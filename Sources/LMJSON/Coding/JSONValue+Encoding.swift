extension JSONValue {
    /// Encodes a value as JSON, keeping the order in which its parts are encoded: for types with a synthesized
    /// `Codable`, the order of their declaration.
    ///
    /// Members of dictionaries, which have no order, are sorted by key, so that equal values give equal bytes. Numbers are
    /// exact. Dates, data and URLs are encoded as their own `Codable` conformance does.
    ///
    /// - Throws: `EncodingError`, with the coding path, for a number that is not finite, for nesting over 512 levels,
    ///   and where the value encodes nothing or contradicts itself; and what the value throws.
    public static func encoding(
        _ value: some Encodable, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> JSONValue {
        let encoder = JSONValueEncoder(node: EncodingNode(), codingPath: [], userInfo: userInfo)
        try encoder.encode(value)
        guard let result = try encoder.node.value() else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: "the value did not encode anything"))
        }
        return result
    }

    /// Decodes a value of a type, with exact numbers.
    ///
    /// A whole number is an integer however it is written, so that `1.0` and `1e2` decode as `Int`.
    ///
    /// - Throws: `DecodingError`, with the coding path, where the JSON does not fit the type; and what the type throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> Value {
        try JSONValueDecoder(value: self, codingPath: [], userInfo: userInfo).decode(type)
    }
}
