/// The words for segmentations and speeds, as commands and header fields write them.
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
