import Foundation
import LMTransport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests through `URLSession`, the default on Apple platforms.
///
/// It behaves as ``HTTPTransport`` says and follows redirects no further than `CurlTransport` does. What `URLSession`
/// cannot do:
///
/// - It cannot hold a server back. A consumer that falls behind by more than 64 MiB gets an error. (Suspending a task
///   would do on no platform: on Linux the request is sent again.)
/// - It does not tell when a connection stands. The time for the response's head is `connect` and `firstByte` together,
///   and its end is reported as `firstByte`.
/// - Header fields come sorted by name, and fields of one name as one.
/// - On Linux, FoundationNetworking keeps a core busy while a stream waits, and takes a compressed body that is cut
///   short for whole. `CurlTransport` is the better choice there.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let router = URLSessionRouter()
    private let watch: DeadlineWatch

    /// Makes a transport with a session of its own.
    ///
    /// - Parameters:
    ///   - configuration: the session's configuration, for proxies and the like. Caches, cookies, credential stores and
    ///     the session's own timeouts are turned off.
    ///   - clock: what the timeouts are measured on.
    public init(
        configuration: URLSessionConfiguration = .ephemeral, clock: any Clock<Duration> = ContinuousClock()
    ) {
        // A configuration is a reference, and the caller's own stays as it is.
        let configuration = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.timeoutIntervalForRequest = Self.never
        configuration.timeoutIntervalForResource = Self.never
        // Requests above the limit would wait in a queue, and streams are long.
        configuration.httpMaximumConnectionsPerHost = 10_000
        session = URLSession(configuration: configuration, delegate: router, delegateQueue: nil)
        watch = DeadlineWatch(clock)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request as ``HTTPTransport`` says.
    public nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let start = watch.elapsed
        var redirects = Redirects(request)
        while true {
            let response = try await exchange(redirects.request, start: start)
            guard redirects.follow(status: response.status, headers: response.headers) else { return response }
            try await response.body.discard()
        }
    }

    /// The session's own timeouts lose fractions of a second on Linux, so they are put out of the way: a week.
    private static let never: TimeInterval = 7 * 24 * 3600

    private nonisolated(nonsending) func exchange(
        _ request: HTTPRequest, start: Duration
    ) async throws -> HTTPResponse {
        try request.check()
        var timed = request
        if let connect = request.timeouts.connect {
            timed.timeouts.firstByte = request.timeouts.firstByte.map { $0 + connect }
        }
        let exchange = Exchange(timed, watch: watch, start: start, capacity: URLSessionRouter.backlogLimit)
        let task = session.dataTask(with: urlRequest(for: request))
        router.add(exchange, for: task)
        exchange.uploadProgressed()
        exchange.begin(on: URLSessionWire(task))
        task.resume()
        let head = try await exchange.head()
        return HTTPResponse(status: head.status, headers: head.headers, body: HTTPBody(exchange))
    }

    private func urlRequest(for request: HTTPRequest) -> URLRequest {
        var urlRequest = URLRequest(url: request.url, timeoutInterval: Self.never)
        urlRequest.httpMethod = request.method
        if !request.body.isEmpty { urlRequest.httpBody = Data(request.body) }
        var fields = request.headers
        fields[.contentLength] = nil
        if fields[.userAgent] == nil { fields[.userAgent] = "swift-lm/0.1.0" }
        if let credential = request.credential { fields[credential.field.name] = credential.field.value }
        for field in fields { urlRequest.addValue(field.value, forHTTPHeaderField: field.name.canonicalName) }
        return urlRequest
    }
}
