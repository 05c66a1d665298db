import LMTransport

/// A request that a server got, whole.
struct ServerRequest: Sendable, Equatable {
    var method: String
    /// The target as it was sent: a path and perhaps a query.
    var target: String
    /// The host and port that stood before the path, for a client that takes the server for a proxy.
    var authority: String?
    var headers: HTTPFields
    var body: [UInt8] = []
    /// Whether the client speaks HTTP/1.0, which has no chunks.
    var isHTTP10 = false

    /// Whether the connection stays open behind the response.
    var keepsAlive: Bool {
        let options = headers.values(of: "connection").map { $0.lowercased() }
        return isHTTP10 ? options.contains("keep-alive") : !options.contains("close")
    }
}

extension HTTPFields {
    /// The members of a field that is a list, over all fields of the name.
    func values(of name: HTTPFieldName) -> [String] {
        filter { $0.name == name }.flatMap { field in
            field.value.split(separator: ",").map { part in
                String(part.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
            }
        }
    }
}
