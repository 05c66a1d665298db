/// How fast a recorded body is replayed.
public enum ReplaySpeed: Sendable, Hashable {
    /// Without any waiting.
    case instant
    /// With the gaps that were recorded.
    case recorded
    /// With the recorded gaps divided by a factor: 2 is twice as fast. Factors that are not positive count as instant.
    case scaled(Double)

    /// The time into the interaction at which something recorded at a millisecond happens; `nil` for at once.
    func offset(ofMillisecond millisecond: Int) -> Duration? {
        switch self {
        case .instant: nil
        // No gap is longer than thirty years, whatever the recording says.
        case .recorded: .milliseconds(min(millisecond, 1_000_000_000_000))
        case .scaled(let factor):
            factor > 0 && factor.isFinite ? .milliseconds(1) * min(Double(millisecond) / factor, 1e12) : nil
        }
    }
}
