#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The time of day, for lines of a log and names of files.
enum TimeOfDay {
    /// The local time as `12:01:03`.
    static func clock() -> String {
        let parts = local()
        return [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined(separator: ":")
    }

    /// The local day and time as a file can be named: `2026-11-30T12-01-03`.
    static func fileName() -> String {
        let parts = local()
        let day = "\(parts.tm_year + 1900)-" + [parts.tm_mon + 1, parts.tm_mday].map(twoDigits).joined(separator: "-")
        return day + "T" + [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined(separator: "-")
    }

    private static func local() -> tm {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        return parts
    }

    private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
