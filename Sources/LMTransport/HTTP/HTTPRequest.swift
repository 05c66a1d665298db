#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An HTTP request as the layers above the socket see it.
public struct HTTPRequest: Sendable, Hashable {
    /// The method, in upper case.
    public var method: String
    /// The absolute `http` or `https` address.
    public var url: URL
    /// The header fields. A credential is not among them; see ``credential``.
    public var headers: HTTPFields
    /// The body's bytes; empty for none.
    public var body: [UInt8]
    /// How long to wait for what.
    public var timeouts: Timeouts
    /// The secret that the socket-level transport adds.
    public var credential: Credential?

    /// Makes a request.
    public init(
        method: String = "GET", url: URL, headers: HTTPFields = [:], body: [UInt8] = [],
        timeouts: Timeouts = Timeouts(), credential: Credential? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeouts = timeouts
        self.credential = credential
    }
}

/// How long a transport waits; `nil` is for ever. Fractions of a second count.
public struct Timeouts: Sendable, Hashable {
    /// From the start until the connection stands, with its name looked up and its TLS agreed.
    public var connect: Duration?
    /// From the end of the upload until the response's head.
    public var firstByte: Duration?
    /// Between two chunks of the response's body while the consumer waits for one.
    public var idle: Duration?
    /// From the start until the end of the body.
    public var total: Duration?
    /// Between two pieces of the answer while its reader waits for one. What keeps the connection alive and says nothing, a
    /// comment or an event without words, restarts ``idle`` and not this. Kept by what reads answers; a transport cannot
    /// tell the two apart.
    public var answer: Duration?

    /// Makes a set of timeouts. The default gives a connection 10 seconds, and reasoning models their silence: 10 minutes
    /// without a byte, and half an hour without a piece of the answer.
    public init(
        connect: Duration? = .seconds(10), firstByte: Duration? = .seconds(600), idle: Duration? = .seconds(600),
        total: Duration? = nil, answer: Duration? = .seconds(1800)
    ) {
        self.answer = answer
        self.connect = connect
        self.firstByte = firstByte
        self.idle = idle
        self.total = total
    }

    /// Makes a set of timeouts of one time to wait for a server that is silent. An answer may stand still on a living
    /// connection for half an hour, and for no shorter than this; `nil` waits for ever.
    package init(waiting time: Duration?) {
        self.init(firstByte: time, idle: time, answer: time.map { max($0, Timeouts().answer ?? $0) })
    }
}
