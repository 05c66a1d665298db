import LMTransport
import Synchronization

/// A transport that keeps the request and sends nothing.
final class DryRunTransport: HTTPTransport {
    /// The request was kept.
    struct Kept: Error {}

    private let kept = Mutex<HTTPRequest?>(nil)

    /// The request that would have been sent.
    var request: HTTPRequest? { kept.withLock { $0 } }

    nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        kept.withLock { $0 = request }
        throw Kept()
    }
}
