#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The address of an API.
struct BaseURL: Sendable, Hashable {
    let url: URL

    /// Reads an address. Throws where it is none that requests can be sent to.
    init(_ text: String) throws(CLIError) {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            url.host()?.isEmpty == false
        else {
            throw .usage(
                "--base-url takes an http or https address, not \"\(text)\".", hint: "Such as https://api.x.ai/v1")
        }
        self.url = url
    }

    /// The address as people see it, without a name and password in it.
    var shown: String { URLText.withoutUserInfo(url.absoluteString) }

    /// Whether another address leads to the same place; `localhost` is one of the names of this machine.
    func isSame(as other: BaseURL) -> Bool {
        func parts(_ url: URL) -> [String] {
            let host = (url.host() ?? "").lowercased()
            let path = url.path().split(separator: "/").joined(separator: "/")
            return [url.scheme ?? "", host == "localhost" ? "127.0.0.1" : host, url.port.map(String.init) ?? "", path]
        }
        return parts(url) == parts(other.url)
    }

    /// The host and, where one is named, the port.
    var host: String { (url.host() ?? "") + (url.port.map { ":\($0)" } ?? "") }

    /// Whether what is sent cannot be read on the way: it is encrypted, or does not leave the machine.
    var isPrivate: Bool {
        if url.scheme?.lowercased() == "https" { return true }
        let host = (url.host() ?? "").lowercased().trimming { $0 == "[" || $0 == "]" }
        return host == "localhost" || host == "::1"
            || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
    }
}

extension String {
    fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> String {
        let start = drop(while: isTrimmed)
        return String(start.reversed().drop(while: isTrimmed).reversed())
    }
}
