/// Bytes of a literal, for comparing without building an array.
struct StaticBytes {
    private let text: StaticString

    init(_ text: StaticString) { self.text = text }

    var count: Int { text.utf8CodeUnitCount }

    /// Whether the bytes stand at a place in a buffer.
    @inline(__always)
    func isPrefix(of bytes: UnsafeBufferPointer<UInt8>, from position: Int) -> Bool {
        guard position + count <= bytes.count else { return false }
        return text.withUTF8Buffer { literal in
            for index in 0..<literal.count where bytes[position + index] != literal[index] { return false }
            return true
        }
    }

    /// The first place of the bytes in a buffer.
    func firstRange(in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        text.withUTF8Buffer { ByteSearch.firstRange(of: $0, in: bytes) }
    }
}
