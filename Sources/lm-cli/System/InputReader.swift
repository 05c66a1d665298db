import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Reads a terminal on a thread of its own, so that a task can wait for a key without holding a thread of the pool, and stop
/// waiting.
final class InputReader: Sendable {
    /// The most bytes that wait for a consumer; more stay with the kernel.
    private static let limit = 64 * 1024
    private static let escape: UInt8 = 0x1B

    private struct State {
        var buffer: [UInt8] = []
        var isAtEnd = false
        var isPaused = false
        var waiter: CheckedContinuation<Void, Never>?
    }
    private let descriptor: FileDescriptor
    private let control: Channel
    private let state = Mutex(State())

    /// Starts to read. The thread ends with the process or the input.
    init(_ descriptor: FileDescriptor) throws(SystemError) {
        self.descriptor = descriptor
        control = try Channel()
        try SystemThread.start { [weak self, descriptor, reading = control.reading] in
            while let reader = self, reader.readOn() {
                _ = reader
                var entries = [
                    pollfd(fd: descriptor.rawValue, events: reader.takesInput ? Int16(POLLIN) : 0, revents: 0),
                    pollfd(fd: reading.rawValue, events: Int16(POLLIN), revents: 0),
                ]
                _ = poll(&entries, 2, -1)
                if entries[1].revents != 0 { _ = try? reading.read(upTo: 64) }
                if entries[0].revents != 0, reader.takesInput { reader.take() }
            }
        }
    }

    /// Whether more comes within a moment, as it does where an escape is the start of a sequence and not the key.
    private var hasMoreSoon: Bool { (try? descriptor.wait(for: .reading, milliseconds: 30)) ?? false }

    private func readOn() -> Bool { state.withLock { !$0.isAtEnd } }
    private var takesInput: Bool { state.withLock { !$0.isPaused && $0.buffer.count < Self.limit } }

    private func take() {
        var chunk = (try? descriptor.read(upTo: 4096)) ?? []
        while chunk.last == Self.escape, hasMoreSoon {
            let rest = (try? descriptor.read(upTo: 4096)) ?? []
            if rest.isEmpty { break }
            chunk += rest
        }
        let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
            if chunk.isEmpty { state.isAtEnd = true } else { state.buffer += chunk }
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// The bytes that came and nobody took, without waiting for any.
    func available() -> [UInt8] {
        let bytes = state.withLock { state in
            defer { state.buffer = [] }
            return state.buffer
        }
        if !bytes.isEmpty { wake() }
        return bytes
    }

    private func wake() { try? control.writing.write([0]) }

    /// Leaves the terminal to another program, and takes it back.
    func setPaused(_ isPaused: Bool) {
        state.withLock { $0.isPaused = isPaused }
        wake()
    }

    /// The bytes that came; waits for some. `nil` at the end of the input. Empty where the waiting task is cancelled.
    nonisolated(nonsending) func next() async -> [UInt8]? {
        while true {
            let (bytes, isAtEnd) = state.withLock { state in
                defer { state.buffer = [] }
                return (state.buffer, state.isAtEnd)
            }
            if !bytes.isEmpty {
                wake()
                return bytes
            }
            if isAtEnd { return nil }
            if Task.isCancelled { return [] }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isReady = state.withLock { state in
                        if !state.buffer.isEmpty || state.isAtEnd || Task.isCancelled { return true }
                        state.waiter = continuation
                        return false
                    }
                    if isReady { continuation.resume() }
                }
            } onCancel: {
                let waiter: CheckedContinuation<Void, Never>? = state.withLock { $0.waiter.take() }
                waiter?.resume()
            }
        }
    }
}
