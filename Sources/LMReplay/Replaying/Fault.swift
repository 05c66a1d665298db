/// A misfortune that a replay meets on purpose, the same way each time.
public struct Fault: Sendable, Hashable {
    /// What happens. Events are counted from 1, or from the end: -1 is the last one.
    public enum Effect: Sendable, Hashable {
        /// The body ends behind an event, as if it were complete; 0 ends it before the first.
        case drop(afterEvent: Int)
        /// The connection is closed at a place, in the middle of what was to come.
        case cut(Place)
        /// The connection is reset when so many bytes of the body have come.
        case reset(atByte: Int)
        /// The connection is reset when the whole body has come.
        case resetAtEnd
        /// Nothing comes for a while at a place; on the replay's clock.
        case stall(Place, for: Duration)
        /// The second half of an event's payload is missing.
        case corrupt(event: Int)
        /// An event comes twice.
        case duplicate(event: Int)
        /// An event comes behind the one that follows it.
        case reorder(event: Int)
        /// An event of a type that nobody knows comes behind an event.
        case unknown(afterEvent: Int)
        /// Every byte of the body comes by itself, so long after the one before.
        case drip(every: Duration)
        /// The server answers with a status code instead, and with `retry-after` where a time is given.
        case status(Int, retryAfter: Duration?)
        /// A proxy before the server answers with a status code and a page of HTML.
        case page(Int)
        /// The answer has no body.
        case empty
    }

    /// A place in an answer.
    public enum Place: Sendable, Hashable {
        /// Before the head.
        case head
        /// Behind an event; 0 is before the first.
        case after(event: Int)
        /// In the middle of an event.
        case inside(event: Int)
        /// In the middle of the first character of several bytes.
        case character
    }

    /// What happens.
    public var effect: Effect
    /// How many times: it strikes the first attempts at each request, `nil` for all of them. The recorded interaction
    /// stays available for the attempts that follow.
    public var attempts: Int?
    /// The only interaction that it strikes, by its number; `nil` for all. A status strikes the request that this
    /// interaction answers.
    public var interaction: Int?

    /// Makes a fault.
    public init(_ effect: Effect, firstAttempts attempts: Int? = nil, interaction: Int? = nil) {
        self.effect = effect
        self.attempts = attempts
        self.interaction = interaction
    }

    /// The body ends behind an event, as if it were complete.
    public static func drop(afterEvent event: Int, firstAttempts attempts: Int? = nil) -> Fault {
        Fault(.drop(afterEvent: event), firstAttempts: attempts)
    }

    /// The connection is reset when so many bytes of the body have come.
    public static func reset(atByte byte: Int, firstAttempts attempts: Int? = nil) -> Fault {
        Fault(.reset(atByte: byte), firstAttempts: attempts)
    }

    /// Nothing comes for a while behind an event.
    public static func stall(
        afterEvent event: Int, for duration: Duration, firstAttempts attempts: Int? = nil
    ) -> Fault {
        Fault(.stall(.after(event: event), for: duration), firstAttempts: attempts)
    }

    /// The second half of an event's payload is missing.
    public static func corrupt(event: Int, firstAttempts attempts: Int? = nil) -> Fault {
        Fault(.corrupt(event: event), firstAttempts: attempts)
    }

    /// The server answers with a status code instead.
    public static func status(
        _ code: Int, retryAfter: Duration? = nil, firstAttempts attempts: Int? = nil
    ) -> Fault {
        Fault(.status(code, retryAfter: retryAfter), firstAttempts: attempts)
    }

    func strikes(attempt: Int, at number: Int) -> Bool {
        attempt <= attempts ?? .max && interaction ?? number == number
    }
}
