/// A misfortune that a replay meets on purpose, the same way each time.
public struct Fault: Sendable, Hashable {
    /// What happens.
    public enum Effect: Sendable, Hashable {
        /// The body ends behind an event, as if it were complete. Events are counted from 1; 0 ends it before the first.
        case drop(afterEvent: Int)
        /// The connection is reset when so many bytes of the body have come.
        case reset(atByte: Int)
        /// Nothing comes for a while behind an event; on the replay's clock.
        case stall(afterEvent: Int, for: Duration)
        /// The second half of an event's payload is missing.
        case corrupt(event: Int)
        /// The server answers with a status code instead, and with `retry-after` where a time is given.
        case status(Int, retryAfter: Duration?)
    }

    /// What happens.
    public var effect: Effect
    /// How many times: it strikes the first attempts at each request, `nil` for all of them. The recorded exchange
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
        Fault(.stall(afterEvent: event, for: duration), firstAttempts: attempts)
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
