/// An address as a recording keeps it.
///
/// Works on the text rather than on a parsed URL, so that what is kept is kept as it was written.
enum RecordedURL {
    /// The parts of an address.
    struct Parts {
        /// Scheme and authority, without user info.
        var origin: Substring
        /// From the first slash on; empty for none.
        var path: Substring
        /// Behind the question mark; `nil` for none.
        var query: Substring?
    }

    static func parts(of url: String) -> Parts {
        let withoutFragment = url.utf8.firstIndex(of: UInt8(ascii: "#")).map { url[..<$0] } ?? url[...]
        let queryMark = withoutFragment.utf8.firstIndex(of: UInt8(ascii: "?"))
        let hierarchy = queryMark.map { withoutFragment[..<$0] } ?? withoutFragment
        let query = queryMark.map { withoutFragment[withoutFragment.utf8.index(after: $0)...] }
        var authorityStart = hierarchy.startIndex
        if let colon = hierarchy.utf8.firstIndex(of: UInt8(ascii: ":")),
            hierarchy[colon...].utf8.starts(with: "://".utf8)
        {
            authorityStart = hierarchy.utf8.index(colon, offsetBy: 3)
        }
        let pathStart =
            hierarchy[authorityStart...].utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
            ?? hierarchy.endIndex
        return Parts(origin: hierarchy[..<pathStart], path: hierarchy[pathStart...], query: query)
    }

    /// The address without user info and fragment, each query value handed through `redact` with its decoded name.
    static func clean(_ url: String, redact: (_ name: String, _ value: Substring) -> String?) -> String {
        let parts = parts(of: url)
        var text = String(parts.origin)
        if let at = parts.origin.utf8.lastIndex(of: UInt8(ascii: "@")) {
            let colon = parts.origin.utf8.firstIndex(of: UInt8(ascii: ":"))
            let scheme = colon.map { $0 < at && parts.origin[$0...].hasPrefix("://") } ?? false
            text = (scheme ? String(parts.origin[..<(colon ?? at)]) + "://" : "")
            text += parts.origin[parts.origin.utf8.index(after: at)...]
        }
        text += parts.path
        guard let query = parts.query else { return text }
        text += "?"
        for (index, pair) in query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
            .enumerated()
        {
            if index > 0 { text += "&" }
            let pair = Substring(pair)
            guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else {
                text += pair
                continue
            }
            let value = pair[pair.utf8.index(after: equals)...]
            text += pair[...equals]
            text += redact(percentDecoded(pair[..<equals]), value) ?? String(value)
        }
        return text
    }

    /// What is secret in the user info of an address: the password, as it is written and as it is meant.
    static func userInfo(of url: String) -> [String] {
        let origin = parts(of: url).origin
        guard let at = origin.utf8.lastIndex(of: UInt8(ascii: "@")) else { return [] }
        let start = origin.firstRange(of: "://")?.upperBound ?? origin.startIndex
        guard start < at else { return [] }
        let info = origin[start..<at]
        let password = info.utf8.firstIndex(of: UInt8(ascii: ":")).map { info[info.utf8.index(after: $0)...] } ?? info
        return [String(password), percentDecoded(password)]
    }

    /// Where an API begins, from the path of one of its endpoints: `/v1` for `/v1/chat/completions`.
    static func basePath(of path: Substring) -> String {
        for endpoint in ["/responses", "/chat/completions", "/messages", "/completions", "/models", "/embeddings"] {
            if let range = path.firstRange(of: endpoint) { return String(path[..<range.lowerBound]) }
        }
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    static func percentDecoded(_ text: Substring) -> String {
        String(decoding: SecretForms.percentDecoded(Array(text.utf8)), as: UTF8.self)
    }
}
