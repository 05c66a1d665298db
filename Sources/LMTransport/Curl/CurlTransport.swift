#if os(Linux)
    import CCurl
    import Synchronization

    /// Sends requests through the system's libcurl, the default on Linux.
    ///
    /// The library is opened when the first request is sent. One thread drives all requests; it ends when the transport
    /// and the last body that it gave are let go. Connections are kept and used again, HTTP/2 is spoken where a server
    /// offers it over TLS, and proxies are those of the environment, as libcurl reads it (`https_proxy`, `no_proxy`).
    ///
    /// A consumer that falls behind holds the server back: at most 144 KiB of a body wait here, and over HTTP/2, where
    /// streams share a connection, what libcurl had already allowed the server to send.
    ///
    /// - Redirects to the same scheme, host and port are followed where they keep the method, ten at most. Any other
    ///   redirect is given as the response that it is, so that neither the credential nor the body goes elsewhere.
    /// - A response compressed with gzip is decoded, and loses `content-encoding` and `content-length`. A request that
    ///   names `accept-encoding` itself gets the body as it comes.
    /// - The times of ``Timeouts`` are kept on the clock given. `firstByte` also counts while an upload stands still.
    public final class CurlTransport: HTTPTransport {
        private let lease = CurlLease()
        private let watch: DeadlineWatch
        private let certificateFile: String?

        /// Makes a transport. Opens nothing yet.
        ///
        /// - Parameters:
        ///   - certificateFile: a file of the certificates to trust, in PEM; `nil` for the system's.
        ///   - clock: what the timeouts are measured on.
        public init(certificateFile: String? = nil, clock: any Clock<Duration> = ContinuousClock()) {
            self.certificateFile = certificateFile
            watch = DeadlineWatch(clock)
        }

        /// Sends a request as ``HTTPTransport`` says. Throws ``TransportError`` of the kind `libraryMissing`, which names
        /// the package to install, where the system has no libcurl of version 7.68 or later.
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

        /// How many times the driving thread came out of its wait, for tests of idleness.
        package var wakeUps: Int { lease.driver.wakeUps }

        private nonisolated(nonsending) func exchange(
            _ request: HTTPRequest, start: Duration
        ) async throws -> HTTPResponse {
            try request.check()
            let exchange = Exchange(request, watch: watch, start: start)
            let curlRequest = CurlRequest(request, certificateFile: certificateFile)
            let id = try lease.driver.start(curlRequest, exchange)
            exchange.begin(on: CurlWire(lease: lease, id: id))
            let head = try await exchange.head()
            guard curlRequest.decodesContent, request.method != "HEAD", let coding = head.headers[.contentEncoding]
            else {
                return HTTPResponse(status: head.status, headers: head.headers, body: HTTPBody(exchange))
            }
            return try decoded(head, coding: coding, of: exchange)
        }

        private func decoded(_ head: ResponseHead, coding: String, of exchange: Exchange) throws -> HTTPResponse {
            switch coding.lowercased() {
            case "identity":
                return HTTPResponse(status: head.status, headers: head.headers, body: HTTPBody(exchange))
            case "gzip", "x-gzip":
                if let body = GzipBody(exchange, host: exchange.host) {
                    var headers = head.headers
                    headers[.contentEncoding] = nil
                    headers[.contentLength] = nil
                    return HTTPResponse(status: head.status, headers: headers, body: HTTPBody(body))
                }
                fallthrough
            default:
                exchange.cancel()
                let name = String(coding.prefix(20).filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
                let message =
                    "The response is compressed as \"\(name)\", which was not asked for and cannot be decoded."
                throw TransportError(.contentDecoding, message, host: exchange.host)
            }
        }
    }
#endif
