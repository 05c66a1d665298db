extension JSONValue: Codable {
    /// Encodes the value with any encoder.
    ///
    /// The keys go to the encoder as they are, whatever its key strategy; their order is lost. Of
    /// numbers that only text can hold exactly, the encoder gets the integer where one of 64 or 128 bits is the value,
    /// else the nearest double. ``encoding(_:userInfo:)`` loses neither.
    ///
    /// - Throws: `EncodingError.invalidValue` for a number beyond the range of doubles, and what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? JSONValueEncoder {
            encoder.node.set(self)
            return
        }
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value): try value.encode(to: encoder)
        case .string(let value): try value.encode(to: encoder)
        case .number(let value): try value.encode(to: encoder)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .object(let members):
            // Keys here are data. Coders leave a dictionary's keys as they are, and may rewrite those of a keyed container:
            // Foundation's do, after their key strategies.
            var container = encoder.singleValueContainer()
            try container.encode(Dictionary(members.map { ($0.key, $0.value) }) { $1 })
        }
    }

    /// Decodes any value with any decoder.
    ///
    /// Members come in the order in which the decoder lists its keys, numbers as far as it can give them: as an integer
    /// of up to 128 bits, else as a double. ``decode(_:userInfo:)`` loses neither.
    ///
    /// - Throws: `DecodingError` where the decoder holds none of the six kinds of value, and what the decoder throws.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? JSONValueDecoder {
            self = decoder.value
            return
        }
        if let members = try Self.members(decoder) {
            self = .object(members)
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
        } else {
            self = try Self.scalar(in: try decoder.singleValueContainer())
        }
    }

    /// The members of an object; `nil` if the decoder holds none.
    private static func members(_ decoder: any Decoder) throws -> JSONObject? {
        // What lists its keys in an order of its own keeps it; what rewrites them does not rewrite a dictionary's.
        guard let container = try? decoder.container(keyedBy: JSONCodingKey.self) else { return nil }
        let values = try decoder.singleValueContainer().decode([String: JSONValue].self)
        var members = JSONObject()
        for key in container.allKeys {
            if let value = values[key.stringValue] { members.append(key: key.stringValue, value: value) }
        }
        if members.count == values.count { return members }
        return JSONObject(values.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: $0.value) })
    }

    private static func scalar(in container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(String.self) { return .string(value) }
        if let value = try? container.decode(Int64.self) { return .number(JSONNumber(value)) }
        if let value = try? container.decode(UInt64.self) { return .number(JSONNumber(value)) }
        if let value = try? container.decode(Int128.self) { return .number(JSONNumber(value)) }
        if let value = try? container.decode(UInt128.self) { return .number(JSONNumber(value)) }
        if let number = JSONNumber(try container.decode(Double.self)) { return .number(number) }
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "JSON has no number that is not finite")
    }
}

extension JSONNumber {
    fileprivate func encode(to encoder: any Encoder) throws {
        switch storage {
        case .int(let value): try value.encode(to: encoder)
        case .double(let value): try value.encode(to: encoder)
        case .text:
            // The sign of a negative zero is kept by doubles only.
            if doubleValue != 0, let value = integer(as: UInt64.self) {
                try value.encode(to: encoder)
            } else if doubleValue != 0, let value = integer(as: Int128.self) {
                try value.encode(to: encoder)
            } else if doubleValue.isFinite {
                try doubleValue.encode(to: encoder)
            } else {
                throw EncodingError.invalidValue(
                    self,
                    .init(codingPath: encoder.codingPath, debugDescription: "\(self) is beyond the range of Double"))
            }
        }
    }
}
