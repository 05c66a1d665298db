#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The stretch of a request in which a timeout struck.
public enum TimeoutPhase: String, Sendable, Hashable, Codable {
    /// Until the connection stands.
    case connect
    /// Until the head of the response is there.
    case firstByte
    /// Between two pieces of the body.
    case idle
    /// From the start of the request to the end of the body.
    case total
}

/// Why a request or its body broke below HTTP.
public struct TransportError: Error, Sendable, Hashable, LocalizedError, CustomStringConvertible {
    /// What broke.
    public enum Kind: Sendable, Hashable {
        /// The host's name has no address.
        case nameResolution
        /// Nothing listens at the address.
        case connectionRefused
        /// The host or network cannot be reached.
        case unreachable
        /// TLS could not be agreed, or the certificate was not trusted.
        case tls
        /// A time of ``Timeouts`` ran out.
        case timeout(TimeoutPhase)
        /// The peer reset the connection.
        case connectionReset
        /// The connection closed before a response's head was whole.
        case closedBeforeResponse
        /// The body ended before its framing said so.
        case truncatedBody
        /// What came is not HTTP, or its framing is broken.
        case malformedResponse
        /// The body's compression is broken or cut short.
        case contentDecoding
        /// The response's head is larger than the transport takes.
        case headTooLarge
        /// The request cannot be sent as it is.
        case invalidRequest
        /// A library that the transport needs is not on this system.
        case libraryMissing
        /// Anything else; the message says what.
        case other
    }

    /// What broke.
    public var kind: Kind
    /// One sentence for a person, without secrets.
    public var message: String
    /// The host that was spoken to.
    public var host: String?
    /// How many bytes of the body had been received.
    public var bytesReceived: Int

    /// Makes an error.
    public init(_ kind: Kind, _ message: String, host: String? = nil, bytesReceived: Int = 0) {
        self.kind = kind
        self.message = message
        self.host = host
        self.bytesReceived = bytesReceived
    }

    /// The value in words.
    public var description: String { message }
    /// What happened and what to do about it, in a sentence or two for a person.
    public var errorDescription: String? { message }
}
