import Dispatch
import Synchronization

/// Waits until a socket can be read or written, without holding a thread.
///
/// One task may wait for each direction. The socket belongs to this object and is given back with it: whoever calls the
/// system with the descriptor holds this object, and so does the system while it watches. A descriptor that was given
/// back earlier could be another connection's already, whose bytes would then go to the wrong one.
final class SocketReadiness: Sendable {
    /// What is waited for.
    enum Direction: Sendable {
        case reading, writing
    }

    private struct Watch {
        var source: (any DispatchSourceProtocol)?
        /// A source that is not running has to be resumed before it can be cancelled or let go.
        var isRunning = false
        var waiter: CheckedContinuation<Void, any Error>?
    }

    private struct State {
        var reading = Watch()
        var writing = Watch()
        var failure: (any Error)?

        subscript(direction: Direction) -> Watch {
            get { direction == .reading ? reading : writing }
            set { if direction == .reading { reading = newValue } else { writing = newValue } }
        }
    }

    let descriptor: Int32
    private let queue: DispatchQueue
    private let state = Mutex(State())

    /// Takes over a socket. Its readiness is noticed on a queue, which may serve many.
    init(descriptor: Int32, queue: DispatchQueue) {
        self.descriptor = descriptor
        self.queue = queue
    }

    deinit { Sockets.close(descriptor) }

    /// Suspends until the socket is ready, or at least until trying again is worth it.
    ///
    /// Throws the error the socket was closed with, and `CancellationError` where the task is cancelled.
    func wait(for direction: Direction) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let failure = state.withLock { state -> (any Error)? in
                    if let failure = state.failure { return failure }
                    // A task is marked as cancelled before its handler runs, so one of the two sees the waiter.
                    if Task.isCancelled { return CancellationError() }
                    state[direction].waiter = continuation
                    start(direction, &state)
                    return nil
                }
                if let failure { continuation.resume(throwing: failure) }
            }
        } onCancel: {
            let waiter = state.withLock { $0[direction].waiter.take() }
            waiter?.resume(throwing: CancellationError())
        }
    }

    /// Ends the connection. Whoever waits gets the error.
    ///
    /// - Parameter isReset: Whether the other side is to see a reset, which comes when the descriptor is given back.
    func close(_ failure: any Error, isReset: Bool = false) {
        let (waiters, isFirst) = state.withLock { state -> ([CheckedContinuation<Void, any Error>], Bool) in
            guard state.failure == nil else { return ([], false) }
            state.failure = failure
            for direction in [Direction.reading, .writing] {
                guard let source = state[direction].source else { continue }
                if !state[direction].isRunning { source.resume() }
                source.cancel()
                state[direction].source = nil
            }
            return ([state.reading.waiter.take(), state.writing.waiter.take()].compactMap(\.self), true)
        }
        if isFirst, !isReset { Sockets.end(descriptor) }
        for waiter in waiters { waiter.resume(throwing: failure) }
    }

    private func start(_ direction: Direction, _ state: inout State) {
        if let source = state[direction].source {
            if !state[direction].isRunning { source.resume() }
        } else {
            let source: any DispatchSourceProtocol =
                switch direction {
                case .reading: DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
                case .writing: DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
                }
            source.setEventHandler { [weak self] in self?.fired(direction) }
            // The handler keeps this object, and with it the descriptor, until the system has let go.
            source.setCancelHandler { withExtendedLifetime(self) {} }
            state[direction].source = source
            source.activate()
        }
        state[direction].isRunning = true
    }

    private func fired(_ direction: Direction) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard state.failure == nil, state[direction].isRunning else { return nil }
            state[direction].source?.suspend()
            state[direction].isRunning = false
            return state[direction].waiter.take()
        }
        waiter?.resume()
    }
}
