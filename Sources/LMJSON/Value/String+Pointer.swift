extension String {
    /// Appends a key to a JSON pointer, escaped as RFC 6901, section 3, demands.
    mutating func appendPointerToken(_ key: String) {
        append("/")
        if key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) {
            for scalar in key.unicodeScalars {
                switch scalar {
                case "~": append("~0")
                case "/": append("~1")
                default: unicodeScalars.append(scalar)
                }
            }
        } else {
            append(key)
        }
    }
}
