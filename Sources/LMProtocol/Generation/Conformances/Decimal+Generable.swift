import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Decimal: Generable, StreamedElement {
    /// The shape of a value.
    public static var generationSchema: GenerationSchema { .init(shape: .scalar("number"), name: "Decimal") }

    /// Makes a decimal number of a number, exact to 38 digits; throws a ``GeneratedContent/ParsingError`` for anything
    /// else.
    public init(_ content: GeneratedContent) throws {
        guard case .number(let number) = content.json else { throw content.mismatch("a number") }
        guard let value = Decimal(string: number.description), value.isFinite else {
            throw content.mismatch("a number that fits Decimal")
        }
        self = value
    }

    /// The value as a number with all of its digits; `null` where it is not a number, which JSON cannot say.
    public var generatedContent: GeneratedContent {
        GeneratedContent(JSONNumber(self).map(JSONValue.number) ?? .null)
    }
}
