import Foundation
import LMTransport

/// What a session says about a task that broke, and its translation.
///
/// The session's own sentences are used to tell causes apart and are never shown: they can hold the address.
struct URLSessionFailure {
    /// The session's error.
    var error: TransportError

    init(error: NSError, hasHead: Bool, host: String) {
        let (kind, message) = Self.translate(error, hasHead: hasHead, host: host)
        self.error = TransportError(kind, message, host: host)
    }

    private static func translate(
        _ error: NSError, hasHead: Bool, host: String
    ) -> (TransportError.Kind, String) {
        guard error.domain == NSURLErrorDomain else {
            return (.other, "The transfer with \(host) failed (\(error.domain) \(error.code)).")
        }
        switch error.code {
        case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed:
            return (.nameResolution, "The name \(host) has no address.")
        case NSURLErrorCannotConnectToHost:
            return (.connectionRefused, "\(host) refuses the connection: nothing listens there.")
        case NSURLErrorNotConnectedToInternet, NSURLErrorDataNotAllowed, NSURLErrorInternationalRoamingOff:
            return (.unreachable, "\(host) cannot be reached.")
        case NSURLErrorTimedOut:
            return (.timeout(hasHead ? .idle : .connect), "\(host) did not answer in time.")
        case NSURLErrorNetworkConnectionLost:
            return (.connectionReset, "\(host) reset the connection.")
        case NSURLErrorBadServerResponse where !hasHead:
            return (.closedBeforeResponse, "\(host) closed the connection without a response.")
        case NSURLErrorBadServerResponse, NSURLErrorCannotParseResponse:
            return (.malformedResponse, "What \(host) sent is not an HTTP response.")
        case NSURLErrorCannotDecodeRawData, NSURLErrorCannotDecodeContentData:
            return (.contentDecoding, "The compression of the response of \(host) is damaged.")
        case NSURLErrorBadURL, NSURLErrorUnsupportedURL:
            return (.invalidRequest, "The address of the request cannot be used.")
        case -1206 ... -1200:
            return (.tls, "No TLS connection to \(host) could be agreed, or its certificate is not trusted.")
        default:
            return unknown(error, hasHead: hasHead, host: host)
        }
    }

    /// FoundationNetworking gives most of libcurl's results as one code; libcurl's sentence tells them apart.
    private static func unknown(
        _ error: NSError, hasHead: Bool, host: String
    ) -> (TransportError.Kind, String) {
        let text = error.localizedDescription.lowercased()
        if text.contains("chunk") || text.contains("hexadecimal") {
            return (.malformedResponse, "The chunks of the response of \(host) are broken.")
        }
        if !hasHead, text.contains("ssl") || text.contains("tls") || text.contains("certificate") {
            return (.tls, "No TLS connection to \(host) could be agreed, or its certificate is not trusted.")
        }
        if text.contains("transfer closed") || text.contains("partial file") {
            return (.truncatedBody, "\(host) closed the connection before the response was whole.")
        }
        if hasHead { return (.truncatedBody, "The response of \(host) broke off.") }
        return (.other, "The transfer with \(host) failed (code \(error.code)).")
    }
}
