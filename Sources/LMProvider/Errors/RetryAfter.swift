import LMProtocol
import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How long a server asks to wait before another try.
struct RetryAfter {
    /// The time to wait, from zero to ``believed``.
    let duration: Duration

    /// The longest wait that is believed: quotas come back after a month at most, and servers have sent more digits than a
    /// date can hold.
    static let believed = Duration.seconds(31 * 86_400)
    /// What is taken for a wait that is not believed.
    static let limit = Duration.seconds(86_400)

    /// Reads `Retry-After`, in seconds or as a date, and Azure's `retry-after-ms`, and else, of a rate limit, when what
    /// Anthropic says is used up comes back; `nil` where nothing says a time.
    init?(_ headers: HTTPFields, now: Date, isRateLimit: Bool) {
        let waits = [
            headers["retry-after-ms"].flatMap { Self.number($0, unit: .milliseconds(1)) },
            headers[.retryAfter].flatMap { Self.number($0, unit: .seconds(1)) ?? Self.date($0, now: now) },
        ]
        // Azure has said 0 milliseconds beside one second; the longer wait is the safe one.
        guard let wait = waits.compactMap(\.self).max() ?? (isRateLimit ? Self.reset(headers, now: now) : nil) else {
            return nil
        }
        duration = wait
    }

    /// The time until the last of the limits comes back of which nothing remains.
    private static func reset(_ headers: HTTPFields, now: Date) -> Duration? {
        ["requests", "tokens", "input-tokens", "output-tokens"].compactMap { name in
            let field = "anthropic-ratelimit-" + name
            guard let remaining = HTTPFieldName(field + "-remaining"), let reset = HTTPFieldName(field + "-reset"),
                headers[remaining]?.trimmingSpaces == "0", let text = headers[reset],
                let date = try? Date(GeneratedContent(.string(String(text.trimmingSpaces))))
            else { return nil }
            return bounded(.seconds(max(0, min(date.timeIntervalSince(now), 1e12))))
        }.max()
    }

    private static func bounded(_ wait: Duration) -> Duration { wait > believed ? limit : wait }

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
        guard count <= believed / unit else { return limit }
        return count == count.rounded() ? unit * Int(count) : unit * count
    }

    private static func date(_ text: String, now: Date) -> Duration? {
        guard let date = HTTPDate(text)?.date else { return nil }
        return bounded(max(.zero, .seconds(date.timeIntervalSince(now))))
    }
}
