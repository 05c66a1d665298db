#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension HTTPRequest {
    /// Makes sure that what goes to the socket is the request that was meant, and one only.
    ///
    /// Throws ``TransportError`` of the kind `invalidRequest`. A line break in a value would start a header field, or
    /// a request, of an attacker's choice.
    package func check() throws(TransportError) {
        guard HTTPFieldName(method) != nil else { throw invalid("The method is not a token of HTTP.") }
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            throw invalid("The address has to begin with http:// or https://.")
        }
        guard let host = url.host(), !host.isEmpty else { throw invalid("The address names no host.") }
        guard url.absoluteString.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw invalid("The address holds a space or control character; it has to be percent-encoded.")
        }
        for field in headers {
            try Self.check(field, of: "The header field \(field.name)", host: host)
            if field.name == "transfer-encoding" {
                throw invalid("The transport frames the body itself; remove the header field transfer-encoding.")
            }
        }
        if let length = headers[.contentLength], length != String(body.count) {
            throw invalid("The header field content-length does not agree with the body of \(body.count) bytes.")
        }
        // Anything but the loopback is a network, and a proxy stands before it.
        if scheme == "http", !Origin.isLoopback(host),
            credential != nil || headers.contains(where: { SecretNames.isSecret(header: $0.name) })
        {
            throw invalid("A key does not cross a network in the clear: send it over https, or to this machine.")
        }
        if let credential { try Self.check(credential.field, of: "The credential", host: host) }
    }

    /// The value is in no message: it may be a secret.
    private static func check(_ field: HTTPFields.Field, of what: String, host: String) throws(TransportError) {
        guard HTTPFieldName(field.name.canonicalName) != nil else {
            throw TransportError(.invalidRequest, "The name of a header field is not a token of HTTP.", host: host)
        }
        guard field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            let message = "\(what) holds a line break or another control character, which no header field may carry."
            throw TransportError(.invalidRequest, message, host: host)
        }
    }

    private func invalid(_ message: String) -> TransportError {
        TransportError(.invalidRequest, message, host: url.host())
    }
}
