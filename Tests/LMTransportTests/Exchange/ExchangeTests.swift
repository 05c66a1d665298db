import Foundation
import LMReplay
import LMTestSupport
import Synchronization
import Testing

@testable import LMTransport

/// The exchange without a socket under it.
@Suite(.timeLimit(.minutes(1)))
struct ExchangeTests {
    /// Notes what an exchange asks for.
    private final class Wire: ExchangeSocket {
        private let calls = Mutex<[String]>([])
        let stopped = Signal()

        var asked: [String] { calls.withLock { $0 } }

        func resume() { calls.withLock { $0.append("resume") } }
        func stop() {
            calls.withLock { $0.append("stop") }
            stopped.fire()
        }
    }

    private func make(
        timeouts: Timeouts = Timeouts(connect: nil, firstByte: nil, idle: nil), clock: VirtualClock = VirtualClock(),
        capacity: Int = 10
    ) -> (Exchange, Wire) {
        let request = HTTPRequest(url: URL(filePath: "/"), timeouts: timeouts)
        let exchange = Exchange(request, watch: DeadlineWatch(clock), start: .zero, capacity: capacity)
        let wire = Wire()
        exchange.begin(on: wire)
        return (exchange, wire)
    }

    private func offer(_ text: String, to exchange: Exchange) -> Bool {
        Array(text.utf8).withUnsafeBytes { exchange.receive($0) }
    }

    @Test
    func `what arrives while the consumer is busy is one chunk`() async throws {
        let (exchange, _) = make()
        for text in ["a", "bc", "def"] { #expect(offer(text, to: exchange)) }
        #expect(try await exchange.next() == Array("abcdef".utf8))
    }

    @Test
    func `bytes beyond the capacity are refused until the consumer took what waits`() async throws {
        let (exchange, wire) = make(capacity: 4)
        #expect(offer("abc", to: exchange))
        #expect(offer("defg", to: exchange))
        #expect(!offer("h", to: exchange))
        #expect(wire.asked == [])
        #expect(try await exchange.next() == Array("abcdefg".utf8))
        #expect(wire.asked == ["resume"])
        #expect(offer("h", to: exchange))
        exchange.finish()
        #expect(try await exchange.next() == Array("h".utf8))
        #expect(try await exchange.next() == nil)
        #expect(wire.asked == ["resume"])
    }

    @Test
    func `an end without a head is an error`() async throws {
        let (exchange, _) = make()
        exchange.finish()
        let error = await transportError { _ = try await exchange.head() }
        #expect(error?.kind == .closedBeforeResponse)
    }

    @Test
    func `only the first end counts`() async throws {
        let (exchange, wire) = make()
        #expect(offer("abc", to: exchange))
        exchange.finish(TransportError(.connectionReset, "reset"))
        exchange.finish()
        exchange.cancel()
        #expect(try await exchange.next() == Array("abc".utf8))
        let error = await transportError { _ = try await exchange.next() }
        #expect(error?.kind == .connectionReset)
        #expect(error?.bytesReceived == 3)
        #expect(wire.asked == [])
    }

    @Test
    func `cancelling stops the socket once and drops what waits`() async throws {
        let (exchange, wire) = make()
        #expect(offer("abc", to: exchange))
        exchange.cancel()
        exchange.cancel()
        #expect(wire.asked == ["stop"])
        #expect(offer("a socket may still deliver, for nobody", to: exchange))
        await #expect(throws: CancellationError.self) { try await exchange.next() }
    }

    @Test
    func `cancelling after the end changes nothing`() async throws {
        let (exchange, wire) = make()
        exchange.finish()
        exchange.cancel()
        #expect(wire.asked == [])
        #expect(try await exchange.next() == nil)
    }

    @Test
    func `a second consumer is an error and leaves the first alone`() async throws {
        let clock = VirtualClock()
        let (exchange, _) = make(timeouts: Timeouts(connect: nil, firstByte: nil, idle: .seconds(1)), clock: clock)
        async let first = exchange.next()
        try await clock.waitForSleepers()
        let error = await transportError { _ = try await exchange.next() }
        #expect(error?.kind == .other)
        #expect(offer("abc", to: exchange))
        exchange.flush()
        #expect(try await first == Array("abc".utf8))
    }

    @Test
    func `a shorter time that begins later is kept`() async throws {
        let clock = VirtualClock()
        let (exchange, wire) = make(
            timeouts: Timeouts(connect: .seconds(10), firstByte: .milliseconds(5)), clock: clock)
        try await clock.waitForSleepers()
        #expect(clock.timeToNextSleeper == .seconds(10))
        exchange.uploadProgressed()
        while clock.timeToNextSleeper != .milliseconds(5) { await Task.yield() }
        clock.advance(by: .milliseconds(5))
        try await wire.stopped.wait()
        let error = await transportError { _ = try await exchange.head() }
        #expect(error?.kind == .timeout(.firstByte))
    }

    @Test
    func `a thousand exchanges share one sleeping task`() async throws {
        let clock = VirtualClock()
        let watch = DeadlineWatch(clock)
        let request = HTTPRequest(url: URL(filePath: "/"), timeouts: Timeouts(connect: .seconds(1)))
        let wires = (0..<1000).map { _ in
            let exchange = Exchange(request, watch: watch, start: .zero)
            let wire = Wire()
            exchange.begin(on: wire)
            return wire
        }
        try await clock.waitForSleepers()
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(2))
        for wire in wires { try await wire.stopped.wait() }
        #expect(wires.allSatisfy { $0.asked == ["stop"] })
    }
}
