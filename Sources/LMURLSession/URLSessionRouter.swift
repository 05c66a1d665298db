import Foundation
import LMTransport
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Brings what a session tells its delegate to the exchange that it belongs to.
final class URLSessionRouter: NSObject, URLSessionDataDelegate {
    /// How far a consumer may fall behind, in bytes.
    static let backlogLimit = 64 * 1024 * 1024

    private struct Entry {
        var exchange: Exchange
        var hasHead = false
    }

    private let entries = Mutex<[Int: Entry]>([:])

    func add(_ exchange: Exchange, for task: URLSessionTask) {
        entries.withLock { $0[task.taskIdentifier] = Entry(exchange: exchange) }
    }

    private func exchange(of task: URLSessionTask) -> Exchange? {
        entries.withLock { $0[task.taskIdentifier]?.exchange }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let exchange = entries.withLock { entries in
            entries[dataTask.taskIdentifier]?.hasHead = true
            return entries[dataTask.taskIdentifier]?.exchange
        }
        if let exchange, let response = response as? HTTPURLResponse {
            exchange.receive(ResponseHead(response))
            exchange.flush()
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let exchange = exchange(of: dataTask) else { return }
        if data.withUnsafeBytes(exchange.receive) {
            exchange.flush()
        } else {
            let limit = Self.backlogLimit / 1024 / 1024
            let message = "The consumer of the response fell behind by more than \(limit) MiB."
            exchange.finish(TransportError(.other, message, host: exchange.host))
            dataTask.cancel()
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(of: task)?.uploadProgressed()
    }

    /// A redirect is always the response: what may be followed is followed by the transport, with its own rules.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    #if canImport(FoundationNetworking)
        /// FoundationNetworking asks after the whole 401 has been received, and never completes the task where it is
        /// given no credential. So the response is what came, and the task is let go.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            entries.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.exchange.finish()
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    #endif

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let entry = entries.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        if error == nil, !entry.hasHead, let response = task.response as? HTTPURLResponse {
            // A redirect without a target is not announced by FoundationNetworking.
            entry.exchange.receive(ResponseHead(response))
        }
        let host = entry.exchange.host ?? "the host"
        entry.exchange.finish(
            error.map { URLSessionFailure(error: $0 as NSError, hasHead: entry.hasHead, host: host).error })
    }
}

extension ResponseHead {
    /// The body is decoded by the session, so the fields that speak of it as it came are left out.
    fileprivate init(_ response: HTTPURLResponse) {
        let fields = response.allHeaderFields.compactMap { key, value -> HTTPFields.Field? in
            guard let name = HTTPFieldName("\(key)") else { return nil }
            return HTTPFields.Field(name: name, value: "\(value)")
        }
        var headers = HTTPFields(fields.sorted { $0.name.canonicalName < $1.name.canonicalName })
        if let coding = headers[.contentEncoding], coding.lowercased() != "identity" {
            headers[.contentEncoding] = nil
            headers[.contentLength] = nil
        }
        self.init(status: response.statusCode, headers: headers)
    }
}
