#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

extension UnsafeBufferPointer<UInt8> {
    /// The index of the first such byte at or after a position; `count` where there is none.
    ///
    /// `memchr` looks at many bytes at a time, which a loop in Swift does not.
    @inline(__always)
    func firstIndex(of byte: UInt8, from start: Int) -> Int {
        guard start < count, let base = baseAddress,
            let found = memchr(base + start, Int32(byte), count - start)
        else { return count }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// The bytes from one index up to another. Both have to lie within the buffer.
    @inline(__always)
    func slice(_ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: self[start..<end])
    }
}
