import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension URL: Generable, StreamedElement {
    /// The shape of a value.
    public static var generationSchema: GenerationSchema {
        .init(shape: .value(JSONObject(["type": "string", "format": "uri"])), name: "URL")
    }

    /// Makes an address of a string; throws a ``GeneratedContent/ParsingError`` for anything else, and for a string
    /// that is no address.
    public init(_ content: GeneratedContent) throws {
        guard case .string(let text) = content.json else { throw content.mismatch("a string with a URL") }
        guard let url = URL(string: text) else {
            throw GeneratedContent.ParsingError(content: content, debugDescription: "The string is no URL.")
        }
        self = url
    }
    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(JSONValue.string(absoluteString)) }
}
