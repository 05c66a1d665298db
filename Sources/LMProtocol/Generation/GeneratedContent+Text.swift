import LMJSON

extension GeneratedContent {
    /// Makes content of JSON text, which may be cut off anywhere: then the content is what the text has so far, and
    /// not complete.
    ///
    /// Throws a ``ParsingError`` where the text is no JSON and no beginning of it, and where it ends before there is
    /// anything of a value.
    public init(json text: String) throws {
        var parser = StructuredStreamParser(id: nil)
        parser.append(text)
        parser.finish()
        if let failure = parser.failure {
            throw ParsingError(rawContent: text, underlyingError: failure, debugDescription: "No JSON: \(failure).")
        }
        guard var content = parser.snapshot() else {
            throw ParsingError(rawContent: text, debugDescription: "The text has nothing of a value.")
        }
        content.memo = nil
        self = content
    }

    /// The value as JSON text on one line, its properties in their order and its numbers exact. What still streams is
    /// closed as it stands.
    public var jsonString: String { json.text() }
}
