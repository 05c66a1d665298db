/// A way in which an answer can fail, with a name that stays the same from run to run.
///
/// A client can be tried against each of them from one recording:
///
/// ```swift
/// @Test(.cassette("hello"), arguments: FaultPlan.every(.cut, .stall))
/// func `a broken answer is told`(plan: FaultPlan) async throws {
///     let transport = try CassetteTransport.current.failing(plan)
///     …
/// }
/// ```
public struct FaultPlan: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The connection closes: before the head, between two events, inside one, inside a character.
        case cut
        /// The body ends early, in order, as if it were complete.
        case drop
        /// Nothing comes for five minutes: before the head, between two events, inside one.
        case stall
        /// The server refuses: 429 with and without a time to wait, 500, 529.
        case status
        /// A proxy answers with a page of HTML.
        case page
        /// The answer has no body.
        case empty
        /// An event comes twice.
        case duplicate
        /// Two events change places.
        case reorder
        /// An event comes that nobody knows.
        case unknown
        /// An event is broken.
        case corrupt
        /// Every byte comes by itself, 20 milliseconds after the one before.
        case drip
        /// The connection is reset behind the last event.
        case reset
    }

    /// What kind of failure it is.
    public let kind: Kind
    /// What goes wrong.
    public let fault: Fault

    /// The plan's name, which `serve --fault` takes too: `cut:in:3`.
    public var name: String { fault.description }
    /// The plan's name.
    public var description: String { name }

    /// Makes a plan of its name; `nil` for a text that is none.
    public init?(name: String) {
        guard let fault = Fault(name) else { return nil }
        self.init(fault)
    }

    init(_ fault: Fault) {
        self.fault = fault
        kind = fault.effect.kind
    }

    /// A number that is the same for the same name in every run, for a client that draws something.
    public var seed: UInt64 {
        // FNV-1a, 64 bits.
        name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// The plans of some kinds that strike any answer, each at its first, second, last but one and last event.
    ///
    /// - Parameter kinds: which; all where none is given.
    public static func every(_ kinds: Kind...) -> [FaultPlan] {
        (kinds.isEmpty ? Kind.allCases : kinds).flatMap { plans($0, events: [1, 2, -2, -1], hasCharacter: true) }
    }

    /// The plans of some kinds for a cassette: each of its interactions by itself, at each of its events.
    ///
    /// - Parameter kinds: which; all where none is given.
    public static func every(_ kinds: Kind..., of cassette: Cassette) -> [FaultPlan] {
        every(kinds, of: cassette)
    }

    /// The plans of some kinds for a cassette: each of its interactions by itself, at each of its events.
    public static func every(_ kinds: [Kind], of cassette: Cassette) -> [FaultPlan] {
        cassette.interactions.flatMap { interaction -> [FaultPlan] in
            guard let response = interaction.response else { return [] }
            let count = response.isEventStream ? EventFraming.blocks(of: response.body).count(where: \.isEvent) : 0
            let hasCharacter = response.body.contains { $0 >= 0xC2 }
            return (kinds.isEmpty ? Kind.allCases : kinds).flatMap { kind in
                plans(kind, events: Array(1..<count + 1), hasCharacter: hasCharacter).map { plan in
                    var fault = plan.fault
                    if cassette.interactions.count > 1 { fault.interaction = interaction.number }
                    return FaultPlan(fault)
                }
            }
        }
    }

    private static func plans(_ kind: Kind, events: [Int], hasCharacter: Bool) -> [FaultPlan] {
        let wait = Duration.seconds(300)
        let effects: [Fault.Effect]
        switch kind {
        case .cut:
            // Behind the last event there is nothing to cut off.
            let places =
                [.head, .after(event: 0)] + events.filter { $0 != events.last }.map { Fault.Place.after(event: $0) }
            effects =
                (places + (events.isEmpty ? [1] : events).map { .inside(event: $0) }
                + (hasCharacter ? [.character] : []))
                .map { .cut($0) }
        case .drop: effects = ([0] + events.dropLast()).map { .drop(afterEvent: $0) }
        case .stall:
            effects =
                ([.head, .after(event: 0)] + events.map { .after(event: $0) } + events.map { .inside(event: $0) })
                .map { .stall($0, for: wait) }
        case .status:
            effects = [
                .status(429, retryAfter: nil), .status(429, retryAfter: .seconds(2)), .status(500, retryAfter: nil),
                .status(529, retryAfter: nil),
            ]
        case .page: effects = [.page(502)]
        case .empty: effects = [.empty]
        case .duplicate: effects = events.map { .duplicate(event: $0) }
        case .reorder: effects = events.filter { $0 != events.last }.map { .reorder(event: $0) }
        case .unknown: effects = ([0] + events).map { .unknown(afterEvent: $0) }
        case .corrupt: effects = events.map { .corrupt(event: $0) }
        case .drip: effects = [.drip(every: .milliseconds(20))]
        case .reset: effects = [.resetAtEnd]
        }
        return effects.map { FaultPlan(Fault($0)) }
    }
}

extension Fault.Effect {
    fileprivate var kind: FaultPlan.Kind {
        switch self {
        case .cut, .reset: .cut
        case .drop: .drop
        case .stall: .stall
        case .status: .status
        case .page: .page
        case .empty: .empty
        case .duplicate: .duplicate
        case .reorder: .reorder
        case .unknown: .unknown
        case .corrupt: .corrupt
        case .drip: .drip
        case .resetAtEnd: .reset
        }
    }
}
