import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How long a server asks to wait before another try.
struct RetryAfter {
    /// The time to wait, from zero to ``limit``.
    let duration: Duration

    /// The longest wait that is believed. Servers have sent more digits than a date can hold.
    static let limit = Duration.seconds(86_400)

    /// Reads `Retry-After`, in seconds or as a date, and Azure's `retry-after-ms`; `nil` where neither says a time.
    init?(_ headers: HTTPFields, now: Date) {
        let waits = [
            headers["retry-after-ms"].flatMap { Self.number($0, unit: .milliseconds(1)) },
            headers[.retryAfter].flatMap { Self.number($0, unit: .seconds(1)) ?? Self.date($0, now: now) },
        ]
        // Azure has said 0 milliseconds beside one second; the longer wait is the safe one.
        guard let wait = waits.compactMap(\.self).max() else { return nil }
        duration = wait
    }

    /// Reads a number of seconds, which may have a fraction; `nil` where it is none.
    init?(seconds text: Substring) {
        guard let wait = Self.number(String(text), unit: .seconds(1)) else { return nil }
        duration = wait
    }

    private static func number(_ text: String, unit: Duration) -> Duration? {
        let text = text.trimmingSpaces
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
            let count = Double(text)
        else { return nil }
        return count >= limit / unit ? limit : unit * count
    }

    private static func date(_ text: String, now: Date) -> Duration? {
        guard let date = HTTPDate(text)?.date else { return nil }
        return min(max(.zero, .seconds(date.timeIntervalSince(now))), limit)
    }
}
