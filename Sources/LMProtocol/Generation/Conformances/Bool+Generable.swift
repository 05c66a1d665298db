import LMJSON

extension Bool: Generable, StreamedElement {
    /// The shape of a value.
    public static var generationSchema: GenerationSchema { .init(shape: .scalar("boolean"), name: "Bool") }

    /// Makes a truth value of one; throws a ``GeneratedContent/ParsingError`` for anything else.
    public init(_ content: GeneratedContent) throws {
        guard case .bool(let value) = content.json else { throw content.mismatch("true or false") }
        self = value
    }
    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(JSONValue.bool(self)) }
}
