/// Into what chunks a recorded body is cut when it is replayed.
public enum Segmentation: Sendable, Hashable {
    /// As it came while it was recorded; as ``perEvent`` where that is not known.
    case recorded
    /// One chunk for each event of an event stream, a comment being one too; other bodies whole.
    case perEvent
    /// The whole body at once.
    case whole
    /// One chunk for each byte.
    case everyByte
    /// Chunks of random sizes, the same for the same number.
    case seeded(UInt64)
}
