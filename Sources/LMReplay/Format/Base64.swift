/// Base64 as RFC 4648, section 4, defines it: padded, no line breaks.
///
/// Its own, because Foundation's skips what it does not know, and a cassette must not lose a byte in silence.
enum Base64 {
    /// Adds the text for some bytes.
    static func append(_ bytes: some Collection<UInt8>, to output: inout [UInt8]) {
        output.reserveCapacity(output.count + (bytes.count + 2) / 3 * 4)
        var group: UInt32 = 0
        var held = 0
        for byte in bytes {
            group = group << 8 | UInt32(byte)
            held += 1
            if held == 3 {
                for shift in [18, 12, 6, 0] as [UInt32] { output.append(digit(group >> shift)) }
                group = 0
                held = 0
            }
        }
        guard held > 0 else { return }
        group <<= held == 1 ? 16 : 8
        output.append(digit(group >> 18))
        output.append(digit(group >> 12))
        output.append(held == 1 ? UInt8(ascii: "=") : digit(group >> 6))
        output.append(UInt8(ascii: "="))
    }

    /// The bytes that a text stands for; `nil` where it is not base64.
    static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(text.count / 4 * 3)
        var group: UInt32 = 0
        var held = 0
        var padding = 0
        for byte in text {
            if byte == UInt8(ascii: "=") {
                padding += 1
                group <<= 6
            } else {
                // Nothing may follow the padding.
                guard padding == 0, let value = value(of: byte) else { return nil }
                group = group << 6 | UInt32(value)
            }
            held += 1
            guard held == 4 else { continue }
            guard padding <= 2 else { return nil }
            for index in 0..<(3 - padding) { output.append(UInt8(truncatingIfNeeded: group >> (16 - 8 * index))) }
            group = 0
            held = 0
        }
        return output
    }

    @inline(__always)
    private static func digit(_ value: UInt32) -> UInt8 {
        switch UInt8(truncatingIfNeeded: value & 63) {
        case let value where value < 26: UInt8(ascii: "A") + value
        case let value where value < 52: UInt8(ascii: "a") + value - 26
        case let value where value < 62: UInt8(ascii: "0") + value - 52
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }

    @inline(__always)
    private static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
