/// Text compared by its unicode scalars.
///
/// Swift's own `==` on strings holds a precomposed letter and its decomposed form for equal; to JSON they are two
/// different strings, and an object may have both as keys.
struct UnicodeText: Hashable {
    let string: String

    init(_ string: String) { self.string = string }

    static func == (left: UnicodeText, right: UnicodeText) -> Bool { areEqual(left.string, right.string) }

    func hash(into hasher: inout Hasher) { Self.hash(string, into: &hasher) }

    /// Whether two strings have the same scalars.
    static func areEqual(_ left: String, _ right: String) -> Bool {
        let left = left.utf8
        let right = right.utf8
        guard left.count == right.count else { return false }
        let equal = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { right in
                guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else { return true }
                return ByteWord.isEqual(leftBase, rightBase, count: left.count)
            }
        }
        return (equal ?? nil) ?? left.elementsEqual(right)
    }

    static func hash(_ string: String, into hasher: inout Hasher) {
        let hashed: Void? = string.utf8.withContiguousStorageIfAvailable { bytes in
            hasher.combine(bytes.count)
            hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        guard hashed == nil else { return }
        hash(String(decoding: Array(string.utf8), as: UTF8.self), into: &hasher)
    }

    /// Whether `left` comes before `right` in the order of UTF-16 code units, which RFC 8785 sorts keys by.
    ///
    /// UTF-8 sorts the same, but for the scalars above U+FFFF: their surrogates sort below U+E000.
    static func precedes(_ left: String, _ right: String) -> Bool {
        for (left, right) in zip(left.utf8, right.utf8) where left != right {
            // 0xEE and 0xEF lead U+E000 to U+FFFF; 0xF0 and above lead what UTF-16 writes with surrogates.
            func rank(_ byte: UInt8) -> Int { byte == 0xEE || byte == 0xEF ? Int(byte) + 0x100 : Int(byte) }
            return rank(left) < rank(right)
        }
        return left.utf8.count < right.utf8.count
    }
}
