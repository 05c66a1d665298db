/// Checks the laws that every stream of ``GenerationEvent`` keeps. For tests of backends, yours too.
///
/// ```swift
/// var laws = GenerationStreamLaws()
/// for try await event in stream { laws.check(event) }
/// laws.checkEnd()
/// #expect(laws.violations.isEmpty)
/// ```
public struct GenerationStreamLaws: Sendable {
    /// A broken law: which, and where.
    public struct Violation: Sendable, Hashable, CustomStringConvertible {
        /// The laws.
        public enum Law: String, Sendable, Hashable {
            /// A part is opened before its deltas and closed once.
            case opensBeforeDeltasAndClosesOnce
            /// The deltas of a part, joined, equal its final value.
            case deltasEqualFinalValue
            /// Nothing follows the end.
            case nothingFollowsTheEnd
            /// A stream that ends without a finish reason is a failure.
            case endsWithFinishReason
            /// Usage replaces what came before: it never shrinks to a part of it.
            case usageReplaces
        }
        /// The law that was broken.
        public var law: Law
        /// The position of the event in the stream, from 0; the number of events where the end itself is at fault.
        public var position: Int
        /// What happened.
        public var message: String

        /// The value in words.
        public var description: String { "event \(position): \(law.rawValue): \(message)" }
    }

    private enum Kind: String, Hashable { case text, reasoning, toolCall, refusal }
    private struct Key: Hashable {
        var kind: Kind
        var id: PartID
    }

    /// The laws broken so far.
    public private(set) var violations: [Violation] = []
    private var open: [Key: String] = [:]
    private var closed: Set<Key> = []
    private var usage: Usage?
    private var isFinished = false
    private var position = 0

    /// Makes a checker for one stream.
    public init() {}

    /// Takes the next event of the stream in.
    public mutating func check(_ event: GenerationEvent) {
        defer { position += 1 }
        if isFinished { report(.nothingFollowsTheEnd, "\(event) came after the end") }
        switch event {
        case .textStart(let id): begin(.text, id)
        case .textDelta(let id, let delta): extend(.text, id, delta)
        case .textEnd(let id, let text): end(.text, id, text)
        case .reasoningStart(let id): begin(.reasoning, id)
        case .reasoningDelta(let id, let delta): extend(.reasoning, id, delta)
        case .reasoningEnd(let id, let text): end(.reasoning, id, text)
        case .toolCallStart(let id, _, _): begin(.toolCall, id)
        case .toolCallDelta(let id, let delta): extend(.toolCall, id, delta)
        case .toolCallEnd(let id, let arguments, _): end(.toolCall, id, arguments)
        case .refusalDelta(let id, let delta):
            // A refusal has no start of its own.
            let key = Key(kind: .refusal, id: id)
            if open[key] == nil, !closed.contains(key) { open[key] = "" }
            extend(.refusal, id, delta)
        case .refusalEnd(let id, let text): end(.refusal, id, text)
        case .usage(let usage):
            if let earlier = self.usage, usage.totalTokenCount < earlier.totalTokenCount {
                report(
                    .usageReplaces,
                    "\(usage.totalTokenCount) tokens came after \(earlier.totalTokenCount), as if to be added")
            }
            self.usage = usage
        case .restarted:
            open = [:]
            closed = []
            usage = nil
        case .finished:
            for key in open.keys.sorted(by: { $0.id < $1.id }) {
                report(.opensBeforeDeltasAndClosesOnce, "\(key.kind.rawValue) \(key.id) is still open at the end")
            }
            isFinished = true
        case .started, .reasoningData, .partData, .messageData, .citation, .serverToolCall, .adjustment: break
        }
    }

    /// Takes the end of the stream in; call it where the stream ended without throwing.
    public mutating func checkEnd() {
        if !isFinished { report(.endsWithFinishReason, "the stream ended without a finish reason") }
    }

    /// The laws that a list of events breaks, taken as a whole stream.
    public static func violations(in events: some Sequence<GenerationEvent>) -> [Violation] {
        var laws = GenerationStreamLaws()
        for event in events { laws.check(event) }
        laws.checkEnd()
        return laws.violations
    }

    private mutating func begin(_ kind: Kind, _ id: PartID) {
        let key = Key(kind: kind, id: id)
        if open[key] != nil || closed.contains(key) {
            report(.opensBeforeDeltasAndClosesOnce, "\(kind.rawValue) \(id) opened again")
        }
        open[key] = ""
    }

    private mutating func extend(_ kind: Kind, _ id: PartID, _ delta: String) {
        let key = Key(kind: kind, id: id)
        guard open[key] != nil else {
            report(.opensBeforeDeltasAndClosesOnce, "a delta of \(kind.rawValue) \(id), which is not open")
            return
        }
        open[key]? += delta
    }

    private mutating func end(_ kind: Kind, _ id: PartID, _ value: String) {
        let key = Key(kind: kind, id: id)
        guard let joined = open.removeValue(forKey: key) else {
            report(.opensBeforeDeltasAndClosesOnce, "\(kind.rawValue) \(id) closed without being open")
            return
        }
        closed.insert(key)
        if !joined.utf8.elementsEqual(value.utf8) {
            report(
                .deltasEqualFinalValue,
                "\(kind.rawValue) \(id): the deltas make \(joined.utf8.count) bytes, the final value has \(value.utf8.count)"
            )
        }
    }

    private mutating func report(_ law: Violation.Law, _ message: String) {
        violations.append(Violation(law: law, position: position, message: message))
    }
}
