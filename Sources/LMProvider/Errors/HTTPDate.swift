import LMProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A date as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// The two older forms that RFC 9110 asks servers not to send are not read.
struct HTTPDate {
    /// The point in time.
    let date: Date

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads a date; `nil` where the text is none.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT" || words[5] == "UTC",
            let day = Int(words[1]), let month = Self.months.firstIndex(of: String(words[2])),
            let year = Int(words[3]), year >= 1970, let date = CivilDate(year: year, month: month + 1, day: day)
        else { return nil }
        let time = words[4].split(separator: ":").map { Int($0) ?? -1 }
        guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2])
        else { return nil }
        let seconds = date.daysSince1970 * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]
        self.date = Date(timeIntervalSince1970: Double(seconds))
    }
}
