#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Moments as RFC 3339 writes them, such as `2026-11-30T09:30:00Z`: the one place that reads and writes them.
///
/// It is read to the letter, because a lenient reader makes another moment of what a model got wrong. A second 60 is
/// read only where a leap second can be, at the end of 30 June and of 31 December in UTC; since a `Date` has none, it is
/// the moment after it.
enum RFC3339 {
    /// Why a text is no moment.
    enum Problem: Error, Hashable {
        /// It is not written so.
        case form
        /// A part has a value that no calendar or clock shows.
        case impossible(String)

        /// The problem, as a sentence.
        var words: String {
            switch self {
            case .form: "The string is no date and time after RFC 3339, such as 2026-11-30T09:30:00Z."
            case .impossible(let part): "The string is no date and time after RFC 3339: there is no such \(part)."
            }
        }
    }

    /// The moment of a text, with nothing before or behind it.
    static func date(_ text: String) throws(Problem) -> Date {
        var reader = Reader(text)
        let year = try reader.digits(4)
        try reader.expect("-")
        let month = try reader.digits(2)
        try reader.expect("-")
        let day = try reader.digits(2)
        // RFC 3339 lets a space stand in the place of the letter, and models write one.
        try reader.expect("T", or: "t", " ")
        let hour = try reader.digits(2)
        try reader.expect(":")
        let minute = try reader.digits(2)
        try reader.expect(":")
        let second = try reader.digits(2)
        let fraction = try reader.fraction()
        let offset = try reader.offset()
        guard reader.isAtEnd else { throw .form }
        guard let date = CivilDate(year: year, month: month, day: day) else {
            throw .impossible((1...12).contains(month) ? "day of the month" : "month")
        }
        guard hour <= 23 else { throw .impossible("hour") }
        guard minute <= 59 else { throw .impossible("minute") }
        let minutes = (date.daysSince1970 * 24 + hour) * 60 + minute - offset
        guard second <= 59 || second == 60 && mayLeap(beforeMinute: minutes + 1) else { throw .impossible("second") }
        let whole = minutes * 60 + second - secondsTo2001
        return Date(timeIntervalSinceReferenceDate: Double(whole) + (second == 60 ? 0 : fraction))
    }

    /// The text of a moment in UTC, to the millisecond, without a fraction where there is none; `nil` outside the years
    /// 0 to 9999, which cannot be written.
    static func text(_ date: Date) -> String? {
        let exact = (date.timeIntervalSinceReferenceDate * 1000).rounded()
        guard let milliseconds = Int(exactly: exact) else { return nil }
        let (seconds, fraction) = floorDivision(milliseconds, by: 1000)
        let (days, time) = floorDivision(seconds + secondsTo2001, by: 86_400)
        guard let day = CivilDate(daysSince1970: days) else { return nil }
        let parts = [padded(day.year, to: 4), padded(day.month, to: 2), padded(day.day, to: 2)]
        let clock = [time / 3600, time / 60 % 60, time % 60].map { padded($0, to: 2) }
        return parts.joined(separator: "-") + "T" + clock.joined(separator: ":")
            + (fraction == 0 ? "" : "." + padded(fraction, to: 3)) + "Z"
    }

    /// From 1 January 1970 to 1 January 2001, which a `Date` counts from.
    private static let secondsTo2001 = 978_307_200

    /// Whether the minute that begins so many minutes after 1970 is the first of a July or of a January.
    private static func mayLeap(beforeMinute minute: Int) -> Bool {
        let (days, time) = floorDivision(minute, by: 24 * 60)
        guard time == 0, let day = CivilDate(daysSince1970: days) else { return false }
        return day.day == 1 && (day.month == 1 || day.month == 7)
    }

    private static func floorDivision(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

extension RFC3339 {
    /// Reads the parts of a text from left to right.
    private struct Reader {
        private var rest: Substring.UTF8View

        init(_ text: String) { rest = text[...].utf8 }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func digits(_ count: Int) throws(Problem) -> Int {
            var value = 0
            for _ in 0..<count {
                guard let digit = digit() else { throw .form }
                value = value * 10 + digit
            }
            return value
        }

        mutating func expect(_ byte: Unicode.Scalar, or others: Unicode.Scalar...) throws(Problem) {
            guard let first = rest.popFirst(), first == byte.value || others.contains(Unicode.Scalar(first)) else {
                throw .form
            }
        }

        /// The part of a second behind the point; 0 where there is none.
        mutating func fraction() throws(Problem) -> Double {
            guard rest.first == UInt8(ascii: ".") else { return 0 }
            rest.removeFirst()
            var digits = "0."
            while let digit = digit() { digits += "\(digit)" }
            guard digits.utf8.count > 2, let value = Double(digits) else { throw .form }
            return value
        }

        /// The minutes by which the text's clock is ahead of UTC.
        mutating func offset() throws(Problem) -> Int {
            let sign: Int
            switch rest.popFirst() {
            case UInt8(ascii: "Z"), UInt8(ascii: "z"): return 0
            case UInt8(ascii: "+"): sign = 1
            case UInt8(ascii: "-"): sign = -1
            default: throw .form
            }
            let hours = try digits(2)
            try expect(":")
            let minutes = try digits(2)
            guard hours <= 23, minutes <= 59 else { throw .impossible("offset from UTC") }
            return sign * (hours * 60 + minutes)
        }

        private mutating func digit() -> Int? {
            guard let first = rest.first, (0x30...0x39).contains(first) else { return nil }
            rest.removeFirst()
            return Int(first) - 0x30
        }
    }
}
