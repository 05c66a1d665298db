/// What a loopback server takes from its clients, so that none of them can exhaust it.
public struct HTTPServerLimits: Sendable, Hashable {
    /// The bytes of a request's line and header fields.
    public var headBytes = 64 << 10
    /// The number of a request's header fields.
    public var fieldCount = 200
    /// The bytes of a request's body.
    public var bodyBytes = 64 << 20
    /// The connections that are open at a time. When all are taken, the one that has been idle longest is closed.
    public var connections = 2048
    /// How long a connection may be idle, and how long a request's head may take.
    public var headTime: Duration = .seconds(15)
    /// How long a client may pause while it sends a body.
    public var bodyTime: Duration = .seconds(60)
    /// How long a client may take nothing of a response.
    public var writeTime: Duration = .seconds(120)

    /// Makes the default limits.
    public init() {}
}
