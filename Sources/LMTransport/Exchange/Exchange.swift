import Synchronization

/// One request in flight: the place where what a socket pushes becomes what a consumer pulls.
///
/// It holds at most its capacity and one read more; past that it asks the socket to wait. What arrives while the
/// consumer is busy is handed over as one chunk, so that a chunk costs one hop however many reads it took.
package final class Exchange: HTTPBodySource {
    private enum End {
        case complete
        case failed(TransportError)
        case cancelled
    }

    private typealias HeadWaiter = CheckedContinuation<ResponseHead, any Error>
    private typealias ChunkWaiter = CheckedContinuation<[UInt8]?, any Error>

    private struct State {
        var deadlines: Deadlines
        var socket: (any ExchangeSocket)?
        var head: ResponseHead?
        var headWaiter: HeadWaiter?
        var chunkWaiter: ChunkWaiter?
        var pending: [UInt8] = []
        var socketIsHeld = false
        var bytesReceived = 0
        var end: End?
    }

    /// What is to be done when the lock is free again.
    private enum Action {
        case none
        case giveHead(HeadWaiter, ResponseHead)
        case failHead(HeadWaiter, any Error)
        case giveChunk(ChunkWaiter, [UInt8]?, resuming: (any ExchangeSocket)?)
        case failChunk(ChunkWaiter, any Error)
    }

    /// The host that is spoken to.
    package let host: String?

    private let watch: DeadlineWatch
    private let capacity: Int
    private let state: Mutex<State>

    /// Makes an exchange.
    ///
    /// - Parameters:
    ///   - start: the time of the watch from which the total time counts.
    ///   - capacity: from how many waiting bytes on the socket has to wait.
    package init(_ request: HTTPRequest, watch: DeadlineWatch, start: Duration, capacity: Int = 128 * 1024) {
        host = request.url.host()
        self.capacity = capacity
        self.watch = watch
        state = Mutex(State(deadlines: Deadlines(request.timeouts, start: start, now: watch.elapsed)))
    }
}

/// What the socket calls.
extension Exchange {
    /// Gives the exchange its socket and starts its times. An exchange that is over already stops the socket.
    package func begin(on socket: any ExchangeSocket) {
        watch.add(self)
        let (isOver, deadline) = state.withLock { state -> (Bool, Duration?) in
            guard state.end == nil else { return (true, nil) }
            state.socket = socket
            return (false, state.deadlines.next?.time)
        }
        watch.note(deadline)
        guard isOver else { return }
        watch.forget(self)
        socket.stop()
    }

    /// The connection stands, or some of the request has left over it.
    package func uploadProgressed() {
        let now = watch.elapsed
        watch.note(
            state.withLock { state in
                state.deadlines.uploadProgressed(at: now)
                return state.deadlines.next?.time
            })
    }

    /// The response's head is there. ``flush()`` gives it to the consumer.
    package func receive(_ head: ResponseHead) {
        state.withLock { state in
            state.head = head
            state.deadlines.headArrived()
        }
    }

    /// Takes bytes of the body unless too many wait already. ``flush()`` gives them to the consumer.
    ///
    /// - Returns: whether they were taken. If not, the socket has to offer them again after `resume()`.
    package func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            guard state.end == nil else { return true }
            guard state.pending.count < capacity else {
                state.socketIsHeld = true
                return false
            }
            state.pending.append(contentsOf: bytes)
            state.bytesReceived += bytes.count
            return true
        }
    }

    /// The response is over, with an error where it broke. Only the first end counts.
    package func finish(_ error: TransportError? = nil) {
        state.withLock { state in
            guard state.end == nil else { return }
            if var error {
                error.bytesReceived = state.bytesReceived
                state.end = .failed(error)
            } else {
                state.end = .complete
            }
            state.socket = nil
        }
        watch.forget(self)
        flush()
    }

    /// Gives the consumer what it waits for, if it is there.
    package func flush() {
        run(state.withLock { nextAction(&$0) })
    }
}

/// What the consumer calls.
extension Exchange {
    /// Waits for the response's head. Throws as ``HTTPTransport/send(_:)`` does.
    package nonisolated(nonsending) func head() async throws -> ResponseHead {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                run(
                    state.withLock { state in
                        state.headWaiter = waiter
                        return nextAction(&state)
                    })
            }
        } onCancel: {
            cancel()
        }
    }

    package nonisolated(nonsending) func next() async throws -> [UInt8]? {
        if Task.isCancelled { cancel() }
        if let ready = try takeReady() { return ready }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let now = watch.elapsed
                let (action, deadline) = state.withLock { state -> (Action, Duration?) in
                    guard state.chunkWaiter == nil else { return (.failChunk(waiter, secondConsumer), nil) }
                    state.chunkWaiter = waiter
                    let action = nextAction(&state)
                    guard case .none = action else { return (action, nil) }
                    state.deadlines.consumerWaits(since: now)
                    return (action, state.deadlines.next?.time)
                }
                watch.note(deadline)
                run(action)
            }
        } onCancel: {
            cancel()
        }
    }

    package func cancel() {
        let socket = state.withLock { state in
            switch state.end {
            case .failed, .cancelled: return nil as (any ExchangeSocket)?
            case .complete where state.pending.isEmpty: return nil
            case .complete, nil: break
            }
            state.end = .cancelled
            state.pending = []
            defer { state.socket = nil }
            return state.socket
        }
        watch.forget(self)
        socket?.stop()
        flush()
    }

    /// A chunk that is already there.
    private func takeReady() throws -> [UInt8]? {
        let (chunk, socket) = state.withLock { state in
            state.pending.isEmpty ? (nil, nil) : takePending(&state)
        }
        socket?.resume()
        return chunk
    }

    private var secondConsumer: TransportError {
        TransportError(
            .other, "A response's body was read by two consumers at once; it has to be read by one.", host: host)
    }
}

/// What gets to whom. The functions that take the state are called with the lock held.
extension Exchange {
    /// All that waits, and the socket where it has to read on now.
    private func takePending(_ state: inout State) -> ([UInt8], (any ExchangeSocket)?) {
        let chunk = state.pending
        state.pending = []
        guard state.socketIsHeld else { return (chunk, nil) }
        state.socketIsHeld = false
        return (chunk, state.socket)
    }

    /// What can be given to whoever waits. What was received goes before the end.
    private func nextAction(_ state: inout State) -> Action {
        if let waiter = state.headWaiter {
            if let head = state.head {
                state.headWaiter = nil
                return .giveHead(waiter, head)
            }
            switch state.end {
            case nil: return .none
            case .failed(let error):
                state.headWaiter = nil
                return .failHead(waiter, error)
            case .cancelled:
                state.headWaiter = nil
                return .failHead(waiter, CancellationError())
            case .complete:
                state.headWaiter = nil
                let message = "The connection to \(host ?? "the host") ended before the response's head was whole."
                return .failHead(waiter, TransportError(.closedBeforeResponse, message, host: host))
            }
        }
        guard let waiter = state.chunkWaiter else { return .none }
        if !state.pending.isEmpty {
            state.chunkWaiter = nil
            state.deadlines.consumerServed()
            let (chunk, socket) = takePending(&state)
            return .giveChunk(waiter, chunk, resuming: socket)
        }
        guard let end = state.end else { return .none }
        state.chunkWaiter = nil
        switch end {
        case .complete: return .giveChunk(waiter, nil, resuming: nil)
        case .failed(let error): return .failChunk(waiter, error)
        case .cancelled: return .failChunk(waiter, CancellationError())
        }
    }

    private func run(_ action: Action) {
        switch action {
        case .none: break
        case .giveHead(let waiter, let head): waiter.resume(returning: head)
        case .failHead(let waiter, let error): waiter.resume(throwing: error)
        case .giveChunk(let waiter, let chunk, let socket):
            socket?.resume()
            waiter.resume(returning: chunk)
        case .failChunk(let waiter, let error): waiter.resume(throwing: error)
        }
    }
}

/// What the watch calls.
extension Exchange {
    /// Ends the exchange where its time has run out.
    ///
    /// - Returns: when the next time runs out, if one runs.
    func expire(at now: Duration) -> Duration? {
        let (next, socket) = state.withLock { state -> (Duration?, (any ExchangeSocket)?) in
            guard state.end == nil, let deadline = state.deadlines.next else { return (nil, nil) }
            if deadline.time > now { return (deadline.time, nil) }
            state.end = .failed(
                TransportError(
                    deadline.phase, after: deadline.limit, host: host, bytesReceived: state.bytesReceived))
            defer { state.socket = nil }
            return (nil, state.socket)
        }
        guard let socket else { return next }
        watch.forget(self)
        socket.stop()
        flush()
        return nil
    }
}
