import LMJSON

/// An object whose property names are not known beforehand. Where a name stands twice, the last value counts.
extension Dictionary: ConvertibleFromGeneratedContent where Key == String, Value: ConvertibleFromGeneratedContent {
    /// Makes a dictionary of an object; throws a ``GeneratedContent/ParsingError`` for anything else. A value that
    /// streams and cannot be converted yet is left out.
    public init(_ content: GeneratedContent) throws {
        guard case .object(let members) = content.json else { throw content.mismatch("an object") }
        self.init(minimumCapacity: members.count)
        for position in members.indices {
            let name = members[position].key
            let value = try GeneratedContent.ParsingError.located(at: name) {
                try content.property(at: position, of: members).convertedIfReady(to: Value.self)
            }
            if let value { self[name] = value }
        }
    }
}

extension Dictionary: ConvertibleToGeneratedContent where Key == String, Value: ConvertibleToGeneratedContent {
    /// The dictionary as an object, its names in the order of their code points, so that it is always the same.
    public var generatedContent: GeneratedContent {
        let properties = sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return GeneratedContent(
            properties: properties.map { ($0.key, $0.value as any ConvertibleToGeneratedContent) },
            uniquingKeysWith: { $1 })
    }
}

extension Dictionary: InstructionsRepresentable where Key == String, Value: ConvertibleToGeneratedContent {}
extension Dictionary: PromptRepresentable where Key == String, Value: ConvertibleToGeneratedContent {}

extension Dictionary: Generable where Key == String, Value: Generable {
    /// What is there while it streams: the same of the parts' partial forms.
    public typealias PartiallyGenerated = [String: Value.PartiallyGenerated]

    /// The shape of a value.
    public static var generationSchema: GenerationSchema {
        .init(shape: .dictionary(of: .type(Value.self)), name: SchemaName.of(Self.self))
    }
}
