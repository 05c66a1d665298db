/// Measures and waits on any clock of durations, relative to the moment it was made.
struct Stopwatch: Sendable {
    private let measure: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void

    /// Starts at the clock's present time.
    init(_ clock: any Clock<Duration>) {
        self.init(opened: clock)
    }

    private init(opened clock: some Clock<Duration>) {
        let start = clock.now
        measure = { start.duration(to: clock.now) }
        wait = { try await clock.sleep(until: start.advanced(by: $0), tolerance: .zero) }
    }

    /// The time since the start.
    var elapsed: Duration { measure() }

    /// Sleeps until so much time has passed since the start. Waiting for moments on one line, rather than for one
    /// span after another, keeps lateness from adding up.
    func sleep(until offset: Duration) async throws {
        try await wait(offset)
    }
}
