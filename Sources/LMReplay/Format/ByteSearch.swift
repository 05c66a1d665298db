#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// Searches bytes at the speed of the C library.
enum ByteSearch {
    /// The first place of a byte, from a position on.
    @inline(__always)
    static func firstIndex(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from position: Int = 0) -> Int? {
        guard let base = bytes.baseAddress, position < bytes.count,
            let found = memchr(base + position, Int32(byte), bytes.count - position)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// The first place of a run of bytes, from a position on.
    static func firstRange(
        of needle: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, from position: Int = 0
    ) -> Range<Int>? {
        guard let base = bytes.baseAddress, let sought = needle.baseAddress else { return nil }
        var start = position
        while let first = firstIndex(of: sought[0], in: bytes, from: start), first + needle.count <= bytes.count {
            if memcmp(base + first, sought, needle.count) == 0 { return first..<first + needle.count }
            start = first + 1
        }
        return nil
    }
}
