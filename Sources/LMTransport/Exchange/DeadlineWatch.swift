import Synchronization

/// Ends the exchanges of a transport whose time has run out, with one sleeping task for all of them.
///
/// Deadlines mostly move later, and the task then finds out when it wakes: a request or a chunk costs no task and no
/// timer. It is made when there is something to watch and cancelled when the watch is let go.
package final class DeadlineWatch: Sendable {
    private struct State {
        var exchanges: [ObjectIdentifier: Exchange] = [:]
        var task: Task<Void, Never>?
        /// When the task wakes; `nil` where there is none.
        var wakesAt: Duration?
        /// Which task is the present one; one that was replaced must not change anything.
        var generation = 0
        /// Set while the task looks at the exchanges: what is noted then is left to it.
        var isLooking = false
        var notedMeanwhile: Duration?
    }

    private let stopwatch: Stopwatch
    private let state = Mutex(State())

    /// Makes a watch whose times are measured on a clock from now on.
    package init(_ clock: any Clock<Duration>) { stopwatch = Stopwatch(clock) }

    deinit { state.withLock { $0.task }?.cancel() }

    /// The time since the watch was made.
    package var elapsed: Duration { stopwatch.elapsed }

    /// Looks after an exchange until it is forgotten.
    func add(_ exchange: Exchange) {
        state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = exchange }
    }

    func forget(_ exchange: Exchange) {
        state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = nil }
    }

    /// Makes sure that the exchanges are looked at by a time. To be called without an exchange's lock.
    func note(_ deadline: Duration?) {
        guard let deadline else { return }
        state.withLock { state in
            if state.isLooking {
                state.notedMeanwhile = min(state.notedMeanwhile ?? deadline, deadline)
            } else if deadline < state.wakesAt ?? .seconds(Int64.max) {
                sleep(until: deadline, &state)
            }
        }
    }

    private func sleep(until deadline: Duration, _ state: inout State) {
        state.task?.cancel()
        state.generation += 1
        state.wakesAt = deadline
        state.task = Task { [weak self, stopwatch, generation = state.generation] in
            var moment = deadline
            while (try? await stopwatch.sleep(until: moment)) != nil {
                guard let next = self?.look(generation) else { return }
                moment = next
            }
        }
    }

    /// Ends what is overdue.
    ///
    /// - Returns: when to look again; `nil` where there is nothing to look for, or another task does it.
    private func look(_ generation: Int) -> Duration? {
        let exchanges = state.withLock { state -> [Exchange]? in
            guard state.generation == generation else { return nil }
            state.isLooking = true
            return Array(state.exchanges.values)
        }
        guard let exchanges else { return nil }
        let now = elapsed
        let next = exchanges.compactMap { $0.expire(at: now) }.min()
        return state.withLock { state in
            state.isLooking = false
            state.wakesAt = [next, state.notedMeanwhile].compactMap(\.self).min()
            state.notedMeanwhile = nil
            if state.wakesAt == nil { state.task = nil }
            return state.wakesAt
        }
    }
}
