import LMTransport
import Testing

@testable import LMReplay

@Suite struct FaultPlanTests {
    private static let body = Array(
        "data: {\"type\":\"a\",\"t\":\"ü\"}\n\ndata: {\"type\":\"b\"}\n\ndata: {\"type\":\"c\"}\n\n".utf8)
    private static let cassette = Samples.cassette([Samples.interaction(body: body)])

    private func collect(
        _ plan: FaultPlan, _ cassette: Cassette = cassette
    ) async throws -> (status: Int?, body: String, error: TransportError.Kind?, duration: Duration) {
        let clock = VirtualClock()
        let replay = ReplayTransport(cassette, clock: clock).failing(plan)
        let start = clock.now
        var request = HTTPRequest.sample()
        request.timeouts = Timeouts(firstByte: nil, idle: nil)
        return try await clock.run { [request] in
            do {
                let response = try await replay.send(request)
                let (bytes, error) = await response.body.collect()
                return (response.status, bytes.text, (error as? TransportError)?.kind, start.duration(to: clock.now))
            } catch let error as TransportError {
                return (nil, "", error.kind, start.duration(to: clock.now))
            }
        }
    }

    @Test func `every plan has a name of its own, which is read as the same plan`() {
        let two = Samples.cassette([Samples.interaction(1), Samples.interaction(2, body: Self.body)])
        for plans in [FaultPlan.every(), FaultPlan.every(of: Self.cassette), FaultPlan.every(of: two)] {
            #expect(Set(plans.map(\.name)).count == plans.count)
            #expect(Set(plans.map(\.kind)) == Set(FaultPlan.Kind.allCases))
            for plan in plans { #expect(FaultPlan(name: plan.name) == plan, "\(plan)") }
        }
        #expect(FaultPlan.every(of: two).allSatisfy { $0.name.hasSuffix("@1") || $0.name.hasSuffix("@2") })
        #expect(FaultPlan(name: "cut:3")?.seed == FaultPlan(name: "cut:3")?.seed)
        #expect(FaultPlan(name: "cut:3")?.seed != FaultPlan(name: "cut:4")?.seed)
    }

    @Test func `of a cassette, every place is there`() {
        #expect(
            FaultPlan.every(.cut, of: Self.cassette).map(\.name)
                == ["cut:head", "cut:0", "cut:1", "cut:2", "cut:in:1", "cut:in:2", "cut:in:3", "cut:char"])
        #expect(
            FaultPlan.every(.status, .page, of: Self.cassette).map(\.name)
                == ["status:429", "status:429:2s", "status:500", "status:529", "page:502"])
        #expect(FaultPlan.every(.duplicate, .reorder, of: Self.cassette).count == 5)
    }

    @Test(
        arguments: [
            ("cut:head", nil, "", TransportError.Kind.closedBeforeResponse),
            ("cut:0", 200, "", .truncatedBody),
            ("cut:1", 200, "data: {\"type\":\"a\",\"t\":\"ü\"}\n\n", .truncatedBody),
            ("cut:-2", 200, "data: {\"type\":\"a\",\"t\":\"ü\"}\n\ndata: {\"type\":\"b\"}\n\n", .truncatedBody),
            ("cut:in:2", 200, "data: {\"type\":\"a\",\"t\":\"ü\"}\n\ndata: {\"ty", .truncatedBody),
            ("cut:char", 200, "data: {\"type\":\"a\",\"t\":\"\u{FFFD}", .truncatedBody),
            (
                "reset:end", 200,
                "data: {\"type\":\"a\",\"t\":\"ü\"}\n\ndata: {\"type\":\"b\"}\n\ndata: {\"type\":\"c\"}\n\n",
                .connectionReset
            ),
            ("drop:1", 200, "data: {\"type\":\"a\",\"t\":\"ü\"}\n\n", nil),
            ("empty", 200, "", nil),
            (
                "duplicate:2", 200,
                "data: {\"type\":\"a\",\"t\":\"ü\"}\n\ndata: {\"type\":\"b\"}\n\ndata: {\"type\":\"b\"}\n\ndata: {\"type\":\"c\"}\n\n",
                nil
            ),
            (
                "reorder:1", 200,
                "data: {\"type\":\"b\"}\n\ndata: {\"type\":\"a\",\"t\":\"ü\"}\n\ndata: {\"type\":\"c\"}\n\n", nil
            ),
            (
                "corrupt:-1", 200, "data: {\"type\":\"a\",\"t\":\"ü\"}\n\ndata: {\"type\":\"b\"}\n\ndata: {\"type\n\n",
                nil
            ),
        ] as [(String, Int?, String, TransportError.Kind?)])
    func `a plan does what its name says`(
        name: String, status: Int?, body: String, error: TransportError.Kind?
    ) async throws {
        let result = try await collect(try #require(FaultPlan(name: name)))
        #expect(result.status == status && result.body == body && result.error == error)
    }

    @Test func `a page, a refusal and an unknown event come in place of the answer, or in it`() async throws {
        let page = try await collect(try #require(FaultPlan(name: "page:502")))
        #expect(page.status == 502 && page.body.hasPrefix("<html>"))
        #expect(try await collect(try #require(FaultPlan(name: "status:529"))).status == 529)
        for (name, number) in [("unknown:0", 0), ("unknown:2", 2), ("unknown:-1", 3)] {
            let events = try await collect(try #require(FaultPlan(name: name))).body.split(separator: "\n\n")
            #expect(events.count == 4 && events[number].contains("event: lm.unknown\ndata: {\"type\":\"lm.unknown\""))
        }
    }

    @Test func `silence and drops take the time that they say`() async throws {
        let stalls = ["stall:head:60s", "stall:1:60s", "stall:in:2:60s", "stall:-1:60s"]
        for name in stalls {
            let result = try await collect(try #require(FaultPlan(name: name)))
            #expect(result.duration == .seconds(60) && result.body == Self.body.text, "\(name)")
        }
        let drip = try await collect(try #require(FaultPlan(name: "drip:20ms")))
        #expect(drip.duration == .milliseconds(20) * Self.body.count && drip.body == Self.body.text)
    }

    @Test func `a plan strikes one interaction, and what it uses is used`() async throws {
        let cassette = Samples.cassette([
            Samples.interaction(1, body: Self.body),
            Samples.interaction(2, request: RecordedRequest(method: "POST", url: "https://h/", body: Array("{}".utf8))),
        ])
        let replay = ReplayTransport(cassette)
        for plan in FaultPlan.every(.cut, of: cassette) where plan.name.hasSuffix("@1") {
            let failing = replay.failing(plan)
            _ = try? await failing.send(.sample()).body.collect()
            let other = try await failing.send(.sample(url: "https://h/", body: "{}")).body.collect()
            #expect(other.error == nil && other.bytes == Samples.body)
        }
        try replay.verifyUsed()
        #expect(try await replay.send(.sample()).body.collect().bytes == Self.body)
    }

    @Test(arguments: [
        "", "cut", "cut:x", "cut:in", "cut:in:x", "stall:60s", "stall:head", "status:99", "status:429:2s:1", "drip:5",
        "page:0", "empty:1", "reset:-1", "drop:1*0", "cut:1@0", "cut:1@x", "unknown", "cut:1*", "stall:1:1e99s",
    ])
    func `what is no fault is no plan`(name: String) { #expect(FaultPlan(name: name) == nil) }

    @Test(arguments: [
        "cut:99999999999", "cut:-9223372036854775808", "corrupt:9223372036854775807", "reset:9223372036854775807",
        "cut:in:-9223372036854775808", "duplicate:0", "reorder:3", "reorder:-1", "unknown:99", "drop:-5",
    ])
    func `a place that the answer does not have is passed over`(name: String) async throws {
        let result = try await collect(try #require(FaultPlan(name: name)))
        #expect(result.body == Self.body.text && result.error == nil)
    }
}
