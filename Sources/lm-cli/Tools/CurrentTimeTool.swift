import LMProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Tells a model what time it is, which it cannot know.
///
/// The rules of time zones are the system's: `date` is asked, because the part of Foundation that knows them takes several
/// times as long to load as the rest of the tool.
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
    /// The variables that tell the person's own time zone, and where the rules of all are.
    var environment = Environment.process

    @concurrent func call(arguments: Arguments) async throws -> String {
        let zone = arguments.timeZone
        if let zone, !isKnown(zone) {
            return "There is no time zone \"\(zone)\" here. Name one as IANA does, such as Europe/Berlin."
        }
        var variables = ["LC_ALL": "C", "PATH": environment["PATH"] ?? "/usr/bin:/bin"]
        variables["TZDIR"] = environment["TZDIR"]
        variables["TZ"] = zone ?? environment["TZ"]
        do throws(ChildProcess.Failure) {
            let outcome = try await ChildProcess.finish(
                "date", Self.moment(now()) + ["+%Y-%m-%d %H:%M:%S %z (\(zone ?? "%Z"), %A)"], environment: variables,
                timeout: .seconds(10))
            guard outcome.status == 0 else { return "The time cannot be told: \(outcome.errorText)" }
            return String(decoding: outcome.output, as: UTF8.self).trimmingWhitespace
        } catch {
            return "The time cannot be told: \(error)."
        }
    }

    /// Where the rules of time zones are, one file each, after the name of the zone.
    private var rules: String { environment["TZDIR"] ?? "/usr/share/zoneinfo" }

    /// Whether a name is that of a time zone. A model may write anything, so that it is checked to be a name before it becomes
    /// a part of a path.
    private func isKnown(_ zone: String) -> Bool {
        let parts = zone.split(separator: "/", omittingEmptySubsequences: false)
        let isName = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy(Self.isAllowed) && part.utf8.contains(where: Self.isLetter)
        }
        return isName && FileDescriptor.isRegularFile("\(rules)/\(zone)")
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-_".utf8.contains(byte)
    }

    /// The arguments that make `date` tell a moment other than the present.
    private static func moment(_ date: Date) -> [String] {
        let seconds = Int64(date.timeIntervalSince1970.rounded(.down))
        #if canImport(Darwin)
            return ["-r", String(seconds)]
        #else
            return ["-d", "@\(seconds)"]
        #endif
    }
}
