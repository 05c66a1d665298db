import Synchronization

/// Writes to a descriptor the moment something is there, but at most once in every 8 milliseconds, so that a fast stream
/// does not cost a system call a word and a slow one is never held back.
final class CoalescingWriter: Sendable {
    /// The shortest time between two writes.
    static let interval = Duration.milliseconds(8)
    /// What is written at once however soon it is after the last time.
    static let sizeLimit = 64 * 1024

    private struct State {
        var buffer: [UInt8] = []
        var lastWrite: Duration?
        var failure: SystemError?
        /// Writes what is left when the interval is over. There is one at most, and it is cancelled with its owner.
        var timer: Task<Void, Never>?
    }
    private let descriptor: FileDescriptor
    private let time: TimeSource
    private let state = Mutex(State())

    /// Makes a writer.
    init(_ descriptor: FileDescriptor, time: TimeSource) {
        self.descriptor = descriptor
        self.time = time
    }

    deinit { state.withLock { $0.timer?.cancel() } }

    /// Writes bytes now or within the interval. Throws what an earlier write failed with.
    func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
        let failure: SystemError? = state.withLock { state in
            if let failure = state.failure { return failure }
            state.buffer.append(contentsOf: bytes)
            let now = time.now()
            if let last = state.lastWrite, now - last < Self.interval, state.buffer.count < Self.sizeLimit {
                if state.timer == nil { state.timer = timer(after: Self.interval - (now - last)) }
                return nil
            }
            return flush(&state)
        }
        if let failure { throw failure }
    }

    /// Writes what is left.
    func flush() throws(SystemError) {
        let failure: SystemError? = state.withLock { state in
            state.timer?.cancel()
            state.timer = nil
            return flush(&state)
        }
        if let failure { throw failure }
    }

    private func timer(after delay: Duration) -> Task<Void, Never> {
        Task { [weak self, time] in
            guard (try? await time.sleep(delay)) != nil, let self else { return }
            self.state.withLock { state in
                state.timer = nil
                _ = self.flush(&state)
            }
        }
    }

    private func flush(_ state: inout State) -> SystemError? {
        if let failure = state.failure { return failure }
        guard !state.buffer.isEmpty else { return nil }
        do throws(SystemError) {
            try descriptor.write(state.buffer)
        } catch {
            state.failure = error
        }
        state.buffer.removeAll(keepingCapacity: true)
        state.lastWrite = time.now()
        return state.failure
    }
}
