/// Names as servers take them: letters, digits, `_` and `-`, at most 64 of them.
enum WireName {
    /// The name of a schema, with what may not stand in one replaced.
    static func schema(_ name: String) -> String {
        let allowed = name.unicodeScalars.map { scalar -> Character in
            let isAllowed = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            return isAllowed || scalar == "_" || scalar == "-" ? Character(scalar) : "_"
        }
        return allowed.isEmpty ? "response" : String(allowed.prefix(64))
    }
}
