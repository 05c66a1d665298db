#if os(Linux)
    import CCurl

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// A request in libcurl's terms.
    struct CurlRequest: Sendable {
        var method: String
        var address: String
        /// Whether the server is on this machine.
        var isLoopback: Bool
        /// Header fields as lines without line breaks, the credential's among them.
        var fieldLines: [String]
        var body: [UInt8]
        /// The file of trusted certificates; `nil` for the system's.
        var certificateFile: String?
        /// Whether the response's compression is taken off here. A caller who names `accept-encoding` gets what comes.
        var decodesContent: Bool

        init(_ request: HTTPRequest, certificateFile: String?) {
            method = request.method
            address = request.url.absoluteString
            isLoopback = Origin.isLoopback(request.url.host() ?? "")
            body = request.body
            self.certificateFile = certificateFile
            decodesContent = request.headers[.acceptEncoding] == nil

            var fields = request.headers
            // libcurl writes the length itself.
            fields[.contentLength] = nil
            if fields[.userAgent] == nil { fields[.userAgent] = "swift-lm/0.1.0" }
            if decodesContent, ccurl_has_inflate() != 0 { fields[.acceptEncoding] = "gzip" }
            if let credential = request.credential { fields[credential.field.name] = credential.field.value }
            fieldLines = fields.map(Self.line)
            // Lines without a value keep libcurl from adding fields of its own: a form's content type, and the
            // expectation with which it waits a second for servers that do not know it.
            if fields[.contentType] == nil { fieldLines.append("content-type:") }
            if fields["expect"] == nil { fieldLines.append("expect:") }
        }

        /// libcurl takes a name with a colon and nothing behind it as a field to leave out, and with a semicolon as an
        /// empty one.
        private static func line(_ field: HTTPFields.Field) -> String {
            let value = field.value
            return value.utf8.allSatisfy { $0 == 32 || $0 == 9 } ? "\(field.name);" : "\(field.name): \(value)"
        }
    }
#endif
