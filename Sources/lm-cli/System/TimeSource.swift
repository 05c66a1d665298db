/// Where the tool takes the time from, so that a test can hand in a clock of its own.
struct TimeSource: Sendable {
    /// The time since some fixed moment.
    let now: @Sendable () -> Duration
    /// Waits.
    let sleep: @Sendable (Duration) async throws -> Void

    /// The time of a clock.
    init<ClockType: Clock>(_ clock: ClockType) where ClockType.Duration == Duration {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(for: $0) }
    }

    /// The time of the system.
    static func live() -> TimeSource { TimeSource(ContinuousClock()) }
}
