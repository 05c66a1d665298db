/// Names of a value's parts, after RFC 6901.
enum JSONPointer {
    /// The name as it stands between two slashes.
    static func escape(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return name }
        return String(
            decoding: name.utf8.flatMap { byte -> [UInt8] in
                switch byte {
                case UInt8(ascii: "~"): [UInt8(ascii: "~"), UInt8(ascii: "0")]
                case UInt8(ascii: "/"): [UInt8(ascii: "~"), UInt8(ascii: "1")]
                default: [byte]
                }
            }, as: UTF8.self)
    }

    /// The names in a pointer; `nil` where the text is no pointer.
    static func names(in pointer: String) -> [String]? {
        if pointer.isEmpty { return [] }
        guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
        return pointer.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map(unescape)
    }

    private static func unescape(_ name: Substring.UTF8View.SubSequence) -> String {
        var bytes: [UInt8] = []
        var iterator = name.makeIterator()
        while let byte = iterator.next() {
            guard byte == UInt8(ascii: "~") else {
                bytes.append(byte)
                continue
            }
            switch iterator.next() {
            case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
            case let other: bytes += [byte] + (other.map { [$0] } ?? [])
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
