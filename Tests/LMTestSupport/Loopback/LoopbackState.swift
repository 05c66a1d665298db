import Synchronization

/// What a loopback server's thread shares with the tests.
final class LoopbackState: Sendable {
    private struct Values {
        var requests: [ReceivedRequest] = []
        var arrivals: [Int: Signal] = [:]
        var connectionCount = 0
        var isStopped = false
        /// Writing a byte wakes the thread; `nil` once the thread has ended.
        var wakingEnd: Int32?
    }

    private let values: Mutex<Values>

    init(wakingEnd: Int32) { values = Mutex(Values(wakingEnd: wakingEnd)) }

    var requests: [ReceivedRequest] { values.withLock { $0.requests } }
    var connectionCount: Int { values.withLock { $0.connectionCount } }
    var isStopped: Bool { values.withLock { $0.isStopped } }

    func stop() {
        values.withLock { $0.isStopped = true }
        wake()
    }

    func wake() {
        values.withLock { values in
            guard let end = values.wakingEnd else { return }
            Socket.writeByte(end)
        }
    }

    /// Called by the thread as its last act.
    func threadEnded() {
        values.withLock { values in
            if let end = values.wakingEnd { Socket.close(end) }
            values.wakingEnd = nil
        }
    }

    /// The number of a new connection.
    func addConnection() -> Int {
        values.withLock { values in
            defer { values.connectionCount += 1 }
            return values.connectionCount
        }
    }

    func add(_ message: RequestReader.Message, connection: Int) -> ReceivedRequest {
        let (request, arrival) = values.withLock { values in
            let request = ReceivedRequest(
                index: values.requests.count, connection: connection, method: message.method, target: message.target,
                headers: message.headers, head: message.head, body: message.body, answer: AnswerProgress())
            values.requests.append(request)
            return (request, values.arrivals.removeValue(forKey: request.index))
        }
        arrival?.fire()
        return request
    }

    func signal(forRequest index: Int) -> Signal {
        values.withLock { values in
            if let signal = values.arrivals[index] { return signal }
            let signal = Signal()
            if values.requests.count > index { signal.fire() } else { values.arrivals[index] = signal }
            return signal
        }
    }
}
