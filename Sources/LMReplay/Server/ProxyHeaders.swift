import LMTransport

/// Which header fields a proxy passes on.
enum ProxyHeaders {
    /// Fields that are about one connection (RFC 9110, section 7.6.1), or that the next transport sets itself.
    private static let ofConnection: Set<HTTPFieldName> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade", "host", "content-length", "expect", "accept-encoding",
    ]

    /// A client's fields for the server, and apart from them what authenticates the client.
    ///
    /// The body is asked for uncompressed, so that what is recorded can be read.
    static func forServer(_ fields: HTTPFields) -> (HTTPFields, [Credential]) {
        var headers = HTTPFields()
        var credentials: [Credential] = []
        for field in fields where !isOfConnection(field.name, fields) {
            guard SecretNames.isSecret(header: field.name) else {
                headers.append(field.name, field.value)
                continue
            }
            let prefix = field.value.prefix(7)
            if field.name == .authorization, prefix.lowercased() == "bearer " {
                credentials.append(Credential(bearer: String(field.value.dropFirst(7))))
            } else {
                credentials.append(Credential(field.name, field.value))
            }
        }
        return (headers, credentials)
    }

    /// A server's fields for the client.
    static func forClient(_ fields: HTTPFields) -> HTTPFields {
        HTTPFields(fields.filter { !isOfConnection($0.name, fields) })
    }

    private static func isOfConnection(_ name: HTTPFieldName, _ fields: HTTPFields) -> Bool {
        ofConnection.contains(name)
            || fields.values(of: "connection").contains { HTTPFieldName($0) == name }
    }
}
