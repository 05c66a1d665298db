import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What stands before every server on this machine: a web page in a browser here must neither spend a key nor read what
/// was recorded, whichever name it has found for the loopback address.
struct RequestGuard: Sendable {
    /// The hosts by which the server may be called, besides those of the loopback; `nil` for any.
    var hosts: Set<String>? = []
    /// The origins whose pages may call it, such as `http://app.test:3000`, besides those of the loopback.
    var origins: Set<String> = []
    /// The host of the server behind a proxy, by which clients call it that name the whole address in the request line. In
    /// a `Host` alone it is not taken: a page under a name that was pointed at this machine would send the same.
    var upstream: String?

    /// Why a request is not taken; `nil` if it is.
    func refusal(of request: ServerRequest) -> ServerRequestError? {
        let hosts = request.headers.filter { $0.name == "host" }.map(\.value)
        guard hosts.count <= 1 else { return .init(status: 400, reason: "The request has more than one Host.") }
        guard let host = hosts.first ?? (request.isHTTP10 ? "localhost" : nil), let name = Self.name(ofHost: host)
        else {
            return .init(status: 400, reason: "The request has no Host, or one that is none.")
        }
        let named = request.authority.map { Self.name(ofHost: $0) ?? "" }
        for name in [name] + (named.map { [$0] } ?? []) where !isKnown(name) && (named == nil || name != upstream) {
            return .init(
                status: 403,
                reason: "The host \"\(name.prefix(80))\" is not this server. Call it by 127.0.0.1 or localhost.")
        }
        let origins = request.headers.filter { $0.name == "origin" }.map(\.value)
        if origins.contains(where: { !isKnown(origin: $0) }) {
            return .init(status: 403, reason: "Web pages of another origin may not call this server.")
        }
        if origins.isEmpty, request.headers["sec-fetch-site"]?.lowercased() == "cross-site" {
            return .init(status: 403, reason: "Web pages of another site may not call this server.")
        }
        guard !["CONNECT", "TRACE", "TRACK"].contains(request.method) else {
            return .init(status: 405, reason: "The method \(request.method) is not known here.")
        }
        return nil
    }

    private func isKnown(_ name: String) -> Bool {
        guard let hosts else { return true }
        return Origin.isLoopback(name) || hosts.contains(name)
    }

    private func isKnown(origin: String) -> Bool {
        if origins.contains(origin) { return true }
        guard let url = URL(string: origin), let origin = Origin(url) else { return false }
        return origin.isLoopback
    }

    /// The host of a `Host` field, in lower case and without its port; `nil` where it is none.
    private static func name(ofHost text: String) -> String? {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            !text.contains(where: { "@/\\?#,;\"<>".contains($0) })
        else { return nil }
        let host: Substring
        let rest: Substring
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[...end]
            rest = text[text.index(after: end)...]
        } else {
            host = text.prefix { $0 != ":" }
            rest = text[host.endIndex...]
        }
        guard !host.isEmpty, rest.isEmpty || rest.first == ":" && rest.dropFirst().allSatisfy(\.isNumber) else {
            return nil
        }
        return host.lowercased()
    }
}
