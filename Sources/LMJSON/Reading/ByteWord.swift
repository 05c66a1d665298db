/// Eight bytes of text in one register, so that strings are searched a word at a time.
///
/// The lowest byte is the first in memory. A mask has bit 7 set in each byte that matched; the lowest match is exact,
/// those above it need not be, because a borrow only travels upwards.
enum ByteWord {
    static let lows: UInt64 = 0x0101_0101_0101_0101
    static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Reads the eight bytes that start at `pointer`.
    @inline(__always)
    static func load(_ pointer: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
    }

    /// The bytes at which a scan through a string has to stop: the quote, the backslash, the control characters.
    @inline(__always)
    static func stops(in word: UInt64) -> UInt64 {
        let quote = word ^ (lows &* 0x22)
        let backslash = word ^ (lows &* 0x5C)
        return (((quote &- lows) | (backslash &- lows) | (word &- lows &* 0x20)) & ~word) & highs
    }

    /// The index of the first byte that matched; 8 where none did.
    @inline(__always)
    static func first(_ mask: UInt64) -> Int { mask.trailingZeroBitCount >> 3 }

    /// Whether two runs of `count` bytes are the same.
    @inline(__always)
    static func isEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int) -> Bool {
        var position = 0
        while position &+ 8 <= count {
            if load(left + position) != load(right + position) { return false }
            position &+= 8
        }
        while position < count {
            if left[position] != right[position] { return false }
            position &+= 1
        }
        return true
    }
}
