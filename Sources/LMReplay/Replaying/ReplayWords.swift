/// The words for segmentations, speeds and faults, as commands and header fields write them.
extension Segmentation {
    /// Reads `recorded`, `event`, `whole`, `byte` or `seed:7`; `nil` for any other text.
    public init?(_ text: String) {
        switch text {
        case "recorded": self = .recorded
        case "event": self = .perEvent
        case "whole": self = .whole
        case "byte": self = .everyByte
        default:
            guard text.hasPrefix("seed:"), let seed = UInt64(text.dropFirst(5)) else { return nil }
            self = .seeded(seed)
        }
    }
}

extension ReplaySpeed {
    /// Reads `instant`, `recorded`, `realtime` (which is the same), or a positive factor such as `4x`; `nil` for any
    /// other text.
    public init?(_ text: String) {
        switch text {
        case "instant": self = .instant
        case "recorded", "realtime": self = .recorded
        default:
            guard text.hasSuffix("x"), let factor = Double(text.dropLast()), factor > 0, factor.isFinite else {
                return nil
            }
            self = .scaled(factor)
        }
    }
}

extension Fault {
    /// Reads `drop:3`, `reset:4097`, `stall:2:60s`, `corrupt:5`, `status:429` or `status:429:2s`, each perhaps with
    /// `*k` for the first k attempts; `nil` for any other text. Times are in `ms` or `s`.
    public init?(_ text: String) {
        var text = text[...]
        var attempts: Int?
        if let star = text.lastIndex(of: "*") {
            guard let count = Int(text[text.index(after: star)...]), count > 0 else { return nil }
            attempts = count
            text = text[..<star]
        }
        let words = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard words.count >= 2, let number = Int(words[1]), number >= 0 else { return nil }
        let effect: Effect
        switch (words[0], words.count) {
        case ("drop", 2): effect = .drop(afterEvent: number)
        case ("reset", 2): effect = .reset(atByte: number)
        case ("corrupt", 2): effect = .corrupt(event: number)
        case ("stall", 3):
            guard let duration = Self.duration(words[2]) else { return nil }
            effect = .stall(afterEvent: number, for: duration)
        case ("status", 2) where (100...599).contains(number): effect = .status(number, retryAfter: nil)
        case ("status", 3) where (100...599).contains(number):
            guard let duration = Self.duration(words[2]) else { return nil }
            effect = .status(number, retryAfter: duration)
        default: return nil
        }
        self.init(effect, firstAttempts: attempts)
    }

    private static func duration(_ text: String) -> Duration? {
        let isMilliseconds = text.hasSuffix("ms")
        guard text.hasSuffix("s"), let number = Double(text.dropLast(isMilliseconds ? 2 : 1)),
            (0...86_400_000).contains(number)
        else { return nil }
        return (isMilliseconds ? .milliseconds(1) : .seconds(1)) * number
    }
}
