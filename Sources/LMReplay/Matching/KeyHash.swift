/// A hash of 128 bits that is built up from words and bytes, the same in every process.
///
/// Two requests are taken to be equal where their hashes are. Nobody gains from making two collide, so it only has to
/// spread well and be fast: each step is one multiplication of 64 by 64 bits, whose two halves are folded.
struct KeyHash: Hashable, Sendable {
    private var first: UInt64
    private var second: UInt64

    private static let factors: (UInt64, UInt64) = (0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93)

    init() {
        first = 0x243F_6A88_85A3_08D3
        second = 0x1319_8A2E_0370_7344
    }

    /// Adds a word.
    @inline(__always)
    mutating func combine(_ word: UInt64) {
        first = Self.fold(first ^ word, Self.factors.0)
        second = Self.fold(second &+ word, Self.factors.1)
    }

    /// Adds another hash, in order.
    @inline(__always)
    mutating func combine(_ hash: KeyHash) {
        combine(hash.first)
        combine(hash.second)
    }

    /// Adds another hash, so that the order of such additions does not matter.
    @inline(__always)
    mutating func addUnordered(_ hash: KeyHash) {
        first &+= hash.first
        second &+= hash.second
    }

    /// Adds bytes and their number.
    mutating func combine(_ bytes: UnsafeBufferPointer<UInt8>) {
        combine(UInt64(bytes.count))
        guard let base = UnsafeRawPointer(bytes.baseAddress) else { return }
        var position = 0
        // Two words a step: a long chain of multiplications is what takes the time.
        while position &+ 16 <= bytes.count {
            let left = (base + position).loadUnaligned(as: UInt64.self)
            let right = (base + position + 8).loadUnaligned(as: UInt64.self)
            first = Self.fold(first ^ left, Self.factors.0 ^ right)
            second = Self.fold(second &+ right, Self.factors.1 &+ left)
            position &+= 16
        }
        while position &+ 8 <= bytes.count {
            combine((base + position).loadUnaligned(as: UInt64.self))
            position &+= 8
        }
        guard position < bytes.count else { return }
        var rest: UInt64 = 0
        for index in position..<bytes.count { rest = rest << 8 | UInt64(bytes[index]) }
        combine(rest)
    }

    /// Adds the UTF-8 of a text and its length.
    mutating func combine(_ text: String) {
        var text = text
        text.withUTF8 { combine($0) }
    }

    @inline(__always)
    private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}
