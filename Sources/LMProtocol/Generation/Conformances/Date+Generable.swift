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
    /// A leap second, the 60th of a minute, is the second behind it: dates have no place for one.
    ///
    /// - Throws: ``GeneratedContent/ParsingError`` for anything else, such as a day that no month has, an hour beyond 23, an
    ///   offset beyond a day, or a string with something before or behind the moment.
    public init(_ content: GeneratedContent) throws {
        guard case .string(let text) = content.json else { throw content.mismatch("a string with a date and time") }
        guard let date = Self.rfc3339(text) else {
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

    /// Reads a moment. The grammar is checked here, because Foundation's style moves what does not exist (the 30th of
    /// February) to what does, and reads past what stands behind the moment.
    private static func rfc3339(_ text: String) -> Date? {
        var bytes = Array(text.utf8)[...]
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        func number(_ digits: Int, _ range: ClosedRange<Int>) -> Int? {
            guard bytes.count >= digits, bytes.prefix(digits).allSatisfy(isDigit) else { return nil }
            let value = bytes.prefix(digits).reduce(0) { $0 * 10 + Int($1 - 0x30) }
            bytes = bytes.dropFirst(digits)
            return range.contains(value) ? value : nil
        }
        func skip(_ characters: String) -> Bool {
            guard let first = bytes.first, characters.utf8.contains(first) else { return false }
            bytes = bytes.dropFirst()
            return true
        }
        guard let year = number(4, 0...9999), skip("-"), let month = number(2, 1...12), skip("-"),
            let day = number(2, 1...31), skip("Tt "), let hour = number(2, 0...23), skip(":"),
            let minute = number(2, 0...59), skip(":"), let second = number(2, 0...60)
        else { return nil }
        var fraction = 0.0
        if skip(".") {
            let digits = bytes.prefix(while: isDigit)
            guard !digits.isEmpty, let value = Double("0." + String(decoding: digits, as: UTF8.self)) else {
                return nil
            }
            fraction = value
            bytes = bytes.dropFirst(digits.count)
        }
        var offset = 0
        if !skip("Zz") {
            let isWest = bytes.first == UInt8(ascii: "-")
            guard skip("+-"), let hours = number(2, 0...23), skip(":"), let minutes = number(2, 0...59) else {
                return nil
            }
            offset = (hours * 60 + minutes) * (isWest ? -60 : 60)
        }
        // A leap second is put in at the end of a day of UTC only.
        let minuteOfUTC = ((hour * 60 + minute) * 60 - offset + 86_400) % 86_400
        guard bytes.isEmpty, second < 60 || minuteOfUTC == 86_340 else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone.gmt
        let parts = DateComponents(
            year: year, month: month, day: day, hour: hour, minute: minute, second: min(second, 59))
        guard let date = calendar.date(from: parts),
            calendar.dateComponents([.year, .month, .day], from: date)
                == DateComponents(year: year, month: month, day: day)
        else { return nil }
        return date.addingTimeInterval(fraction + Double(max(0, second - 59) - offset))
    }
}
