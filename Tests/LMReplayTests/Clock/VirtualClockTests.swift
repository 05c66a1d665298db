import LMReplay
import Testing

@Suite struct VirtualClockTests {
    @Test func `time stands still until it is moved`() {
        let clock = VirtualClock()
        #expect(clock.now.offset == .zero)
        clock.advance(by: .milliseconds(250))
        clock.advance(by: .milliseconds(-50))
        #expect(clock.now.offset == .milliseconds(250))
        clock.advance(to: .init(offset: .seconds(3)))
        clock.advance(to: .init(offset: .seconds(1)))
        #expect(clock.now.offset == .seconds(3))
    }

    @Test func `a sleeper wakes when its time has come and not before`() async throws {
        let clock = VirtualClock()
        try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask {
                try await clock.sleep(for: .seconds(2))
                return "two"
            }
            group.addTask {
                try await clock.sleep(for: .seconds(5))
                return "five"
            }
            try await clock.waitForSleepers(2)
            #expect(clock.timeToNextSleeper == .seconds(2))
            clock.advance(by: .seconds(2))
            #expect(try await group.next() == "two")
            #expect(clock.sleeperCount == 1)
            #expect(clock.advanceToNextSleeper() == .seconds(3))
            #expect(try await group.next() == "five")
        }
        #expect(clock.advanceToNextSleeper() == nil)
        #expect(clock.now.offset == .seconds(5))
    }

    @Test func `a deadline that has passed does not wait`() async throws {
        let clock = VirtualClock()
        clock.advance(by: .seconds(1))
        try await clock.sleep(until: .init(offset: .milliseconds(999)))
        try await clock.sleep(for: .zero)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `cancelling a sleeper wakes it with an error and leaves the others`() async throws {
        let clock = VirtualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(60)) }
        let other = Task { try await clock.sleep(for: .seconds(60)) }
        try await clock.waitForSleepers(2)
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(60))
        try await other.value
    }

    @Test func `a cancelled task cannot go to sleep`() async {
        let clock = VirtualClock()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(60))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `waiting for sleepers can be cancelled`() async {
        let clock = VirtualClock()
        let watcher = Task { try await clock.waitForSleepers(3) }
        watcher.cancel()
        await #expect(throws: CancellationError.self) { try await watcher.value }
    }

    @Test func `running in virtual time passes every sleep in the order of deadlines`() async throws {
        let clock = VirtualClock()
        let log = Log<String>()
        try await clock.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (name, step) in [("a", 3), ("b", 5), ("c", 7)] {
                    group.addTask {
                        for _ in 0..<3 {
                            try await clock.sleep(for: .seconds(step))
                            log.append("\(name)\(clock.now.offset.components.seconds)")
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(log.all == ["a3", "b5", "a6", "c7", "a9", "b10", "c14", "b15", "c21"])
        #expect(clock.now.offset == .seconds(21))
    }

    @Test func `running in virtual time gives back results and errors`() async throws {
        struct Broken: Error {}
        let clock = VirtualClock()
        #expect(await clock.run { 42 } == 42)
        await #expect(throws: Broken.self) {
            try await clock.run {
                try await clock.sleep(for: .seconds(1))
                throw Broken()
            }
        }
    }

    @Test func `the first of a race in virtual time is the one with the nearer deadline`() async throws {
        for _ in 0..<50 {
            let clock = VirtualClock()
            let winner = try await clock.run {
                try await withThrowingTaskGroup(of: String.self) { group in
                    group.addTask {
                        try await clock.sleep(for: .seconds(30))
                        return "slow"
                    }
                    group.addTask {
                        try await clock.sleep(for: .seconds(10))
                        return "fast"
                    }
                    let first = try await group.next()
                    group.cancelAll()
                    return first
                }
            }
            #expect(winner == "fast")
            #expect(clock.now.offset == .seconds(10))
        }
    }
}
