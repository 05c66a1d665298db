#if os(Linux)
    import CCurl
    import Synchronization

    /// The thread that drives all transfers of a transport, and the queue of what it is asked to do.
    ///
    /// libcurl's handles belong to the thread; the one call that others make is the wake-up, which libcurl allows on
    /// any thread as long as the handle lives. The lock keeps it so.
    final class CurlDriver: Sendable {
        enum Command: Sendable {
            case start(UInt64, CurlRequest, Exchange)
            case resume(UInt64)
            case stop(UInt64)
        }

        private struct Queue {
            var commands: [Command] = []
            var multi: UnsafeMutableRawPointer?
            var lastID: UInt64 = 0
            var isEnding = false
        }

        private let queue = Mutex(Queue())
        private let rounds = Atomic<Int>(0)

        /// How many times the thread came out of its wait.
        var wakeUps: Int { rounds.load(ordering: .relaxed) }

        /// Starts a transfer; before the first one opens the library and starts the thread.
        ///
        /// Throws ``TransportError`` where one of them cannot be.
        func start(_ request: CurlRequest, _ exchange: Exchange) throws(TransportError) -> UInt64 {
            try queue.withLock { queue throws(TransportError) in
                if queue.multi == nil { try startThread(&queue) }
                queue.lastID += 1
                Self.append(.start(queue.lastID, request, exchange), to: &queue)
                return queue.lastID
            }
        }

        /// Asks the thread to do something with a transfer; has no effect where the transfer is over.
        func submit(_ command: Command) {
            queue.withLock { Self.append(command, to: &$0) }
        }

        /// Ends the thread when its transfers are over.
        func end() {
            queue.withLock { queue in
                queue.isEnding = true
                if let multi = queue.multi { ccurl_multi_wakeup(multi) }
            }
        }

        private static func append(_ command: Command, to queue: inout Queue) {
            guard let multi = queue.multi else { return }
            queue.commands.append(command)
            // The thread takes all commands at once, so that only the first has to wake it.
            if queue.commands.count == 1 { ccurl_multi_wakeup(multi) }
        }

        private func startThread(_ queue: inout Queue) throws(TransportError) {
            try CurlLibrary.load()
            guard let multi = ccurl_multi_init() else {
                throw TransportError(.other, "libcurl has no memory for its connections.")
            }
            let loop = Unmanaged.passRetained(CurlLoop(driver: self, multi: multi))
            let result = ccurl_start_thread(
                { context in
                    guard let context else { return }
                    Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().run()
                }, loop.toOpaque())
            guard result == 0 else {
                loop.release()
                ccurl_multi_cleanup(multi)
                throw TransportError(.other, "The thread that drives transfers could not be started (errno \(result)).")
            }
            queue.multi = multi
        }
    }

    /// What the thread calls.
    extension CurlDriver {
        /// What was asked for since the last time.
        func takeCommands() -> (commands: [Command], isEnding: Bool) {
            queue.withLock { queue in
                defer { queue.commands = [] }
                return (queue.commands, queue.isEnding)
            }
        }

        func countRound() { rounds.add(1, ordering: .relaxed) }

        /// After this nobody wakes the thread any more, and its handle can go.
        func threadEnds() {
            queue.withLock { $0.multi = nil }
        }
    }
#endif
