/// A secret that authenticates a request, closed to everything above the socket.
///
/// A recorder, a matcher or a log sees that a credential is there, and nothing of it: only a transport that opens a
/// socket adds it to the header fields. That is why no recording can hold one.
public struct Credential: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let name: HTTPFieldName
    private let prefix: String
    private let secret: String

    /// A bearer token: `Authorization: Bearer TOKEN`.
    public init(bearer token: String) {
        self.init(name: .authorization, prefix: "Bearer ", secret: token)
    }

    /// A key in a header field of its own, such as `api-key: KEY`.
    public init(_ name: HTTPFieldName, _ secret: String) {
        self.init(name: name, prefix: "", secret: secret)
    }

    private init(name: HTTPFieldName, prefix: String, secret: String) {
        self.name = name
        self.prefix = prefix
        self.secret = secret
    }

    /// The header field that carries the credential; for the transports that write to a socket.
    package var field: HTTPFields.Field { .init(name: name, value: prefix + secret) }

    /// The secret itself; for the scan that proves it was not written.
    package var secretForScan: String { secret }

    /// The value in words.
    public var description: String { "Credential(\(name), redacted)" }
    /// What happened, in words for a developer.
    public var debugDescription: String { description }
    /// A mirror that shows nothing of the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
