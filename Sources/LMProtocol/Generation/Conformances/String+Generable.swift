import LMJSON

extension String: Generable, StreamedElement {
    /// The shape of a value.
    public static var generationSchema: GenerationSchema { .init(shape: .scalar("string"), name: "String") }
    /// A string that still grows is a value.
    public static var acceptsGrowingText: Bool { true }

    /// Makes a string of a string; throws a ``GeneratedContent/ParsingError`` for anything else.
    public init(_ content: GeneratedContent) throws {
        guard case .string(let text) = content.json else { throw content.mismatch("a string") }
        self = text
    }
    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(JSONValue.string(self)) }
}
