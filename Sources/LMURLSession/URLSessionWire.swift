import Foundation
import LMTransport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An exchange's hold on its task.
final class URLSessionWire: ExchangeSocket {
    private let task: URLSessionTask

    init(_ task: URLSessionTask) { self.task = task }

    /// Nothing was held back: see ``URLSessionTransport``.
    func resume() {}

    func stop() { task.cancel() }
}
