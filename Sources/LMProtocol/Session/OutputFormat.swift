import LMJSON

/// The shape that an answer is to have: the schema that was asked for, and how a provider is asked for it.
struct OutputFormat: Sendable {
    /// The schema of the value that the app gets.
    let schema: GenerationSchema
    /// The schema that is sent. Its value is an object, because providers take no other at the root.
    let sentSchema: GenerationSchema
    /// The property of that object that is the value; `nil` where the object itself is.
    private let property: String?
    /// Throws if a value that keeps to the schema breaks a rule of the app's type.
    private let convert: @Sendable (GeneratedContent) throws -> Void

    init(_ schema: GenerationSchema, convert: @escaping @Sendable (GeneratedContent) throws -> Void = { _ in }) {
        self.schema = schema
        self.convert = convert
        (sentSchema, property) = schema.rootedInObject
    }

    /// What reads the value out of the answer's text while that comes.
    func makeParser() -> StructuredStreamParser { StructuredStreamParser(property: property) }

    /// The value of an answer that is whole.
    ///
    /// Throws ``GenerationFailure/outputTruncated(_:)`` where the text ends inside the value, and
    /// ``GenerationFailure/outputInvalid(_:)`` where it is no value of the schema, or of the app's type.
    func content(of text: String) throws -> GeneratedContent {
        var parser = makeParser()
        parser.append(text)
        let content = try schema.finishedContent(of: parser, rawText: text)
        _ = try content.converted(for: schema, rawText: text, convert)
        return content
    }

    /// The value in an answer's JSON; `nil` where it has none.
    func value(in json: JSONValue) -> JSONValue? { property.map { json[$0] } ?? json }
}
