/// Decodes the escapes of RFC 8259, section 7.
///
/// A `\u` escape of a surrogate that has no partner becomes U+FFFD: a Swift string, and UTF-8, cannot hold it.
package enum EscapeDecoder {
    /// What the escape at the start of a buffer is.
    enum Length {
        /// A whole escape of this many bytes.
        case length(Int)
        /// Not an escape; the offset is that of the byte that breaks it.
        case invalid(Int)
        /// The start of an escape, cut off by the end of the buffer.
        case incomplete
    }

    /// Measures the escape whose backslash is the first byte.
    static func length(of bytes: UnsafeBufferPointer<UInt8>) -> Length {
        guard bytes.count >= 2 else { return .incomplete }
        if bytes[1] != UInt8(ascii: "u") { return simple(bytes[1]) == nil ? .invalid(1) : .length(2) }
        for index in 2..<6 {
            guard index < bytes.count else { return .incomplete }
            guard hexDigit(bytes[index]) != nil else { return .invalid(index) }
        }
        return .length(6)
    }

    /// The byte that a two-byte escape stands for; `nil` where there is no such escape.
    @inline(__always)
    static func simple(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// The value of a hexadecimal digit.
    @inline(__always)
    static func hexDigit(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte &- 0x30)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte &- 0x37)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte &- 0x57)
        default: nil
        }
    }

    /// Decodes text with escapes; `nil` where one is malformed. Returns the number of bytes written.
    ///
    /// No escape is shorter than what it stands for, so `output` needs no more room than `input` has bytes.
    package static func decode(
        _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
    ) -> Int? {
        guard let source = input.baseAddress, let target = output.baseAddress, output.count >= input.count else {
            return input.isEmpty ? 0 : nil
        }
        var read = 0
        var written = 0
        while read < input.count {
            let run = lengthBeforeBackslash(source + read, count: input.count - read)
            (target + written).update(from: source + read, count: run)
            read += run
            written += run
            guard read < input.count else { break }
            guard read + 2 <= input.count else { return nil }
            if let byte = simple(source[read + 1]) {
                target[written] = byte
                read += 2
                written += 1
                continue
            }
            guard source[read + 1] == UInt8(ascii: "u"), let unit = codeUnit(input, at: read + 2) else { return nil }
            read += 6
            var scalar = UInt32(unit)
            if unit & 0xFC00 == 0xD800, read + 6 <= input.count, source[read] == UInt8(ascii: "\\"),
                source[read + 1] == UInt8(ascii: "u"), let low = codeUnit(input, at: read + 2), low & 0xFC00 == 0xDC00
            {
                scalar = 0x10000 + (UInt32(unit & 0x3FF) << 10) + UInt32(low & 0x3FF)
                read += 6
            } else if unit & 0xF800 == 0xD800 {
                scalar = 0xFFFD
            }
            written += encode(scalar, into: target + written)
        }
        return written
    }

    /// Writes a scalar as UTF-8 and returns the number of bytes, at most four.
    static func encode(_ scalar: UInt32, into target: UnsafeMutablePointer<UInt8>) -> Int {
        switch scalar {
        case 0..<0x80:
            target[0] = UInt8(truncatingIfNeeded: scalar)
            return 1
        case 0x80..<0x800:
            target[0] = UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6)
            target[1] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
            return 2
        case 0x800..<0x10000:
            target[0] = UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12)
            target[1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
            target[2] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
            return 3
        default:
            target[0] = UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18)
            target[1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F)
            target[2] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
            target[3] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
            return 4
        }
    }

    private static func codeUnit(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> UInt16? {
        guard position + 4 <= bytes.count else { return nil }
        var unit: UInt16 = 0
        for index in position..<position + 4 {
            guard let digit = hexDigit(bytes[index]) else { return nil }
            unit = unit << 4 | digit
        }
        return unit
    }

    private static func lengthBeforeBackslash(_ base: UnsafePointer<UInt8>, count: Int) -> Int {
        var position = 0
        while position &+ 8 <= count {
            let word = ByteWord.load(base + position) ^ (ByteWord.lows &* 0x5C)
            let hits = (word &- ByteWord.lows) & ~word & ByteWord.highs
            if hits != 0 { return position &+ ByteWord.first(hits) }
            position &+= 8
        }
        while position < count, base[position] != UInt8(ascii: "\\") { position &+= 1 }
        return position
    }
}
