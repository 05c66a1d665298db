import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The server that requests are passed on to: the one place that makes an address of what a client asked for.
struct Upstream: Sendable {
    /// Scheme, host and port.
    let origin: Origin
    /// The same as it was written, before the path.
    let address: String
    /// The path of the base URL, without a slash at its end.
    let basePath: String

    /// Reads a base URL; `nil` where it is no http or https address, or holds a user.
    init?(_ text: String) {
        let parts = RecordedURL.parts(of: text)
        guard let url = URL(string: text), let origin = Origin(url),
            let plain = URL(string: String(parts.origin)), Origin(plain) == origin
        else { return nil }
        self.origin = origin
        address = String(parts.origin)
        basePath = parts.path.hasSuffix("/") ? String(parts.path.dropLast()) : String(parts.path)
    }

    /// The address of a target; `nil` where it is no path on this server.
    func url(target: String) -> URL? {
        guard target.hasPrefix("/"),
            target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "#") }),
            let url = URL(string: address + target), Origin(url) == origin
        else { return nil }
        return url
    }
}
