import LMTestSupport
import LMTransport
import Testing

/// A consumer that stops has to be seen by the server.
@Suite(.timeLimit(.minutes(1)))
struct CancellationTests {
    @Test(arguments: TransportUnderTest.allCases)
    func `cancelling before the head ends the request`(transport: TransportUnderTest) async throws {
        let server = try LoopbackServer { _ in [.hold] }
        let task = Task { try await transport.make().send(.canary(server.url())) }
        let request = try await server.request()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await request.answer.clientHungUp.wait()
    }

    @Test(arguments: TransportUnderTest.allCases)
    func `cancelling in the body ends the request`(transport: TransportUnderTest) async throws {
        let started = Signal()
        let server = try LoopbackServer { _ in [.streamHead, .chunk("1"), .hold] }
        let task = Task {
            let response = try await transport.make().send(.canary(server.url()))
            for try await _ in response.body { started.fire() }
        }
        try await started.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await server.request().answer.clientHungUp.wait()
    }

    @Test(arguments: TransportUnderTest.allCases)
    func `a cancelled task sends nothing`(transport: TransportUnderTest) async throws {
        let server = try LoopbackServer { _ in [.hold] }
        let go = Signal()
        let task = Task {
            try? await go.wait()
            return try await transport.make().send(.canary(server.url()))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: TransportUnderTest.allCases)
    func `letting go of the body ends the request`(transport: TransportUnderTest) async throws {
        let server = try LoopbackServer { _ in [.streamHead, .chunk("1"), .hold] }
        let sender = transport.make()
        do {
            let response = try await sender.send(.canary(server.url()))
            for try await _ in response.body { break }
        }
        try await server.request().answer.clientHungUp.wait()
        // Not looking at the body at all does the same.
        _ = try await sender.send(.canary(server.url()))
        try await server.request(at: 1).answer.clientHungUp.wait()
    }

    @Test(arguments: TransportUnderTest.allCases)
    func `a body goes on when its transport is let go`(transport: TransportUnderTest) async throws {
        let go = Signal()
        let server = try LoopbackServer { _ in [.streamHead, .chunk("1"), .wait(go), .chunk("2"), .lastChunk] }
        let response = try await transport.make().send(.canary(server.url()))
        go.fire()
        #expect(try await response.body.text() == "12")
    }

    @Test(arguments: TransportUnderTest.allCases)
    func `transports come and go with requests in flight`(transport: TransportUnderTest) async throws {
        let server = try LoopbackServer { request in
            request.index % 3 == 0 ? .response(body: "ok") : [.streamHead, .chunk("1"), .hold]
        }
        try await withThrowingTaskGroup { group in
            for index in 0..<60 {
                group.addTask {
                    let response = try await transport.make().send(.canary(server.url("/\(index)")))
                    var chunks = response.body.makeAsyncIterator()
                    #expect(try await chunks.next() != nil)
                }
            }
            try await group.waitForAll()
        }
        for request in server.requests { try await request.answer.clientHungUp.wait() }
    }

    @Test(arguments: TransportUnderTest.allCases)
    func `cancelling at any moment ends without a crash or a hang`(transport: TransportUnderTest) async throws {
        let server = try LoopbackServer { _ in
            [.streamHead] + (0..<20).map { .chunk("data: \($0)\n\n") } + [.lastChunk]
        }
        let sender = transport.make()
        try await withThrowingTaskGroup { group in
            for index in 0..<200 {
                group.addTask {
                    let task = Task {
                        let response = try await sender.send(.canary("POST", server.url(), body: [1]))
                        return try await response.body.collect().count
                    }
                    for _ in 0..<(index * 7 % 50) { await Task.yield() }
                    task.cancel()
                    switch await task.result {
                    case .success(let count): #expect(count > 100)
                    case .failure(let error): #expect(error is CancellationError)
                    }
                }
            }
            try await group.waitForAll()
        }
        let response = try await sender.send(.canary(server.url()))
        #expect(try await response.body.collect().count > 100)
    }

    @Test(arguments: TransportUnderTest.allCases)
    func `cancelling one of many leaves the others alone`(transport: TransportUnderTest) async throws {
        let go = Signal()
        let server = try LoopbackServer { request in
            request.target.hasPrefix("/stop") ? [.hold] : [.streamHead, .wait(go), .chunk("ok"), .lastChunk]
        }
        let sender = transport.make()
        async let kept = sender.send(.canary(server.url("/keep")))
        let stopped = Task { try await sender.send(.canary(server.url("/stop"))) }
        _ = try await server.request(at: 1)
        stopped.cancel()
        await #expect(throws: CancellationError.self) { try await stopped.value }
        go.fire()
        #expect(try await kept.body.text() == "ok")
    }
}
