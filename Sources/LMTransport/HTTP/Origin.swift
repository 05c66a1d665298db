#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The server that an address is of: scheme, host and port. A secret is for one of them.
package struct Origin: Sendable, Hashable {
    /// `http` or `https`.
    package let scheme: String
    /// The host in lower case, without the dot of the root behind it.
    package let host: String
    /// The port, also where the address leaves it to the scheme.
    package let port: Int

    /// The origin of an address; `nil` where it has none, or holds a user or a password.
    package init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host()?.lowercased(), !host.isEmpty, url.user() == nil, url.password() == nil
        else { return nil }
        self.scheme = scheme
        self.host = host.hasSuffix(".") ? String(host.dropLast()) : host
        port = url.port ?? (scheme == "https" ? 443 : 80)
    }

    /// Whether the server is on this machine.
    package var isLoopback: Bool { Self.isLoopback(host) }

    /// Whether a host is this machine: a name below `localhost`, or an address that the loopback interface has, in any
    /// notation that a resolver takes.
    package static func isLoopback(_ host: String) -> Bool {
        var host = host.lowercased()
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        if host.hasSuffix(".") { host.removeLast() }
        if host == "localhost" || host.hasSuffix(".localhost") { return true }
        var six = in6_addr()
        if inet_pton(AF_INET6, host, &six) == 1 {
            let bytes = withUnsafeBytes(of: &six) { Array($0) }
            let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            return bytes == [UInt8](repeating: 0, count: 15) + [1] || isMapped && bytes[12] == 127
        }
        var four = in_addr()
        // Decimal, octal and hexadecimal numbers, one to four of them.
        guard host.utf8.first.map({ (0x30...0x39).contains($0) }) == true, inet_aton(host, &four) == 1 else {
            return false
        }
        return withUnsafeBytes(of: &four) { $0[0] } == 127
    }
}

extension HTTPRequest {
    /// Adds the secret that is for one server: the one way in which a request gets one.
    ///
    /// - Parameters:
    ///   - credential: The secret.
    ///   - origin: The server that it is for.
    /// - Throws: ``TransportError`` of the kind `invalidRequest` if the request goes elsewhere. That no secret crosses a
    ///   network in the clear is checked where the request is sent.
    package mutating func attach(_ credential: Credential, for origin: Origin) throws(TransportError) {
        guard Origin(url) == origin else {
            throw TransportError(
                .invalidRequest, "The request goes to another server than its key is for.", host: url.host())
        }
        self.credential = credential
    }
}
