/// Addresses inside text that people see.
enum URLText {
    /// The text without the names and passwords that stand before the host of an address (RFC 3986, section 3.2.1).
    static func withoutUserInfo(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "@")), text.contains("://") else { return text }
        var result = ""
        var rest = text[...]
        while let scheme = rest.firstRange(of: "://") {
            result += rest[..<scheme.upperBound]
            let after = rest[scheme.upperBound...]
            // A password may hold what ends an authority elsewhere, so that the last sign before a space decides.
            let word = after.prefix { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
            let authority = word.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            if let sign = authority.lastIndex(of: "@") ?? (isMalformed(word) ? word.lastIndex(of: "@") : nil) {
                rest = after[after.index(after: sign)...]
            } else {
                rest = after
            }
        }
        return result + rest
    }

    /// Whether what stands before a sign is more likely a password than a path: it has a colon that no port follows.
    private static func isMalformed(_ word: Substring) -> Bool {
        guard let sign = word.lastIndex(of: "@"), let colon = word[..<sign].firstIndex(of: ":") else { return false }
        let port = word[word.index(after: colon)...].prefix(while: \.isNumber)
        let end = word[port.endIndex...].first
        return port.isEmpty || !(end == "/" || end == "?" || end == "#" || end == nil)
    }
}
