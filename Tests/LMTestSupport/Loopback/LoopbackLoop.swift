#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The loop of a loopback server's thread.
struct LoopbackLoop {
    private let listener: Int32
    private let wakeEnd: Int32
    private let greeting: [UInt8]
    private let state: LoopbackState
    private let script: @Sendable (ReceivedRequest) -> [LoopbackStep]
    private var connections: [LoopbackConnection] = []

    init(
        listener: Int32, wakeEnd: Int32, greeting: [UInt8], state: LoopbackState,
        script: @escaping @Sendable (ReceivedRequest) -> [LoopbackStep]
    ) {
        self.listener = listener
        self.wakeEnd = wakeEnd
        self.greeting = greeting
        self.state = state
        self.script = script
    }

    mutating func run() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        while !state.isStopped {
            var interests = [pollfd(fd: wakeEnd, events: Int16(POLLIN), revents: 0)]
            interests.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0))
            var isBlocked = false
            for connection in connections {
                let events = connection.hasOutgoing ? POLLIN | POLLOUT : POLLIN
                isBlocked = isBlocked || connection.hasOutgoing
                interests.append(pollfd(fd: connection.descriptor, events: Int16(events), revents: 0))
            }
            // A blocked writer is looked at again soon, so that a stall is noticed.
            _ = poll(&interests, nfds_t(interests.count), isBlocked ? 50 : -1)

            let wasWoken = interests[0].revents != 0
            if wasWoken { Socket.drain(wakeEnd, buffer) }
            for (connection, interest) in zip(connections, interests.dropFirst(2)) {
                let respond = responder(for: connection)
                if interest.revents & Int16(POLLIN | POLLHUP | POLLERR | POLLNVAL) != 0 {
                    connection.read(into: buffer, handle: respond)
                }
                if interest.revents & Int16(POLLOUT) != 0 || (wasWoken && connection.awaited?.isFired == true) {
                    connection.advance(handle: respond)
                }
                observe(connection)
            }
            if interests[1].revents != 0 { acceptAll() }
            if isBlocked {
                let now = ContinuousClock.now
                for connection in connections { connection.noteStall(now: now) }
            }
            connections.removeAll { !$0.isOpen }
        }
        for connection in connections { connection.end(reset: false) }
        Socket.close(listener)
        // The writing end goes first: to write into a pipe that nobody reads is a signal that ends the process.
        state.threadEnded()
        Socket.close(wakeEnd)
    }

    /// Asks to be woken when the signal that a connection waits for fires.
    private func observe(_ connection: LoopbackConnection) {
        guard connection.isOpen, let signal = connection.takeUnobservedSignal() else { return }
        signal.whenFired { [weak state] in state?.wake() }
    }

    private func responder(
        for connection: LoopbackConnection
    ) -> (RequestReader.Message) -> (steps: [LoopbackStep], answer: AnswerProgress) {
        { message in
            let request = state.add(message, connection: connection.number)
            return (script(request), request.answer)
        }
    }

    private mutating func acceptAll() {
        while let descriptor = Socket.accept(listener) {
            if !greeting.isEmpty { _ = greeting.withUnsafeBytes { Socket.send(descriptor, $0) } }
            connections.append(LoopbackConnection(descriptor: descriptor, number: state.addConnection()))
        }
    }
}
