import Dispatch
import LMJSON
import LMTransport
import Synchronization

/// A small HTTP/1.1 server, as general as replaying on loopback needs: one request after another on each connection,
/// bodies in memory up to a limit, responses whole or in chunks. No TLS, no compression, no upgrades.
final class HTTPServer: Sendable {
    typealias Handler = @Sendable (ServerRequest, ServerResponder) async throws -> Void

    /// The port it listens on.
    let port: UInt16

    private let listener: SocketReadiness
    private let queue = DispatchQueue(label: "swift-lm.server")
    private let limits: HTTPServerLimits
    private let policy: RequestGuard
    private let clock: any Clock<Duration>
    private let stopwatch: Stopwatch
    private let connections = Mutex<[ObjectIdentifier: ServerConnection]>([:])

    /// Listens on an IPv4 address, in host byte order; port 0 takes a free one.
    init(
        address: UInt32, port: UInt16, limits: HTTPServerLimits, policy: RequestGuard = RequestGuard(),
        clock: any Clock<Duration>
    ) throws(SocketError) {
        let (descriptor, port) = try Sockets.listen(address: address, port: port)
        listener = SocketReadiness(descriptor: descriptor, queue: queue)
        self.port = port
        self.limits = limits
        self.policy = policy
        self.clock = clock
        stopwatch = Stopwatch(clock)
    }

    /// How many connections are open.
    var connectionCount: Int { connections.withLock(\.count) }

    /// Serves until the task is cancelled; then closes everything.
    func run(_ handler: @escaping Handler) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.closeOverdue() }
            while let descriptor = await accept() {
                let connection = ServerConnection(
                    descriptor: descriptor, queue: queue, limits: limits, clock: clock, stopwatch: stopwatch)
                add(connection)
                group.addTask { await self.serve(connection, handler) }
            }
            group.cancelAll()
            listener.close(SocketError.closed)
            for connection in connections.withLock({ Array($0.values) }) { connection.close() }
        }
    }

    /// The next connection; `nil` where the server ends.
    private func accept() async -> Int32? {
        while !Task.isCancelled {
            guard await makeRoom() else { return nil }
            switch Sockets.accept(listener.descriptor) {
            case .done(let descriptor): return Int32(descriptor)
            case .failed(let number):
                guard Sockets.isExhausted(number) else { return nil }
                // Clients wait in the listener's queue meanwhile; none that was taken is dropped for them.
                if !closeIdlest() { try? await clock.sleep(for: .milliseconds(100)) }
            case .later:
                do {
                    try await listener.wait(for: .reading)
                } catch { return nil }
            }
        }
        return nil
    }

    private func serve(_ connection: ServerConnection, _ handler: Handler) async {
        defer {
            connection.close()
            _ = connections.withLock { $0.removeValue(forKey: ObjectIdentifier(connection)) }
        }
        do {
            while let request = try await connection.nextRequest() {
                if let refusal = policy.refusal(of: request) { throw refusal }
                let responder = ServerResponder(connection: connection, request: request)
                try await handler(request, responder)
                guard responder.canContinue else { return }
            }
        } catch let error as ServerRequestError {
            // The client reads its answer before the connection ends, though it may still be sending.
            let body: JSONValue = [
                "error": ["message": .string(error.reason), "code": .number(JSONNumber(error.status))]
            ]
            let refusal = ServerRequest(method: "GET", target: "/", headers: ["connection": "close"])
            try? await ServerResponder(connection: connection, request: refusal)
                .send(status: error.status, headers: [.contentType: "application/json"], body: body.bytes())
            connection.endWriting()
            await connection.waitForEnd(atMost: .seconds(2))
        } catch {
            // The client is gone, or the server ends.
        }
    }

    private func add(_ connection: ServerConnection) {
        connections.withLock { $0[ObjectIdentifier(connection)] = connection }
    }

    /// Waits until there is room for one more connection; `false` where the server ends.
    private func makeRoom() async -> Bool {
        while connectionCount >= limits.connections {
            if closeIdlest() { continue }
            do { try await clock.sleep(for: .milliseconds(50)) } catch { return false }
        }
        return true
    }

    /// Closes the connection that has waited longest for a request; `false` where all have one, or were just taken.
    private func closeIdlest() -> Bool {
        let idle = connections.withLock { Array($0.values) }
            .compactMap { connection in connection.idleSince.map { (since: $0, connection: connection) } }
            .sorted { $0.since < $1.since }
        // One that got a request in the meantime is left, and the next one taken.
        guard let idlest = idle.first(where: { $0.connection.expireIfIdle() })?.connection else { return false }
        // It counts no more from here on, though its task has yet to end.
        _ = connections.withLock { $0.removeValue(forKey: ObjectIdentifier(idlest)) }
        return true
    }

    private func closeOverdue() async {
        while (try? await clock.sleep(for: .milliseconds(500))) != nil {
            let now = stopwatch.elapsed
            for connection in connections.withLock({ Array($0.values) }) { connection.expire(ifOverdueAt: now) }
        }
    }
}
