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
        // Foundation escapes what may not stand in an address, and so takes any words for one.
        guard text.utf8.allSatisfy(Self.mayStand), let url = URL(string: text) else {
            throw GeneratedContent.ParsingError(content: content, debugDescription: "The string is no URL.")
        }
        self = url
    }
    /// Whether a byte may stand in an address; letters beyond ASCII may, since people and models write them so.
    private static func mayStand(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F: false
        default: !"\"<>\\^`{|}".utf8.contains(byte)
        }
    }

    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(JSONValue.string(absoluteString)) }
}
