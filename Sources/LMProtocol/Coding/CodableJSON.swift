import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A JSON value for coders of the standard library, which have no order of members and no numbers but their own.
///
/// Nothing that matters may rest on either; what does is written so that it survives, such as `x-order` in a schema.
struct CodableJSON: Codable {
    var value: JSONValue

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(value: JSONValue) { self.value = value }

    init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: Key.self) {
            // The order of `allKeys` differs from run to run.
            let keys = object.allKeys.sorted { $0.stringValue.utf8.lexicographicallyPrecedes($1.stringValue.utf8) }
            value = .object(
                JSONObject(
                    try keys.map {
                        .init(key: $0.stringValue, value: try object.decode(CodableJSON.self, forKey: $0).value)
                    }))
        } else if var array = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !array.isAtEnd { elements.append(try array.decode(CodableJSON.self).value) }
            value = .array(elements)
        } else {
            value = try Self.scalar(try decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(String.self) { return .string(value) }
        if let value = try? container.decode(Int64.self) { return .number(JSONNumber(value)) }
        if let value = try? container.decode(UInt64.self) { return .number(JSONNumber(value)) }
        // A Decimal has the digits that were written; a Double has the range.
        if let value = try? container.decode(Decimal.self), let number = JSONNumber(value) { return .number(number) }
        guard let number = JSONNumber(try container.decode(Double.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "The number is not finite.")
        }
        return .number(number)
    }

    func encode(to encoder: any Encoder) throws {
        switch value {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value): try value.encode(to: encoder)
        case .string(let value): try value.encode(to: encoder)
        case .number(let number): try Self.encode(number, to: encoder)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(CodableJSON(value: element)) }
        case .object(let object):
            var container = encoder.container(keyedBy: Key.self)
            for member in object {
                try container.encode(CodableJSON(value: member.value), forKey: Key(stringValue: member.key))
            }
        }
    }

    private static func encode(_ number: JSONNumber, to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value = number.integer(as: Int64.self) { return try container.encode(value) }
        if let value = number.integer(as: UInt64.self) { return try container.encode(value) }
        if let value = Decimal(string: number.description), JSONNumber(value) == number {
            return try container.encode(value)
        }
        try container.encode(number.doubleValue)
    }
}

extension JSONNumber {
    /// The number with all digits of a decimal; `nil` where that is not a number.
    init?(_ decimal: Decimal) { self.init(text: "\(decimal)") }
}
