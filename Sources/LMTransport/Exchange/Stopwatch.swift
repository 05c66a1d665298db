/// Measures and waits on any clock of durations, relative to the moment it was made.
package struct Stopwatch: Sendable {
    private let measure: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void

    /// Starts at the clock's present time.
    package init(_ clock: any Clock<Duration>) {
        self.init(opened: clock)
    }

    private init(opened clock: some Clock<Duration>) {
        let start = clock.now
        measure = { start.duration(to: clock.now) }
        wait = { try await clock.sleep(until: start.advanced(by: $0), tolerance: .zero) }
    }

    /// The time since the start.
    package var elapsed: Duration { measure() }

    /// Sleeps until so much time has passed since the start. Throws `CancellationError` where the task is cancelled.
    package func sleep(until offset: Duration) async throws {
        try await wait(offset)
    }
}
