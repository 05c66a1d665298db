import LMTestSupport
import LMTransport
import Testing

@testable import LMReplay

@Suite struct ReplayTransportTests {
    private let clock = VirtualClock()

    private func transport(
        _ interactions: [Interaction] = [Samples.interaction()], _ options: ReplayTransport.Options = .init()
    ) -> ReplayTransport {
        ReplayTransport(Samples.cassette(interactions), options: options, clock: clock)
    }

    private func request(_ body: String) -> RecordedRequest {
        var request = Samples.request
        request.body = Array(body.utf8)
        return request
    }

    private func chunks(_ transport: ReplayTransport, _ request: HTTPRequest = .sample()) async throws -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        for try await chunk in try await transport.send(request).body { chunks.append(chunk) }
        return chunks
    }

    // MARK: - What is answered

    @Test func `a recorded request is answered with the recorded response`() async throws {
        let transport = transport()
        let response = try await transport.send(.sample(credential: Credential(bearer: canaryKey)))
        #expect(response.status == 200)
        #expect(response.headers == Samples.eventStream)
        #expect(await response.body.collect().bytes == Samples.body)
        try transport.verifyUsed()
    }

    @Test(arguments: [
        #"{"stream":true,"input":[{"content":"Say hello.","role":"user"}],"model":"grok-4.7"}"#,
        #" { "model" : "grok-4.7", "input" : [ {"role":"user","content":"Say \u0068ello."} ], "stream" : true } "#,
        #"{"model":"grok-4.7","input":[{"role":"user","content":"Say hello."}],"stream":true,"prompt_cache_key":"k9"}"#,
    ])
    func `a body is the same in any layout and with any cache key`(body: String) async throws {
        #expect(try await transport().send(.sample(body: body)).status == 200)
    }

    @Test(arguments: [
        (#"{"a":1.0,"b":[1e2,"é"]}"#, #"{"b":[100,"\u00e9"],"a":1}"#, true),
        (#"{"a":12345678901234567890}"#, #"{"a":12345678901234567891}"#, false),
        (#"{"a":[1,2]}"#, #"{"a":[2,1]}"#, false), (#"{"a":null}"#, #"{}"#, false), (#"{"a":"1"}"#, #"{"a":1}"#, false),
        (#"{"a":{"b":1},"c":2}"#, #"{"a":{"b":2},"c":1}"#, false), (#"[[],{}]"#, #"[{},[]]"#, false),
        ("text", "text", true),
        ("text", "texT", false), (#"{"a":true}"#, #"{"a":false}"#, false), (#"{"":1}"#, #"{"":1}"#, true),
    ])
    func `bodies are compared by their values`(left: String, right: String, areEqual: Bool) async throws {
        let transport = transport([Samples.interaction(request: request(left))])
        let response = try? await transport.send(.sample(body: right))
        #expect((response != nil) == areEqual)
    }

    @Test func `the host does not matter, the path and the query do`() async throws {
        #expect(try await transport().send(.sample(url: "http://127.0.0.1:8080/v1/responses")).status == 200)
        for url in ["https://api.x.ai/v2/responses", "https://api.x.ai/v1/responses?a=1"] {
            await #expect(throws: ReplayMiss.self) { try await transport().send(.sample(url: url)) }
        }
    }

    @Test func `equal requests are answered in the order of the recording, each once`() async throws {
        let transport = transport((1...3).map { Samples.interaction($0, body: Array("data: \($0)\n\n".utf8)) })
        var bodies: [String] = []
        for _ in 1...3 { bodies.append(try await chunks(transport).joined().map { $0 }.text) }
        #expect(bodies == ["data: 1\n\n", "data: 2\n\n", "data: 3\n\n"])
        do {
            _ = try await transport.send(.sample())
            Issue.record("It was answered.")
        } catch let miss as ReplayMiss {
            #expect(miss.nearest == 3 && miss.usedBy == 3 && miss.differences.isEmpty && miss.requestNumber == 4)
            #expect(miss.description.contains("matches interaction 3, which request 3 already used"))
        }
    }

    @Test func `parallel requests get their own answers`() async throws {
        let transport = transport(
            (1...200).map {
                Samples.interaction($0, request: request("{\"n\":\($0)}"), body: Array("data: \($0)\n\n".utf8))
            })
        try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in (1...200).shuffled() {
                group.addTask {
                    let response = try await transport.send(.sample(body: "{\"n\":\(number)}"))
                    return (number, await response.body.collect().bytes.text)
                }
            }
            for try await (number, text) in group { #expect(text == "data: \(number)\n\n") }
        }
        try transport.verifyUsed()
    }

    // MARK: - What is not answered

    @Test func `a miss shows where the nearest recording differs and how to record`() async throws {
        let first = request(
            #"{"model":"grok-4.7","input":[{"role":"user","content":"Weather in Paris?"}],"stream":true}"#)
        let other = request(#"{"model":"other","input":[],"tools":[1,2,3]}"#)
        let transport = transport(
            [Samples.interaction(1, request: other), Samples.interaction(2, request: first)],
            .init(
                name: "weather.cassette.jsonl", recordCommand: "lm-cli record -o weather.cassette.jsonl --mode missing")
        )
        let sent =
            #"{"model":"grok-4.7","input":[{"role":"user","content":"Weather in Rome?"}],"stream":true,"top_p":1}"#
        do {
            _ = try await transport.send(.sample(body: sent))
            Issue.record("It was answered.")
        } catch let miss as ReplayMiss {
            #expect(
                miss.description == """
                    Request 1 (POST https://api.x.ai/v1/responses) is not on weather.cassette.jsonl.
                      Nearest is interaction 2:
                        input/0/content: "Weather in Rome?" ≠ "Weather in Paris?"
                        top_p: 1 ≠ (absent)
                      To record it: lm-cli record -o weather.cassette.jsonl --mode missing
                    """)
        }
        #expect(transport.report.missed.count == 1)
    }

    @Test func `a miss on an empty cassette says so`() async throws {
        await #expect(throws: ReplayMiss.self) { try await transport([]).send(.sample()) }
    }

    @Test func `a miss shows what the policy redacts in no place`() async throws {
        let redaction = Redaction(adding: [.init(.json("user"))], name: "test")
        let recorded = Samples.interaction(request: request(#"{"user":"recorded-secret","a":1}"#))
        let transport = transport([recorded], .init(redaction: redaction))
        do {
            _ = try await transport.send(
                .sample(url: "https://u:\(canaryKey)@h/v1/x?key=\(canaryKey)", body: #"{"user":"sent-secret","a":2}"#))
            Issue.record("It was answered.")
        } catch {
            #expect(!"\(error)".contains("secret") && !"\(error)".contains("CANARY"))
            #expect("\(error)".contains("a: 2 ≠ 1"))
        }
    }

    @Test func `redaction makes requests alike that differ in nothing else`() async throws {
        let redaction = Redaction(adding: [.init(.json("input/*/id"), .pseudonym("id"))], name: "test")
        let recorded = Samples.interaction(request: request(#"{"input":[{"id":"<id:4>"},{"id":"<id:5>"}]}"#))
        let transport = transport([recorded], .init(redaction: redaction))
        #expect(try await transport.send(.sample(body: #"{"input":[{"id":"x"},{"id":"y"}]}"#)).status == 200)
    }

    @Test func `recordings that were not asked for are named`() async throws {
        let transport = transport([
            Samples.interaction(1), Samples.interaction(2, request: request("{}")),
            Samples.interaction(3, request: request("[]")),
        ])
        _ = try await transport.send(.sample(body: "{}"))
        #expect(transport.unusedInteractions.map(\.number) == [1, 3])
        do {
            try transport.verifyUsed()
            Issue.record("It passed.")
        } catch {
            #expect(error.numbers == [1, 3])
            #expect(error.description.hasPrefix("2 interactions were not used of the cassette:\n  1: POST"))
        }
    }

    @Test func `a matcher may ignore JSON paths, and the drift is reported`() async throws {
        let transport = transport(
            [Samples.interaction()], .init(matcher: RequestMatcher(ignoring: ["input/*/content"])))
        _ = try await transport.send(.sample(body: Samples.request.body.text.replacing("hello", with: "goodbye")))
        #expect(
            transport.report.served == [
                .init(request: 1, interaction: 1, drift: [#"input/0/content: "Say goodbye." ≠ "Say hello.""#])
            ])
    }

    @Test func `a matcher may be a function`() async throws {
        let transport = transport(
            [Samples.interaction(1), Samples.interaction(2, request: request("{}"))],
            .init(matcher: RequestMatcher { sent, recorded in sent.body.count == recorded.body.count }))
        _ = try await transport.send(.sample(body: "[]"))
        #expect(transport.unusedInteractions.map(\.number) == [1])
        await #expect(throws: ReplayMiss.self) { try await transport.send(.sample(body: "[]")) }
    }

    // MARK: - Chunks

    @Test func `a body comes in the chunks that were recorded`() async throws {
        let cuts = [
            Cut(byteCount: 3, milliseconds: 7), Cut(byteCount: 270, milliseconds: 0),
            Cut(byteCount: 4, milliseconds: 1),
        ]
        #expect(try await chunks(transport([Samples.interaction(cuts: cuts)])).map(\.count) == [3, 270, 4])
    }

    @Test func `every segmentation gives the same bytes`() async throws {
        let body = Samples.body + Array(": keepalive\n\ndata: tail".utf8)
        func sizes(_ segmentation: Segmentation) async throws -> [Int] {
            let chunks = try await chunks(
                transport([Samples.interaction(body: body)], .init(segmentation: segmentation)))
            #expect(Array(chunks.joined()) == body)
            #expect(chunks.allSatisfy { !$0.isEmpty })
            return chunks.map(\.count)
        }
        #expect(try await sizes(.whole) == [300])
        #expect(try await sizes(.everyByte) == Array(repeating: 1, count: 300))
        #expect(try await sizes(.perEvent) == [79, 95, 103, 13, 10])
        #expect(try await sizes(.recorded) == [79, 95, 103, 13, 10])
        #expect(try await sizes(.seeded(7)) == sizes(.seeded(7)))
        var found: Set<[Int]> = []
        for seed in 0..<20 { found.insert(try await sizes(.seeded(UInt64(seed)))) }
        #expect(found.count > 10)
    }

    @Test func `a body that is no event stream comes whole where there are no cuts`() async throws {
        let interaction = Samples.interaction(body: Array("{\n\n}".utf8), headers: [.contentType: "application/json"])
        #expect(try await chunks(transport([interaction])).map(\.text) == ["{\n\n}"])
        #expect(try await chunks(transport([Samples.interaction(body: [])])) == [])
    }

    // MARK: - Time

    private let slow = Samples.interaction(cuts: [
        Cut(byteCount: 79, milliseconds: 400), Cut(byteCount: 95, milliseconds: 90_000),
        Cut(byteCount: 103, milliseconds: 5),
    ])

    @Test func `recorded gaps pass on the clock`() async throws {
        for (speed, expected) in [
            (ReplaySpeed.instant, [0, 0, 0, 0]), (.recorded, [400, 400, 90_400, 90_405]),
            (.scaled(2), [200, 200, 45_200, 45_202]),
            (.scaled(0), [0, 0, 0, 0]),
        ] {
            let clock = VirtualClock()
            let transport = ReplayTransport(Samples.cassette([slow]), options: .init(speed: speed), clock: clock)
            let times = try await clock.run {
                func now() -> Int { clock.now.offset.roundedMilliseconds }
                let response = try await transport.send(.sample())
                var times = [now()]
                for try await _ in response.body { times.append(now()) }
                return times
            }
            // Half a millisecond is rounded.
            #expect(zip(times, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(speed): \(times)")
        }
    }

    @Test func `other segmentations keep the time at which their last byte came`() async throws {
        let clock = VirtualClock()
        let transport = ReplayTransport(
            Samples.cassette([slow]), options: .init(segmentation: .everyByte, speed: .recorded), clock: clock)
        try await clock.run {
            var count = 0
            for try await chunk in try await transport.send(.sample()).body {
                count += chunk.count
                let time = clock.now.offset
                #expect(time == .milliseconds(count <= 79 ? 400 : count <= 174 ? 90_400 : 90_405))
            }
        }
    }

    @Test func `a slow consumer does not make the recording later`() async throws {
        let clock = VirtualClock()
        let transport = ReplayTransport(Samples.cassette([slow]), options: .init(speed: .recorded), clock: clock)
        try await clock.run {
            for try await _ in try await transport.send(.sample()).body { try await clock.sleep(for: .seconds(40)) }
        }
        #expect(clock.now.offset == .milliseconds(130_405) + .milliseconds(39_995))
    }

    @Test(arguments: [
        (Timeouts(firstByte: .milliseconds(399)), TimeoutPhase.firstByte, 399, 0),
        (Timeouts(idle: .seconds(60)), .idle, 60_400, 79),
        (Timeouts(total: .milliseconds(90_402)), .total, 90_402, 174),
        (Timeouts(total: .milliseconds(100)), .total, 100, 0),
    ])
    func `the request's timeouts strike on the clock`(
        timeouts: Timeouts, phase: TimeoutPhase, at milliseconds: Int, received: Int
    ) async throws {
        let clock = VirtualClock()
        let transport = ReplayTransport(Samples.cassette([slow]), options: .init(speed: .recorded), clock: clock)
        let error = await clock.run {
            var request = HTTPRequest.sample()
            request.timeouts = timeouts
            do {
                return await (try transport.send(request)).body.collect().error
            } catch { return error }
        }
        let timeout = try #require(error as? TransportError)
        #expect(timeout.kind == .timeout(phase) && timeout.bytesReceived == received)
        #expect(clock.now.offset == .milliseconds(milliseconds))
    }

    @Test func `a replay that waits can be cancelled`() async throws {
        let transport = ReplayTransport(Samples.cassette([slow]), options: .init(speed: .recorded), clock: clock)
        let task = Task { try await chunks(transport) }
        try await clock.waitForSleepers()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleeperCount == 0)
    }

    // MARK: - Broken recordings

    @Test(arguments: [
        (Ending(.reset), TransportError.Kind.connectionReset), (Ending(.timeout), .timeout(.idle)),
        (Ending(.reset, failure: .contentDecoding), .contentDecoding), (Ending(.cancelled), .truncatedBody),
    ])
    func `a recording that broke breaks again at the same byte`(ending: Ending, kind: TransportError.Kind) async throws
    {
        let part = Array(Samples.body[..<100])
        for segmentation in [Segmentation.recorded, .everyByte, .whole] {
            let transport = transport(
                [Samples.interaction(body: part, cuts: [Cut(byteCount: 100, milliseconds: 0)], ending: ending)],
                .init(segmentation: segmentation))
            let (bytes, error) = try await transport.send(.sample()).body.collect()
            #expect(bytes == part)
            #expect((error as? TransportError)?.kind == kind)
            #expect((error as? TransportError)?.bytesReceived == 100)
        }
    }

    @Test func `a recording without an answer fails as it did`() async throws {
        for (ending, kind) in [
            (Ending(.reset, failure: .connectionRefused), TransportError.Kind.connectionRefused),
            (Ending(.timeout, failure: .timeout(.connect)), .timeout(.connect)),
        ] {
            let transport = transport([
                Interaction(number: 1, request: Samples.request, response: nil, ending: ending)
            ])
            do {
                _ = try await transport.send(.sample())
                Issue.record("It was answered.")
            } catch { #expect((error as? TransportError)?.kind == kind) }
        }
    }

    @Test func `a body let go of gives nothing more`() async throws {
        let plan = BodyPlan(Samples.interaction(), segmentation: .everyByte, speed: .instant, faults: [])
        let body = ReplayBody(plan, timing: ReplayTiming(clock: clock, timeouts: Timeouts(), host: nil), host: nil)
        #expect(try await body.next() == Array(Samples.body[..<1]))
        body.cancel()
        #expect(try await body.next() == nil)
    }

    @Test func `a bare event stream answers any request`() async throws {
        let transport = ReplayTransport(Cassette(sse: Samples.body), options: .init(matcher: .any))
        #expect(
            try await chunks(transport, .sample(url: "http://any/where", body: "x")).joined().map { $0 } == Samples.body
        )
    }
}
