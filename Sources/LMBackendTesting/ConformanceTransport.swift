import LMTransport
import Synchronization

/// Gives the answers of a check, one to each request, and keeps what was asked.
final class ConformanceTransport: HTTPTransport {
    /// How one request is answered.
    struct Reply: Sendable {
        /// What follows the chunks.
        enum Ending: Sendable {
            case end
            /// The connection breaks.
            case breaks
            /// Nothing comes until the consumer lets go.
            case waits
        }
        var status = 200
        var headers: HTTPFields = [:]
        var chunks: [[UInt8]] = []
        var ending = Ending.end
        /// Whether not even the head comes.
        var waitsForHead = false

        init(_ answer: RecordedAnswer, chunks: [[UInt8]]? = nil, ending: Ending = .end) {
            status = answer.status
            headers = answer.headers
            self.chunks = (chunks ?? [answer.body]).filter { !$0.isEmpty }
            self.ending = ending
        }
    }

    private struct State {
        var replies: [Reply]
        var requests: [HTTPRequest] = []
    }
    private let state: Mutex<State>
    /// The one wait of the transport: a check lets one thing wait.
    private let waiting = Waiting()

    init(_ replies: Reply...) { state = Mutex(State(replies: replies)) }

    /// The requests so far.
    var requests: [HTTPRequest] { state.withLock { $0.requests } }
    /// Whether the consumer let go of a body, or of the request before its head came.
    var isLetGo: Bool { waiting.isOver }
    /// Returns once a consumer waits for what does not come.
    func untilSomeoneWaits() async { await waiting.untilReached() }

    nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let reply = state.withLock { state in
            state.requests.append(request)
            return state.replies.isEmpty ? nil : state.replies.removeFirst()
        }
        guard let reply else {
            throw TransportError(.other, "The backend sent more requests than this check has answers for.")
        }
        if reply.waitsForHead {
            await waiting.wait()
            throw CancellationError()
        }
        return HTTPResponse(
            status: reply.status, headers: reply.headers, body: HTTPBody(Body(reply, waiting: waiting)))
    }

    private final class Body: HTTPBodySource {
        private let rest: Mutex<ArraySlice<[UInt8]>>
        private let ending: Reply.Ending
        private let waiting: Waiting

        init(_ reply: Reply, waiting: Waiting) {
            rest = Mutex(reply.chunks[...])
            ending = reply.ending
            self.waiting = waiting
        }

        nonisolated(nonsending) func next() async throws -> [UInt8]? {
            try Task.checkCancellation()
            if let chunk = rest.withLock({ $0.popFirst() }) { return chunk }
            switch ending {
            case .end: return nil
            case .breaks: throw TransportError(.connectionReset, "The connection broke.")
            case .waits:
                await waiting.wait()
                throw CancellationError()
            }
        }

        func cancel() { waiting.end() }
    }
}

/// A wait that only letting go ends, and that others can wait to have begun.
final class Waiting: Sendable {
    private struct State {
        var isReached = false
        var isOver = false
        var waiter: CheckedContinuation<Void, Never>?
        var watchers: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    /// Whether the consumer let go.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Waits until the task is cancelled, or ``end()`` is called.
    nonisolated(nonsending) func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isOver, watchers) = state.withLock { state in
                    state.isReached = true
                    if !state.isOver { state.waiter = continuation }
                    defer { state.watchers = [] }
                    return (state.isOver, state.watchers)
                }
                for watcher in watchers { watcher.resume() }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            end()
        }
    }

    /// Ends the wait.
    func end() {
        state.withLock { state in
            state.isOver = true
            return state.waiter.take()
        }?.resume()
    }

    /// Returns once someone waits, or has.
    func untilReached() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if !state.isReached { state.watchers.append(continuation) }
                return state.isReached
            }
            if isReached { continuation.resume() }
        }
    }
}
