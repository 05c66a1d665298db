#if os(Linux)
    #if canImport(Musl)
        import Musl
    #elseif canImport(Glibc)
        import Glibc
    #endif

    /// What libcurl says about a transfer that broke, and its translation.
    ///
    /// libcurl's own sentences are used to tell causes apart and are never shown: they can hold parts of the address.
    struct CurlFailure {
        /// The result code of curl.h.
        var code: CInt
        /// The errno of the call that failed, 0 where there is none.
        var systemError: CInt
        /// libcurl's sentence.
        var text: String
        /// Whether the response's head was whole.
        var hasHead: Bool
        /// The host that was spoken to.
        var host: String

        /// The error for the consumer.
        var error: TransportError {
            let (kind, message) = translation
            return TransportError(kind, message, host: host)
        }

        private var translation: (TransportError.Kind, String) {
            switch code {
            case 1, 8: (.malformedResponse, "What \(host) sent is not an HTTP response.")
            case 3: (.invalidRequest, "The address of the request cannot be used.")
            case 5: (.nameResolution, "The proxy's name has no address.")
            case 6: (.nameResolution, "The name \(host) has no address.")
            case 7: connection
            case 16: (.malformedResponse, "\(host) broke the rules of HTTP/2.")
            case 18: truncation
            case 27 where !hasHead, 100 where !hasHead: Self.headTooLarge(host)
            case 28: (.timeout(.connect), "No connection to \(host) in time.")
            case 35, 53, 54, 58, 59, 64, 66, 80, 90:
                (.tls, "No TLS connection to \(host) could be agreed.")
            case 51, 60, 82, 83, 91:
                (.tls, "The certificate of \(host) is not trusted.")
            case 77:
                (
                    .tls,
                    "The file of trusted certificates cannot be read; the package ca-certificates brings the system's."
                )
            case 52: (.closedBeforeResponse, "\(host) closed the connection without a response.")
            case 55: (.connectionReset, "\(host) closed the connection while the request was being sent.")
            case 56: reception
            case 92: (.connectionReset, "\(host) ended the stream of the response early.")
            case 97: (.unreachable, "The proxy gave no connection to \(host).")
            default: (.other, "The transfer with \(host) failed (libcurl's code \(code)).")
            }
        }

        private var connection: (TransportError.Kind, String) {
            // libcurl names whom it could not reach, and that is a proxy where it is not the host.
            let who = text.contains(host) ? host : "\(host), or the proxy before it,"
            return switch systemError {
            case ECONNREFUSED, 0: (.connectionRefused, "\(who) refuses the connection: nothing listens there.")
            default: (.unreachable, "\(who) cannot be reached.")
            }
        }

        private var truncation: (TransportError.Kind, String) {
            if hasHead { return (.truncatedBody, "\(host) closed the connection before the response was whole.") }
            return (.closedBeforeResponse, "\(host) closed the connection before the response's head was whole.")
        }

        /// Code 56 stands for whatever went wrong while receiving.
        private var reception: (TransportError.Kind, String) {
            if text.contains("chunk") {
                return (.malformedResponse, "The chunks of the response of \(host) are broken.")
            }
            // TLS notices a connection that closed without saying so.
            if text.contains(" eof ") { return truncation }
            if text.contains("CONNECT") { return (.unreachable, "The proxy gave no connection to \(host).") }
            if !hasHead, systemError == 0, !text.contains("reset") {
                return (.malformedResponse, "What \(host) sent is not an HTTP response.")
            }
            return (.connectionReset, "\(host) reset the connection.")
        }

        static func headTooLarge(_ host: String) -> (TransportError.Kind, String) {
            (.headTooLarge, "The response's head of \(host) is larger than \(HeadReader.limit / 1024) KiB.")
        }
    }
#endif
