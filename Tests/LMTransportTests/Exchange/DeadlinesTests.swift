import LMTransport
import Testing

@testable import LMTransport

struct DeadlinesTests {
    private func next(_ deadlines: Deadlines) -> [String] {
        deadlines.next.map { ["\($0.phase)", "\($0.limit)", "\($0.time)"] } ?? []
    }

    @Test
    func `each stage has its own time`() {
        let timeouts = Timeouts(connect: .seconds(1), firstByte: .seconds(2), idle: .seconds(3))
        var deadlines = Deadlines(timeouts, start: .zero, now: .zero)
        #expect(next(deadlines) == ["connect", "1.0 seconds", "1.0 seconds"])
        deadlines.uploadProgressed(at: .seconds(10))
        #expect(next(deadlines) == ["firstByte", "2.0 seconds", "12.0 seconds"])
        deadlines.uploadProgressed(at: .seconds(11))
        #expect(next(deadlines) == ["firstByte", "2.0 seconds", "13.0 seconds"])
        deadlines.headArrived()
        #expect(next(deadlines) == [])
        deadlines.consumerWaits(since: .seconds(20))
        #expect(next(deadlines) == ["idle", "3.0 seconds", "23.0 seconds"])
        deadlines.consumerServed()
        #expect(next(deadlines) == [])
    }

    @Test
    func `an upload that is told late does not undo the head`() {
        var deadlines = Deadlines(Timeouts(), start: .zero, now: .zero)
        deadlines.headArrived()
        deadlines.uploadProgressed(at: .seconds(1))
        #expect(next(deadlines) == [])
    }

    @Test
    func `the earlier of stage and total counts`() {
        var deadlines = Deadlines(
            Timeouts(connect: .seconds(5), firstByte: .seconds(5), total: .seconds(8)), start: .zero, now: .zero)
        #expect(next(deadlines) == ["connect", "5.0 seconds", "5.0 seconds"])
        deadlines.uploadProgressed(at: .seconds(4))
        #expect(next(deadlines) == ["total", "8.0 seconds", "8.0 seconds"])
    }

    @Test
    func `after a redirect connecting starts anew and the total goes on`() {
        let timeouts = Timeouts(connect: .seconds(10), total: .seconds(60))
        #expect(
            next(Deadlines(timeouts, start: .zero, now: .seconds(30))) == ["connect", "10.0 seconds", "40.0 seconds"])
        #expect(
            next(Deadlines(timeouts, start: .zero, now: .seconds(55))) == ["total", "60.0 seconds", "60.0 seconds"])
    }
}
