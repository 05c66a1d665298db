import LMJSON

extension GeneratedContent {
    /// The value by its kind.
    ///
    /// A `Double` does not hold every number that JSON has; ``GeneratedContent/number`` is exact.
    public enum Kind: Sendable, Equatable {
        /// Nothing.
        case null
        /// A truth value.
        case bool(Bool)
        /// A number, rounded to the nearest that fits.
        case number(Double)
        /// Words.
        case string(String)
        /// Values in order.
        case array([GeneratedContent])
        /// Properties, and their names in the order they were written.
        case structure(properties: [String: GeneratedContent], orderedKeys: [String])
    }

    /// The value by its kind.
    public var kind: Kind {
        switch json {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .number(let number): return .number(number.doubleValue)
        case .string(let text): return .string(text)
        case .array(let elements): return .array(elements.indices.map { element($0, of: elements) })
        case .object(let members):
            var properties: [String: GeneratedContent] = [:]
            var keys: [String] = []
            for position in members.indices {
                let name = members[position].key
                if properties.updateValue(property(at: position, of: members), forKey: name) == nil {
                    keys.append(name)
                }
            }
            return .structure(properties: properties, orderedKeys: keys)
        }
    }

    /// The number as it was written; `nil` where this is none.
    public var number: JSONNumber? { json.numberValue }

    /// Makes content of a kind. JSON has no number that is not finite; such a one becomes `null`. A structure has the
    /// properties that its keys name, in their order.
    public init(kind: Kind, id: GenerationID? = nil) {
        switch kind {
        case .null: self.init(JSONValue.null, id: id)
        case .bool(let value): self.init(JSONValue.bool(value), id: id)
        case .number(let value): self.init(JSONNumber(value).map(JSONValue.number) ?? .null, id: id)
        case .string(let text): self.init(JSONValue.string(text), id: id)
        case .array(let elements): self.init(elements: elements, id: id)
        case .structure(let properties, let orderedKeys):
            self.init(
                properties: orderedKeys.compactMap { key in
                    properties[key].map { (key, $0 as any ConvertibleToGeneratedContent) }
                }, id: id, uniquingKeysWith: { $1 })
        }
    }
}
