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

    /// Makes a moment of a string with a date, a time and an offset from UTC, with or without fractions of a second.
    ///
    /// A second 60 is taken where a leap second can be, at the end of 30 June and of 31 December in UTC, and is the moment
    /// behind it: dates have no place for one.
    ///
    /// - Throws: ``GeneratedContent/ParsingError`` for anything else, such as a day that no month has, an hour beyond 23, an
    ///   offset beyond a day, or a string with something before or behind the moment.
    public init(_ content: GeneratedContent) throws {
        guard case .string(let text) = content.json else { throw content.mismatch("a string with a date and time") }
        do throws(RFC3339.Problem) {
            self = try RFC3339.date(text)
        } catch {
            throw GeneratedContent.ParsingError(content: content, debugDescription: error.words)
        }
    }

    /// The moment in UTC, to the millisecond, without a fraction where there is none; `null` outside the years 0 to
    /// 9999, which RFC 3339 cannot say.
    public var generatedContent: GeneratedContent {
        GeneratedContent(RFC3339.text(self).map(JSONValue.string) ?? .null)
    }
}
