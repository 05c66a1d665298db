import LMReplay
import Testing

@testable import lm_cli

@Suite struct CoalescingWriterTests {
    @Test func `the first bytes are written at once`() throws {
        let pipe = try Pipe()
        let writer = CoalescingWriter(pipe.writing, time: TimeSource(VirtualClock()))
        try writer.write("one".utf8)
        #expect(try pipe.available() == Array("one".utf8))
    }

    @Test func `bytes that follow at once wait for the interval, and come without another call`() async throws {
        let pipe = try Pipe()
        let clock = VirtualClock()
        let writer = CoalescingWriter(pipe.writing, time: TimeSource(clock))
        try writer.write("one".utf8)
        try writer.write("two".utf8)
        try writer.write("three".utf8)
        #expect(try pipe.available() == Array("one".utf8))
        try await clock.waitForSleepers()
        clock.advance(by: CoalescingWriter.interval)
        var bytes = try pipe.available()
        while bytes.isEmpty {
            await Task.yield()
            bytes = try pipe.available()
        }
        #expect(bytes == Array("twothree".utf8))
    }

    @Test func `a slow stream is never held back`() throws {
        let pipe = try Pipe()
        let clock = VirtualClock()
        let writer = CoalescingWriter(pipe.writing, time: TimeSource(clock))
        for word in ["a", "b", "c"] {
            try writer.write(word.utf8)
            #expect(try pipe.available() == Array(word.utf8))
            clock.advance(by: CoalescingWriter.interval)
        }
    }

    @Test func `flushing writes what is held`() throws {
        let pipe = try Pipe()
        let writer = CoalescingWriter(pipe.writing, time: TimeSource(VirtualClock()))
        try writer.write("one".utf8)
        try writer.write("two".utf8)
        try writer.flush()
        #expect(try pipe.text() == "onetwo")
    }
}
