import LMJSON
import LMProtocol
import LMProvider
import LMReplay
import LMTestSupport
import LMTransport
import Synchronization
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Words as server-sent events: each is a delta, an empty one says nothing, `.` is the end.
private struct WordTranslator: AnswerTranslator {
    var isFinished = false
    var text = ""
    var partial: PartialOutput { PartialOutput(text: text) }
    private let part = PartID(item: 0)

    mutating func translate(
        name: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>, into events: inout [GenerationEvent]
    ) throws(ProviderError) {
        let word = String(decoding: data, as: UTF8.self)
        if word == "." {
            isFinished = true
            events += [.textEnd(part, text: text), .finished(FinishReason(.stop))]
            return
        }
        if text.isEmpty, !word.isEmpty { events.append(.textStart(part)) }
        text += word
        events.append(.textDelta(part, word))
    }
    func isAnswer(_ document: JSONValue) -> Bool { true }
    mutating func translate(document: JSONValue, into events: inout [GenerationEvent]) throws(ProviderError) {
        events.append(.finished(FinishReason(.stop)))
        isFinished = true
    }
    mutating func end(into events: inout [GenerationEvent]) throws(ProviderError) {
        throw ProviderError(kind: .invalidResponse, message: "cut", category: .incompleteStream, retryAdvice: .backoff)
    }
}

/// A body whose chunks come a minute apart on a clock that is moved by hand.
private final class PacedBody: HTTPBodySource, HTTPTransport {
    private let chunks: Mutex<(head: ArraySlice<String>, repeated: String?)>
    private let clock: VirtualClock
    private let type: String
    let given = Mutex(0)

    init(_ head: [String], repeating: String?, clock: VirtualClock, type: String = "text/event-stream") {
        chunks = Mutex((head[...], repeating))
        self.clock = clock
        self.type = type
    }

    nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        HTTPResponse(status: 200, headers: [.contentType: type], body: HTTPBody(self))
    }

    nonisolated(nonsending) func next() async throws -> [UInt8]? {
        clock.advance(by: .seconds(60))
        given.withLock { $0 += 1 }
        return chunks.withLock { $0.head.popFirst() ?? $0.repeated }.map { Array($0.utf8) }
    }
    func cancel() {}
}

@Suite struct ProgressTests {
    private func read(
        _ body: PacedBody, on clock: VirtualClock, limit: Duration? = .seconds(600)
    ) async throws -> String {
        var environment = ProviderEnvironment()
        environment.clock = clock
        environment.transport = body
        let endpoint = Endpoint(
            baseURL: URL(filePath: "/").absoluteURL, timeouts: Timeouts(answer: limit), keyHosts: [], keyVariables: [])
        var client = ProviderClient(endpoint: endpoint, environment: environment)
        client.endpoint.baseURL = try #require(URL(string: "http://127.0.0.1/v1"))
        var text = ""
        let stream = try await client.respond { (error: ProviderError?) -> AnswerRequest<WordTranslator>? in
            error == nil ? AnswerRequest(path: "x", body: [], translator: WordTranslator()) : nil
        }
        for try await event in stream { if case .textDelta(_, let delta) = event { text += delta } }
        return text
    }

    @Test(arguments: [": keep-alive\n\n", "data: \n\n", "event: ping\ndata: \n\n", "\n", ":\n"])
    func `what keeps the connection alive and says nothing does not keep an answer alive`(nothing: String) async throws
    {
        let clock = VirtualClock()
        let body = PacedBody(["data: Hel\n\n", "data: lo\n\n"], repeating: nothing, clock: clock)
        let error = await #expect(throws: LanguageModelError.self) { try await read(body, on: clock) }
        guard case .timeout(let timeout)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.category == .timeout(.answer))
        #expect(error?.partial?.text == "Hello")
        #expect(timeout.phase == .answer)
        // Two words, and ten minutes of nothing.
        #expect((12...14).contains(body.given.withLock { $0 }))
    }

    @Test func `words restart the time, however long the answer takes`() async throws {
        let clock = VirtualClock()
        let words = (0..<100).flatMap { [": a\n\n", "data: \n\n", "data: \($0),\n\n"] }
        let body = PacedBody(words + ["data: .\n\n"], repeating: nil, clock: clock)
        #expect(try await read(body, on: clock).hasSuffix("99,"))
    }

    @Test func `without a limit an answer may say nothing for as long as it likes`() async throws {
        let clock = VirtualClock()
        let silence = Array(repeating: ": a\n\n", count: 5000)
        let body = PacedBody(["data: x\n\n"] + silence + ["data: .\n\n"], repeating: nil, clock: clock)
        #expect(try await read(body, on: clock, limit: nil) == "x")
    }

    @Test(
        arguments: [
            (nil, .seconds(600), 600), (.seconds(20), .seconds(600), 20),
            (.seconds(600), .seconds(20), 20), (.seconds(20), nil, 20),
        ] as [(Duration?, Duration?, Int)])
    func `a silent server is waited for no longer than its answer`(
        idle: Duration?, answer: Duration?, expected: Int
    ) async throws {
        let transport = StubTransport(.events("data: .\n\n"))
        var environment = ProviderEnvironment()
        environment.transport = transport
        let endpoint = Endpoint(
            baseURL: try #require(URL(string: "http://127.0.0.1/v1")), timeouts: Timeouts(idle: idle, answer: answer),
            keyHosts: [], keyVariables: [])
        let stream = try await ProviderClient(endpoint: endpoint, environment: environment).respond {
            (error: ProviderError?) -> AnswerRequest<WordTranslator>? in
            error == nil ? AnswerRequest(path: "x", body: [], translator: WordTranslator()) : nil
        }
        for try await _ in stream {}
        #expect(transport.requests.first?.timeouts.idle == .seconds(expected))
    }

    @Test func `one time to wait gives an answer no less`() {
        #expect(Timeouts(waiting: .seconds(5)).answer == .seconds(1800))
        #expect(Timeouts(waiting: .seconds(7200)).answer == .seconds(7200))
        #expect(Timeouts(waiting: nil).answer == nil)
        #expect(Timeouts(waiting: nil).idle == nil)
    }

    @Test func `a document that trickles in for ever is not waited for`() async throws {
        let clock = VirtualClock()
        let body = PacedBody(["{"], repeating: " ", clock: clock, type: "application/json")
        let error = await #expect(throws: (any Error).self) { try await read(body, on: clock) }
        #expect((error as? any LanguageModelFailure)?.category == .timeout(.answer))
    }
}
