import Foundation
import LMReplay
import LMTestSupport
import LMTransport
import Testing

/// Times run on a clock that only the test moves, so each is exact.
@Suite(.timeLimit(.minutes(1)))
struct TimeoutTests {
    private static func timeouts(
        connect: Duration? = nil, firstByte: Duration? = nil, idle: Duration? = nil, total: Duration? = nil
    ) -> Timeouts {
        Timeouts(connect: connect, firstByte: firstByte, idle: idle, total: total)
    }

    /// Lets a time run out that begins now, and shows that it does not do so a millisecond early.
    private func runOut(_ duration: Duration, on clock: VirtualClock) async throws {
        try await clock.waitForSleepers()
        clock.advance(by: duration - .milliseconds(1))
        #expect(clock.timeToNextSleeper == .milliseconds(1))
        clock.advance(by: .milliseconds(1))
    }

    @Test(arguments: TransportUnderTest.allCases, [0, 1, 3_000_000])
    func `silence before the head is a timeout of the first byte`(
        transport: TransportUnderTest, bodyCount: Int
    ) async throws {
        let clock = VirtualClock()
        let server = try LoopbackServer { _ in [.hold] }
        let request = HTTPRequest.canary(
            "POST", server.url(), body: [UInt8](repeating: 1, count: bodyCount),
            timeouts: Self.timeouts(firstByte: .milliseconds(1_900)))
        async let failure = transportError { _ = try await transport.make(clock: clock).send(request) }
        let received = try await server.request()
        #expect(received.body.count == bodyCount)
        try await runOut(.milliseconds(1_900), on: clock)
        let error = await failure
        #expect(error?.kind == .timeout(.firstByte))
        #expect(error?.message.contains("1.9 s") == true)
        try await received.answer.clientHungUp.wait()
    }

    @Test(arguments: TransportUnderTest.withBackpressure)
    func `a connection whose TLS is not agreed is a timeout of connecting`(
        transport: TransportUnderTest
    ) async throws {
        let clock = VirtualClock()
        let server = try LoopbackServer { _ in [.hold] }
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
        let request = HTTPRequest.canary(
            url, timeouts: Self.timeouts(connect: .milliseconds(250), firstByte: .milliseconds(10), idle: .zero))
        async let failure = transportError { _ = try await transport.make(clock: clock).send(request) }
        try await runOut(.milliseconds(250), on: clock)
        #expect(await failure?.kind == .timeout(.connect))
    }

    @Test
    func `URLSession does not tell when a connection stands: connect and first byte run together`() async throws {
        let clock = VirtualClock()
        let server = try LoopbackServer { _ in [.hold] }
        let request = HTTPRequest.canary(
            server.url(), timeouts: Self.timeouts(connect: .milliseconds(250), firstByte: .milliseconds(500)))
        async let failure = transportError {
            _ = try await TransportUnderTest.urlSession.make(clock: clock).send(request)
        }
        try await runOut(.milliseconds(750), on: clock)
        #expect(await failure?.kind == .timeout(.firstByte))
    }

    @Test(arguments: TransportUnderTest.allCases)
    func `silence in the body is a timeout of idleness`(transport: TransportUnderTest) async throws {
        let clock = VirtualClock()
        let server = try LoopbackServer { _ in [.streamHead, .chunk("12345"), .hold] }
        let request = HTTPRequest.canary(server.url(), timeouts: Self.timeouts(idle: .milliseconds(500)))
        let response = try await transport.make(clock: clock).send(request)
        async let failure = transportError {
            for try await chunk in response.body { #expect(chunk == Array("12345".utf8)) }
        }
        try await runOut(.milliseconds(500), on: clock)
        let error = await failure
        #expect(error?.kind == .timeout(.idle))
        #expect(error?.bytesReceived == 5)
        try await server.request().answer.clientHungUp.wait()
    }

    @Test(arguments: TransportUnderTest.allCases)
    func `every chunk starts the idle time anew`(transport: TransportUnderTest) async throws {
        let clock = VirtualClock()
        let signals = (0..<4).map { _ in Signal() }
        let server = try LoopbackServer { _ in
            [.streamHead] + signals.flatMap { [.wait($0), .chunk("tick")] } + [.lastChunk]
        }
        let request = HTTPRequest.canary(server.url(), timeouts: Self.timeouts(idle: .milliseconds(500)))
        let response = try await transport.make(clock: clock).send(request)
        var chunks = response.body.makeAsyncIterator()
        for signal in signals {
            try await withThrowingTaskGroup { group in
                group.addTask {
                    try await clock.waitForSleepers()
                    clock.advance(by: .milliseconds(400))
                    signal.fire()
                }
                #expect(try await chunks.next() == Array("tick".utf8))
                try await group.waitForAll()
            }
        }
        #expect(try await chunks.next() == nil)
    }

    @Test(arguments: TransportUnderTest.allCases)
    func `a slow consumer is not taken for a silent server`(transport: TransportUnderTest) async throws {
        let clock = VirtualClock()
        let go = Signal()
        let server = try LoopbackServer { _ in
            [.streamHead, .chunk("first"), .wait(go), .chunk("second"), .lastChunk]
        }
        let request = HTTPRequest.canary(server.url(), timeouts: Self.timeouts(idle: .milliseconds(500)))
        let response = try await transport.make(clock: clock).send(request)
        var chunks = response.body.makeAsyncIterator()
        #expect(try await chunks.next() == Array("first".utf8))
        clock.advance(by: .seconds(3600))
        go.fire()
        #expect(try await chunks.next() == Array("second".utf8))
        #expect(try await chunks.next() == nil)
    }

    @Test(arguments: TransportUnderTest.allCases)
    func `the total time ends a body that still flows`(transport: TransportUnderTest) async throws {
        let clock = VirtualClock()
        let server = try LoopbackServer { _ in [.streamHead, .chunk("12345"), .hold] }
        let request = HTTPRequest.canary(
            server.url(), timeouts: Self.timeouts(idle: .seconds(60), total: .milliseconds(1_500)))
        let response = try await transport.make(clock: clock).send(request)
        var chunks = response.body.makeAsyncIterator()
        #expect(try await chunks.next() == Array("12345".utf8))
        try await runOut(.milliseconds(1_500), on: clock)
        let error = await transportError { _ = try await chunks.next() }
        #expect(error?.kind == .timeout(.total))
        #expect(error?.bytesReceived == 5)
    }

    @Test(arguments: TransportUnderTest.allCases)
    func `responses that are whole leave one timer, and none when the transport is gone`(
        transport: TransportUnderTest
    ) async throws {
        let clock = VirtualClock()
        let server = try LoopbackServer { _ in .response(body: "ok") }
        do {
            let sender = transport.make(clock: clock)
            for _ in 0..<3 {
                let response = try await sender.send(.canary(server.url()))
                #expect(try await response.body.text() == "ok")
            }
            #expect(clock.sleeperCount <= 1)
        }
        while clock.sleeperCount > 0 { await Task.yield() }
    }

    @Test(arguments: TransportUnderTest.withBackpressure)
    func `redirects share the total time`(transport: TransportUnderTest) async throws {
        let clock = VirtualClock()
        let go = Signal()
        let server = try LoopbackServer { request in
            request.index == 0 ? [.wait(go)] + .response(307, ["Location": "/next"]) : [.hold]
        }
        let request = HTTPRequest.canary(server.url(), timeouts: Self.timeouts(total: .seconds(3)))
        async let failure = transportError { _ = try await transport.make(clock: clock).send(request) }
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(2))
        go.fire()
        _ = try await server.request(at: 1)
        try await runOut(.seconds(1), on: clock)
        #expect(await failure?.kind == .timeout(.total))
    }
}
