import LMTransport
import Synchronization

/// A transport that can be changed between two requests, so that a chat can begin and end a recording.
final class SwitchTransport: HTTPTransport {
    private let current: Mutex<any HTTPTransport>

    init(_ transport: any HTTPTransport) { current = Mutex(transport) }

    /// Sends what follows another way.
    func change(to transport: any HTTPTransport) { current.withLock { $0 = transport } }

    nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let transport = current.withLock { $0 }
        return try await transport.send(request)
    }
}
