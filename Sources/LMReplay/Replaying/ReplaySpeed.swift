/// How fast a recorded body is replayed.
public enum ReplaySpeed: Sendable, Hashable {
    /// Without any waiting.
    case instant
    /// With the gaps that were recorded.
    case recorded
    /// With the recorded gaps divided by a factor: 2 is twice as fast. Factors that are not positive count as instant.
    case scaled(Double)

    /// The time into the exchange at which something recorded at a millisecond happens; `nil` for at once.
    func offset(ofMillisecond millisecond: Int) -> Duration? {
        switch self {
        case .instant: nil
        case .recorded: .milliseconds(millisecond)
        case .scaled(let factor):
            // No gap is longer than thirty years, however small the factor.
            factor > 0 && factor.isFinite ? .milliseconds(1) * min(Double(millisecond) / factor, 1e12) : nil
        }
    }
}
