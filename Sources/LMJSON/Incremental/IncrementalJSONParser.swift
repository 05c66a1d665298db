/// Parses a JSON document that arrives in chunks, and shows at any time the value so far.
///
/// Chunks may be cut anywhere, inside an escape or a UTF-8 sequence too. Reading costs time in proportion to the new
/// bytes, whatever came before. So does a snapshot, plus a little for each level of nesting, as long as no more than the
/// last two snapshots are kept; where more are, the containers that are still open are copied.
///
/// What a snapshot shows:
/// - an open string, as far as it is decoded; an escape when it is whole, half a surrogate pair when its other half, or
///   something else, followed (then as U+FFFD);
/// - a number when something ended it (see ``Numbers``); `true`, `false` and `null` when they are whole;
/// - an object or array as soon as it opens, and a key together with its value.
///
/// So snapshots only grow: strings get longer, containers get more parts, and nothing is taken back. Input that is not
/// JSON is a state and not an error: the last good snapshot stays.
public struct IncrementalJSONParser: Sendable {
    /// When an unfinished number is shown.
    public enum Numbers: Hashable, Sendable {
        /// When it has ended: `1` may become `12`.
        case held
        /// At once, as far as it is a number by itself: `-1.` shows as -1. This is the one way in which a snapshot can
        /// show a value that is revised later. Of a number longer than 64 bytes the beginning is shown until it ends.
        case eager
    }

    /// How far the document is.
    public enum State: Hashable, Sendable {
        /// There is nothing to show yet.
        case empty
        /// There is a value, and it is not whole.
        case partial
        /// The value is whole. White space may still follow.
        case complete
        /// The input is not JSON; what follows is ignored.
        case invalid(JSONError)
    }

    /// What the document turned out to be when the input ended.
    public enum Ending: Hashable, Sendable {
        /// A whole value.
        case complete
        /// The start of one.
        case truncated
        /// Not JSON.
        case invalid(JSONError)
    }

    /// What the next byte is read as.
    enum Mode {
        /// The first of all bytes, or inside a byte order mark.
        case start(matched: Int)
        case value
        case firstElement
        case firstKey
        case key
        case colon
        case afterValue
        case text(isKey: Bool)
        case number
        case literal(Literal, matched: Int)
        case done
    }

    /// The last snapshots that may be kept without a cost, and one that is being made.
    private static let replicaCount = 3

    let numbers: Numbers
    let reportsCompletions: Bool
    var mode = Mode.start(matched: 0)
    var containers: [OpenContainer] = []
    var text = IncrementalText()
    var number = IncrementalNumber()
    /// The number of containers and strings that were begun.
    var serial = 0
    /// The bytes of the chunks that were read before.
    var consumed = 0
    var failure: JSONError?
    var result: JSONValue?

    private var replicas: [SnapshotReplica] = []
    private var nextReplica = 0
    private var latest: (revision: Int, value: JSONValue?) = (0, nil)

    /// Where the values stand that the last `feed` completed, in order, if the parser reports them.
    public internal(set) var completed: [JSONPointer] = []

    /// Grows whenever the snapshot may have changed; while it stays, a new snapshot would be the same.
    public internal(set) var revision = 0

    /// Makes a parser.
    ///
    /// - Parameters:
    ///   - numbers: when an unfinished number is shown.
    ///   - reportsCompletions: whether ``completed`` is kept, which costs a pointer for each value.
    public init(numbers: Numbers = .held, reportsCompletions: Bool = false) {
        self.numbers = numbers
        self.reportsCompletions = reportsCompletions
    }

    /// How far the document is.
    public var state: State {
        if let failure { return .invalid(failure) }
        if case .done = mode { return .complete }
        return containers.isEmpty && openScalar == nil ? .empty : .partial
    }

    /// Where the innermost value stands that is still open; `nil` unless the state is partial.
    public var open: JSONPointer? {
        guard state == .partial else { return nil }
        switch mode {
        case .text(isKey: false), .number, .literal: return JSONPointer(containers.map(\.token))
        default: return JSONPointer(containers.dropLast().map(\.token))
        }
    }

    /// The value so far; `nil` where there is nothing to show.
    public mutating func snapshot() -> JSONValue? {
        if let result { return result }
        if latest.revision != revision {
            // Released first, so that it does not count as one that is kept.
            latest = (revision, nil)
            if replicas.count < Self.replicaCount { replicas.append(SnapshotReplica()) }
            latest.value = replicas[nextReplica].snapshot(of: containers, scalar: openScalar)
            nextReplica = (nextReplica + 1) % Self.replicaCount
        }
        return latest.value
    }

    /// Tells that no more bytes follow, which ends a number that is the whole document, and returns what came of it.
    public mutating func finish() -> Ending {
        if let failure { return .invalid(failure) }
        switch mode {
        case .number where containers.isEmpty && number.isWhole:
            revision += 1
            complete(.number(number.value))
        case .start(let matched) where matched > 0:
            fail(.unexpectedByte(0xEF), at: -matched)
            return finish()
        default: break
        }
        return state == .complete ? .complete : .truncated
    }

    var openScalar: OpenScalar? {
        switch mode {
        case .text(isKey: false): .text(text.bytes, serial: serial)
        case .number where numbers == .eager: number.shown.map(OpenScalar.number)
        default: nil
        }
    }

    /// Notes that the document is whole; nothing is needed any more that made its snapshots.
    mutating func end(with value: JSONValue) {
        mode = .done
        result = value
        replicas = []
        latest = (revision, nil)
        text.reset()
    }
}
