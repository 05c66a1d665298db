import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A moment stands in JSON as RFC 3339 has it, such as `2026-11-30T09:30:00Z`.
extension Date: Generable, StreamedElement {
    /// The shape of a value.
    public static var generationSchema: GenerationSchema {
        .init(shape: .value(JSONObject(["type": "string", "format": "date-time"])), name: "Date")
    }

    /// Makes a moment of a string with a date, a time and an offset from UTC, with or without fractions of a second;
    /// throws a ``GeneratedContent/ParsingError`` for anything else.
    public init(_ content: GeneratedContent) throws {
        guard case .string(let text) = content.json else { throw content.mismatch("a string with a date and time") }
        let plain = Date.ISO8601FormatStyle()
        let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let date = (try? plain.parse(text)) ?? (try? fractional.parse(text)) else {
            throw GeneratedContent.ParsingError(
                content: content,
                debugDescription: "The string is no date and time after RFC 3339, such as 2026-11-30T09:30:00Z.")
        }
        self = date
    }

    /// The moment in UTC, to the millisecond, without a fraction where there is none.
    public var generatedContent: GeneratedContent {
        let milliseconds = (timeIntervalSinceReferenceDate * 1000).rounded()
        let hasFraction = milliseconds.truncatingRemainder(dividingBy: 1000) != 0
        let rounded = Date(timeIntervalSinceReferenceDate: milliseconds / 1000)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
        return GeneratedContent(JSONValue.string(rounded.formatted(style)))
    }
}
