import LMJSON

extension String: Generable, StreamedElement {
    public static var generationSchema: GenerationSchema { .init(shape: .scalar("string"), name: "String") }
    public static var acceptsGrowingText: Bool { true }

    /// Makes a string of a string; throws a ``GeneratedContent/ParsingError`` for anything else.
    public init(_ content: GeneratedContent) throws {
        guard case .string(let text) = content.json else { throw content.mismatch("a string") }
        self = text
    }
    public var generatedContent: GeneratedContent { GeneratedContent(JSONValue.string(self)) }
}
