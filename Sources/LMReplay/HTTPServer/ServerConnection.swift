import Dispatch
import LMTransport
import Synchronization

/// One client's connection: reads its requests and writes the responses.
final class ServerConnection: Sendable {
    private struct Timing {
        /// When the connection is to be closed, as time since the server's start.
        var deadline: Duration?
        /// Since when it has waited for a request; `nil` while it has one.
        var idleSince: Duration?
        /// Whether it has had a request. One that has not is a client that waits for its first answer.
        var hasServed = false
        /// Whether the connection was given up, so that a request that came in that moment is not answered: the client
        /// sees an end without an answer and sends it again.
        var isOver = false
    }

    private let readiness: SocketReadiness
    private let limits: HTTPServerLimits
    private let clock: any Clock<Duration>
    private let stopwatch: Stopwatch
    private let timing = Mutex(Timing())
    private let parser: Mutex<ServerRequestParser>

    /// The stopwatch runs since the server's start, on the clock.
    init(
        descriptor: Int32, queue: DispatchQueue, limits: HTTPServerLimits, clock: any Clock<Duration>,
        stopwatch: Stopwatch
    ) {
        readiness = SocketReadiness(descriptor: descriptor, queue: queue)
        self.limits = limits
        self.clock = clock
        self.stopwatch = stopwatch
        parser = Mutex(ServerRequestParser(limits: limits))
        waitFor(limits.headTime, isIdle: true)
    }

    /// Since when the connection has waited for a request; `nil` while it has one.
    var idleSince: Duration? { timing.withLock(\.idleSince) }

    /// How long the first request of a connection may be on its way before another client takes its place.
    private static let grace = Duration.milliseconds(200)

    /// Ends the connection where the other side has taken longer than it may.
    func expire(ifOverdueAt now: Duration) { expire { $0.deadline.map { $0 <= now } ?? false } }

    /// Ends the connection where it waits for a request. Gives whether it did.
    @discardableResult
    func expireIfIdle() -> Bool {
        let now = stopwatch.elapsed
        return expire { timing in
            timing.idleSince.map { timing.hasServed || now - $0 >= Self.grace } ?? false
        }
    }

    @discardableResult
    private func expire(where isDue: (Timing) -> Bool) -> Bool {
        let isDue = timing.withLock { timing in
            guard !timing.isOver, isDue(timing) else { return false }
            timing.isOver = true
            return true
        }
        if isDue { readiness.close(SocketError.timedOut) }
        return isDue
    }

    /// The next request; `nil` where the client has ended.
    ///
    /// Throws ``ServerRequestError`` for a request that is not taken, and ``SocketError``.
    func nextRequest() async throws -> ServerRequest? {
        waitFor(limits.headTime, isIdle: true)
        while true {
            let (request, expectsContinue, awaitsHead) = try parser.withLock { parser in
                let request = try parser.next()
                defer { parser.expectsContinue = false }
                return (request, parser.expectsContinue, parser.awaitsHead)
            }
            if let request {
                let isOver = timing.withLock { timing in
                    if !timing.isOver { timing = Timing(hasServed: true) }
                    return timing.isOver
                }
                guard !isOver else { throw SocketError.timedOut }
                return request
            }
            // The time for a head is not extended by what trickles in; that for a body is. It runs from before the client
            // is told to go on.
            if !awaitsHead { waitFor(limits.bodyTime, isIdle: false) }
            if expectsContinue { try await write(ResponseText.head(status: 100, headers: [:])) }
            guard try await read() else {
                guard parser.withLock(\.isIdle) else { throw SocketError.closed }
                return nil
            }
        }
    }

    /// Writes bytes; waits while the client takes none.
    func write(_ bytes: [UInt8]) async throws {
        var sent = 0
        while sent < bytes.count {
            let attempt = bytes.withUnsafeBytes {
                Sockets.send(readiness.descriptor, UnsafeRawBufferPointer(rebasing: $0[sent...]))
            }
            switch attempt {
            case .done(let count): sent += count
            case .failed(let number):
                close()
                throw SocketError.system(number)
            case .later:
                let deadline = timing.withLock(\.deadline)
                waitFor(limits.writeTime, isIdle: false)
                try await readiness.wait(for: .writing)
                timing.withLock { $0.deadline = deadline }
            }
        }
    }

    /// Waits until the client ends, or the time is up.
    func waitForEnd(atMost limit: Duration) async {
        waitFor(limit, isIdle: false)
        while (try? await read()) == true {}
    }

    /// Tells the client that nothing more will come.
    func endWriting() { Sockets.endWriting(readiness.descriptor) }

    /// Ends the connection.
    func close() { readiness.close(SocketError.closed) }

    /// Ends the connection so that the client sees an error, behind what was written before.
    func reset() async {
        // A reset throws away what the system still holds, so it is waited for, though not for ever.
        for _ in 0..<200 where Sockets.unsentBytes(readiness.descriptor) > 0 {
            do {
                try await clock.sleep(for: .milliseconds(5))
            } catch { break }
        }
        Sockets.resetOnClose(readiness.descriptor)
        readiness.close(SocketError.closed, isReset: true)
    }

    private func waitFor(_ limit: Duration, isIdle: Bool) {
        let now = stopwatch.elapsed
        timing.withLock { timing in
            timing.deadline = now + limit
            timing.idleSince = isIdle ? now : nil
        }
    }

    /// Reads what is there or comes next; `false` where the client has ended.
    private func read() async throws -> Bool {
        while true {
            let attempt = withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { buffer in
                let attempt = Sockets.receive(readiness.descriptor, into: buffer)
                if case .done(let count) = attempt { parser.withLock { $0.append(buffer[..<count]) } }
                return attempt
            }
            switch attempt {
            case .done(let count): return count > 0
            case .failed(let number): throw SocketError.system(number)
            case .later: try await readiness.wait(for: .reading)
            }
        }
    }
}
