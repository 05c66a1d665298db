import LMTransport
import Synchronization

/// A transport that answers from a script, and keeps what it was asked.
public final class StubTransport: HTTPTransport {
    /// What one request is answered with.
    public struct Reply: Sendable {
        /// The status; `nil` throws ``failure`` in place of a response.
        public var status: Int?
        /// The header fields.
        public var headers: HTTPFields
        /// The chunks of the body.
        public var chunks: [[UInt8]]
        /// What breaks the body behind its chunks.
        public var failure: TransportError?
        /// Whether the body stays open behind its chunks, until it is let go of.
        public var staysOpen = false

        /// Makes a reply.
        public init(status: Int?, headers: HTTPFields = [:], chunks: [[UInt8]] = [], failure: TransportError? = nil) {
            self.status = status
            self.headers = headers
            self.chunks = chunks
            self.failure = failure
        }

        /// An event stream.
        public static func events(_ text: String, failure: TransportError? = nil) -> Reply {
            Reply(
                status: 200, headers: [.contentType: "text/event-stream"], chunks: [Array(text.utf8)], failure: failure)
        }
        /// A document.
        public static func document(
            _ status: Int, _ text: String, type: String = "application/json", headers: HTTPFields = [:]
        ) -> Reply {
            var headers = headers
            headers[.contentType] = type
            return Reply(status: status, headers: headers, chunks: text.isEmpty ? [] : [Array(text.utf8)])
        }
        /// A connection that fails.
        public static func failure(_ error: TransportError) -> Reply {
            Reply(status: nil, headers: [:], chunks: [], failure: error)
        }
        /// The reply with its body cut into single bytes.
        public var perByte: Reply {
            var reply = self
            reply.chunks = chunks.joined().map { [$0] }
            return reply
        }
        /// The reply with a body that does not end by itself.
        public var open: Reply {
            var reply = self
            reply.staysOpen = true
            return reply
        }
    }

    private struct State: Sendable {
        var replies: [Reply]
        var requests: [HTTPRequest] = []
        var bodies: [Body] = []
    }
    private let state: Mutex<State>

    /// Makes a transport that gives these replies, one to each request.
    public convenience init(_ replies: Reply...) { self.init(replies) }

    /// Makes a transport that gives these replies, one to each request.
    public init(_ replies: [Reply]) { state = Mutex(State(replies: replies)) }

    /// The requests so far.
    public var requests: [HTTPRequest] { state.withLock { $0.requests } }
    /// The bodies of the responses so far.
    public var bodies: [Body] { state.withLock { $0.bodies } }

    /// Gives the next reply.
    public nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let reply = state.withLock { state -> Reply? in
            state.requests.append(request)
            return state.replies.isEmpty ? nil : state.replies.removeFirst()
        }
        guard let reply else { throw TransportError(.other, "The script has no reply to this request.") }
        guard let status = reply.status else { throw reply.failure ?? TransportError(.other, "failed") }
        let body = Body(reply)
        state.withLock { $0.bodies.append(body) }
        return HTTPResponse(status: status, headers: reply.headers, body: HTTPBody(body))
    }

    /// The body of a scripted response, which tells how far it was read.
    public final class Body: HTTPBodySource {
        private struct State: Sendable {
            var rest: ArraySlice<[UInt8]>
            var hasEnded = false
            var isCancelled = false
            var waiting: CheckedContinuation<Void, Never>?
        }
        private let state: Mutex<State>
        private let failure: TransportError?
        private let staysOpen: Bool

        init(_ reply: Reply) {
            state = Mutex(State(rest: reply.chunks.filter { !$0.isEmpty }[...]))
            failure = reply.failure
            staysOpen = reply.staysOpen
        }

        /// Whether the end was read.
        public var hasEnded: Bool { state.withLock { $0.hasEnded } }
        /// Whether the consumer let go of it before its end.
        public var isCancelled: Bool { state.withLock { $0.isCancelled } }

        /// Gives the next chunk.
        public nonisolated(nonsending) func next() async throws -> [UInt8]? {
            try Task.checkCancellation()
            if let chunk = state.withLock({ $0.rest.popFirst() }) { return chunk }
            if let failure { throw failure }
            if staysOpen {
                await withTaskCancellationHandler {
                    await withCheckedContinuation { continuation in
                        let isOver = state.withLock { state in
                            if !state.isCancelled { state.waiting = continuation }
                            return state.isCancelled
                        }
                        if isOver { continuation.resume() }
                    }
                } onCancel: {
                    cancel()
                }
                throw CancellationError()
            }
            state.withLock { $0.hasEnded = true }
            return nil
        }

        /// Notes that the consumer let go.
        public func cancel() {
            state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard !state.hasEnded else { return nil }
                state.isCancelled = true
                return state.waiting.take()
            }?.resume()
        }
    }
}
