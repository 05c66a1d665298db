/// Names as servers take them: letters, digits, `_` and `-`, at most 64 of them.
enum WireName {
    /// The name of a schema, with what may not stand in one replaced.
    static func schema(_ name: String) -> String { name.isEmpty ? "response" : fitting(name) }

    /// The name of a function, with what may not stand in one replaced.
    static func function(_ name: String) -> String { fitting(name) }

    private static func fitting(_ name: String) -> String {
        String(
            decoding: name.unicodeScalars.prefix(64).map { scalar -> UInt8 in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", "_", "-": UInt8(truncatingIfNeeded: scalar.value)
                default: UInt8(ascii: "_")
                }
            }, as: UTF8.self)
    }
}
