import LMProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Tells a model what time it is, which it cannot know.
struct CurrentTimeTool: Tool {
    @Generable
    struct Arguments {
        @Guide(description: "An IANA time zone, such as Asia/Tokyo. The person's own where it is left out.")
        var timeZone: String?
    }

    let name = "current_time"
    let description = "The current date and time, in any time zone."
    /// The time of day.
    var now: @Sendable () -> Date = { Date() }

    @concurrent func call(arguments: Arguments) async throws -> String {
        guard let zone = arguments.timeZone.map({ TimeZone(identifier: $0) }) ?? .current else {
            return
                "There is no time zone \"\(arguments.timeZone ?? "")\". Name one as IANA does, such as Europe/Berlin."
        }
        let date = now()
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        let day = days[(calendar.component(.weekday, from: date) - 1) % 7]
        let time = date.formatted(Date.ISO8601FormatStyle(timeZone: zone).dateTimeSeparator(.space))
        return "\(time) (\(zone.identifier), \(day))"
    }
}
