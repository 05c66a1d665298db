/// Names of schemas, as providers take them: letters, digits, `_` and `-`, at most 64.
enum SchemaName {
    /// The name of a type, without the types and the module around it.
    static func of(_ type: Any.Type) -> String { wire(String(describing: type)) }

    /// The name with the types around it, for one that would otherwise stand twice.
    static func qualified(_ type: Any.Type) -> String {
        let full = String(reflecting: type)
        return wire(full.split(separator: ".", maxSplits: 1).last.map(String.init) ?? full)
    }

    /// The name with each run of other characters replaced by one `_`.
    static func wire(_ name: String) -> String {
        var bytes: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                bytes.append(byte)
            default:
                if bytes.last != UInt8(ascii: "_"), !bytes.isEmpty { bytes.append(UInt8(ascii: "_")) }
            }
        }
        while bytes.last == UInt8(ascii: "_") { bytes.removeLast() }
        return bytes.isEmpty ? "schema" : String(decoding: bytes.prefix(64), as: UTF8.self)
    }
}
