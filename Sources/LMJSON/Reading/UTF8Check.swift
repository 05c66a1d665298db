/// Checks UTF-8 as Unicode's table 3-7 defines it: no overlong forms, no surrogates, nothing above U+10FFFF.
package enum UTF8Check {
    /// What the bytes at the start of a buffer are.
    enum Sequence {
        /// A whole sequence of this many bytes.
        case length(Int)
        /// Bytes that no continuation makes whole.
        case invalid
        /// The start of a sequence, cut off by the end of the buffer.
        case incomplete
    }

    /// The offset of the first sequence that is malformed or cut off; `nil` where there is none.
    package static func firstInvalid(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        var position = 0
        while position < bytes.count {
            if position + 8 <= bytes.count, ByteWord.load(base + position) & ByteWord.highs == 0 {
                position += 8
                continue
            }
            if base[position] < 0x80 {
                position += 1
                continue
            }
            let rest = UnsafeBufferPointer(start: base + position, count: bytes.count - position)
            guard case .length(let length) = sequence(at: rest) else { return position }
            position += length
        }
        return nil
    }

    /// Looks at the sequence with which a buffer that is not empty begins.
    static func sequence(at bytes: UnsafeBufferPointer<UInt8>) -> Sequence {
        guard let first = bytes.first else { return .incomplete }
        guard let (length, second) = lead(first) else { return .invalid }
        if length == 1 { return .length(1) }
        for index in 1..<length {
            guard index < bytes.count else { return .incomplete }
            guard (index == 1 ? second : 0x80...0xBF).contains(bytes[index]) else { return .invalid }
        }
        return .length(length)
    }

    /// The length of the sequence that a byte begins and the range of its second byte; `nil` where it begins none.
    static func lead(_ byte: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
        switch byte {
        case 0x00...0x7F: (1, 0x80...0xBF)
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE...0xEF: (3, 0x80...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: nil
        }
    }
}
