#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The address of an API.
struct BaseURL: Sendable, Hashable {
    let url: URL

    /// xAI's.
    static let xai = "https://api.x.ai/v1"
    /// OpenAI's.
    static let openai = "https://api.openai.com/v1"

    /// Reads an address. Throws where it is none that requests can be sent to.
    init(_ text: String) throws(CLIError) {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            url.host()?.isEmpty == false
        else {
            throw .usage(
                "--base-url takes an http or https address, not \"\(text)\".", hint: "Such as \(Self.xai).")
        }
        self.url = url
    }

    /// The address as people see it, without a name and password in it.
    var shown: String { URLText.withoutUserInfo(url.absoluteString) }

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
