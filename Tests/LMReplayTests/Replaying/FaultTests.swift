import LMTransport
import Testing

@testable import LMReplay

@Suite struct FaultTests {
    private let ends = [0, 79, 174, 277]

    private func transport(
        _ faults: [Fault], segmentation: Segmentation = .everyByte, speed: ReplaySpeed = .instant,
        clock: VirtualClock = VirtualClock(), interactions: [Interaction] = [Samples.interaction()]
    ) -> ReplayTransport {
        ReplayTransport(
            Samples.cassette(interactions), options: .init(segmentation: segmentation, speed: speed, faults: faults),
            clock: clock)
    }

    @Test(arguments: [Segmentation.recorded, .whole, .everyByte, .seeded(3)])
    func `a drop ends the body behind each event as if it were complete`(segmentation: Segmentation) async throws {
        for event in 0...3 {
            let transport = transport([.drop(afterEvent: event)], segmentation: segmentation)
            let (bytes, error) = try await transport.send(.sample()).body.collect()
            #expect(bytes == Array(Samples.body[..<ends[event]]) && error == nil)
        }
    }

    @Test func `a reset strikes at every byte`() async throws {
        for byte in 0...Samples.body.count {
            let (bytes, error) = try await transport([.reset(atByte: byte)], segmentation: .whole)
                .send(.sample()).body.collect()
            #expect(bytes == Array(Samples.body[..<byte]))
            #expect((error as? TransportError)?.kind == .connectionReset)
        }
    }

    @Test func `a fault beyond the body does nothing`() async throws {
        for fault in [
            Fault.drop(afterEvent: 9), .reset(atByte: 999), .corrupt(event: 0), .corrupt(event: 4),
            .drop(afterEvent: -1), .stall(afterEvent: 9, for: .seconds(1)),
        ] {
            let (bytes, error) = try await transport([fault]).send(.sample()).body.collect()
            #expect(bytes == Samples.body && error == nil, "\(fault)")
        }
    }

    @Test func `a corrupted event has lost half its payload and no framing`() async throws {
        let (bytes, error) = try await transport([.corrupt(event: 2)]).send(.sample()).body.collect()
        #expect(error == nil)
        let blocks = EventFraming.blocks(of: bytes)
        #expect(blocks.count == 3 && blocks.allSatisfy(\.isEvent))
        #expect(Array(bytes[..<79]) == Array(Samples.body[..<79]))
        #expect(Array(bytes.suffix(103)) == Array(Samples.body.suffix(103)))
        let payload = try #require(EventFraming.payload(of: bytes, block: blocks[1].range))
        #expect(Array(bytes[payload]).text == #"{"type":"response.output_t"#)
    }

    @Test func `a stall delays everything behind its event`() async throws {
        let clock = VirtualClock()
        let cuts = [Cut(byteCount: 100, milliseconds: 10), Cut(byteCount: 177, milliseconds: 20)]
        let transport = transport(
            [.stall(afterEvent: 2, for: .seconds(60))], segmentation: .recorded, speed: .recorded, clock: clock,
            interactions: [Samples.interaction(cuts: cuts)])
        let seen = try await clock.run {
            var seen: [Int: Int] = [:]
            var count = 0
            for try await chunk in try await transport.send(.sample()).body {
                count += chunk.count
                seen[count] = clock.now.offset.roundedMilliseconds
            }
            return seen
        }
        #expect(seen == [100: 10, 174: 30, 277: 60_030])
    }

    @Test func `a stall longer than the idle time is a timeout`() async throws {
        let clock = VirtualClock()
        let transport = transport([.stall(afterEvent: 1, for: .seconds(60))], clock: clock)
        let (bytes, error) = try await clock.run {
            var request = HTTPRequest.sample()
            request.timeouts.idle = .seconds(30)
            return try await transport.send(request).body.collect()
        }
        #expect(bytes.count == 79)
        #expect((error as? TransportError)?.kind == .timeout(.idle))
        #expect(clock.now.offset == .seconds(30))
    }

    @Test func `a status strikes the first attempts, and then the recording answers`() async throws {
        let transport = transport([.status(429, retryAfter: .milliseconds(1500), firstAttempts: 2)])
        for _ in 1...2 {
            let response = try await transport.send(.sample())
            #expect(response.status == 429)
            #expect(response.headers[.retryAfter] == "2")
        }
        #expect(try await transport.send(.sample()).status == 200)
        await #expect(throws: ReplayMiss.self) { try await transport.send(.sample()) }
    }

    @Test func `attempts are counted for each request by itself`() async throws {
        var other = Samples.request
        other.body = Array("{}".utf8)
        let transport = transport(
            [.reset(atByte: 10, firstAttempts: 1)],
            interactions: [Samples.interaction(1), Samples.interaction(2, request: other)])
        for request in [HTTPRequest.sample(), .sample(body: "{}")] {
            #expect(try await transport.send(request).body.collect().bytes.count == 10)
            #expect(try await transport.send(request).body.collect().bytes.count == 277)
        }
        try transport.verifyUsed()
    }

    @Test func `a fault without a count strikes every attempt`() async throws {
        let transport = transport([.status(500)])
        for _ in 1...5 { #expect(try await transport.send(.sample()).status == 500) }
        try transport.verifyUsed()
    }

    @Test func `a fault may be for one interaction`() async throws {
        let transport = transport(
            [Fault(.drop(afterEvent: 1), firstAttempts: nil, interaction: 2)],
            interactions: [Samples.interaction(1), Samples.interaction(2)])
        #expect(try await transport.send(.sample()).body.collect().bytes.count == 277)
        #expect(try await transport.send(.sample()).body.collect().bytes.count == 79)
    }
}
