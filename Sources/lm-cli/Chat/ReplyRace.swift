/// Runs a reply while it is watched whether the person wants it to stop.
struct ReplyRace {
    let input: any ChatInput
    let stop: StopSignal

    private enum Outcome: Sendable {
        case done((any Error)?)
        case stopped
    }

    /// Runs the work to its end, or cancels it. Gives what it failed with.
    nonisolated(nonsending) func run(_ work: @escaping @Sendable () async throws -> Void) async -> (any Error)? {
        await withTaskGroup(of: Outcome.self) { group in
            group.addTask {
                do {
                    try await work()
                    return .done(nil)
                } catch {
                    return .done(error)
                }
            }
            // A key and a signal mean the same.
            group.addTask { [input] in
                await input.waitForStop()
                return .stopped
            }
            group.addTask { [stop] in
                await stop.wait()
                return .stopped
            }
            var failure: (any Error)?
            for await outcome in group {
                switch outcome {
                case .done(let error):
                    failure = error
                    group.cancelAll()
                case .stopped:
                    // Where the reply is over, the watchers end because they were cancelled.
                    if stop.isRaised { group.cancelAll() }
                }
            }
            return failure
        }
    }
}
