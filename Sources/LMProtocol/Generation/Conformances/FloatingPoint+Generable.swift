import LMJSON

extension Double: Generable, StreamedElement {
    /// The shape of a value.
    public static var generationSchema: GenerationSchema { .init(shape: .scalar("number"), name: "Double") }

    /// Makes the nearest value to a number; throws a ``GeneratedContent/ParsingError`` for anything else, and for a
    /// number beyond the greatest value.
    public init(_ content: GeneratedContent) throws {
        guard case .number(let number) = content.json else { throw content.mismatch("a number") }
        let value = Double(number.doubleValue)
        guard value.isFinite else { throw content.mismatch("a number that fits Double") }
        self = value
    }

    /// The value as a number; `null` where it is not finite, which JSON cannot say.
    public var generatedContent: GeneratedContent {
        GeneratedContent(JSONNumber(self).map(JSONValue.number) ?? .null)
    }
}

extension Float: Generable, StreamedElement {
    /// The shape of a value.
    public static var generationSchema: GenerationSchema { .init(shape: .scalar("number"), name: "Float") }

    /// Makes the nearest value to a number; throws a ``GeneratedContent/ParsingError`` for anything else, and for a
    /// number beyond the greatest value.
    public init(_ content: GeneratedContent) throws {
        guard case .number(let number) = content.json else { throw content.mismatch("a number") }
        let value = Float(number.doubleValue)
        guard value.isFinite else { throw content.mismatch("a number that fits Float") }
        self = value
    }

    /// The value as a number; `null` where it is not finite, which JSON cannot say.
    public var generatedContent: GeneratedContent {
        GeneratedContent(JSONNumber(shortest: self).map(JSONValue.number) ?? .null)
    }
}
