/// How fast a recording plays.
enum PlaybackSpeed: Sendable, Hashable {
    /// Without the recorded pauses.
    case instant
    /// With the recorded pauses, each divided by the factor; 1 is as recorded.
    case scaled(Double)

    /// Reads `instant`, `realtime`, or a factor such as `4x` or `0.5`; `nil` where the text is none of these.
    init?(_ text: String) {
        switch text {
        case "instant": self = .instant
        case "realtime": self = .scaled(1)
        default:
            let digits = text.hasSuffix("x") ? text.dropLast() : text[...]
            guard let factor = Double(digits), factor.isFinite, factor > 0 else { return nil }
            self = .scaled(factor)
        }
    }
}
