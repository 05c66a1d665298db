#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Follows the redirects of one request as far as that is safe.
///
/// A redirect is followed where it stays on the same scheme, host and port and keeps the method and body: 307 and 308,
/// and for GET and HEAD also 301, 302 and 303; ten of them at most. Any other redirect is the response that the caller
/// gets: a credential never travels to another place, and a POST is never turned into a GET.
package struct Redirects {
    /// The request to send now.
    package private(set) var request: HTTPRequest
    private var left = 10

    /// Starts with the caller's request.
    package init(_ request: HTTPRequest) { self.request = request }

    /// Moves ``request`` to where the response points.
    ///
    /// - Returns: whether it is to be sent; `false` where the response is the answer.
    package mutating func follow(status: Int, headers: HTTPFields) -> Bool {
        guard left > 0, mayFollow(status), let target = headers[.location].flatMap(resolve), isSameOrigin(target) else {
            return false
        }
        left -= 1
        request.url = target
        return true
    }

    private func mayFollow(_ status: Int) -> Bool {
        switch status {
        case 307, 308: true
        case 301, 302, 303: request.method == "GET" || request.method == "HEAD"
        default: false
        }
    }

    private func resolve(_ location: String) -> URL? {
        URL(string: location, relativeTo: request.url)?.absoluteURL
    }

    private func isSameOrigin(_ target: URL) -> Bool {
        guard let here = Origin(request.url) else { return false }
        return Origin(target) == here
    }
}

extension HTTPBody {
    /// Reads the body of a redirect, so that its connection can be used again, but not for long.
    package nonisolated(nonsending) func discard() async throws {
        var count = 0
        do {
            for try await chunk in self {
                count += chunk.count
                if count > 64 * 1024 { return }
            }
        } catch is TransportError {
            // The redirect's head has been read; how its body ends changes nothing.
        }
    }
}
