import LMJSON

/// The strict checks that a cassette's lines pass, beyond those of a reader that skips what it does not need.
enum JSONCheck {
    /// The offset of the first byte that is not UTF-8 or belongs to a malformed escape, in JSON whose structure was
    /// checked already; `nil` where there is none.
    static func firstFault(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        if let offset = UTF8Check.firstInvalid(in: bytes) { return offset }
        var position = 0
        while let backslash = ByteSearch.firstIndex(of: UInt8(ascii: "\\"), in: bytes, from: position) {
            position = backslash
            guard position + 1 < bytes.count else { return position }
            switch bytes[position + 1] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
                UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
                position += 2
            case UInt8(ascii: "u"):
                guard position + 6 <= bytes.count, (2..<6).allSatisfy({ isHexDigit(bytes[position + $0]) }) else {
                    return position
                }
                position += 6
            default: return position
            }
        }
        return nil
    }

    /// Whether bytes are one JSON value, with nothing before or behind it, that can stand inside a line: it has no
    /// line break, and leaves room for one level of nesting around it.
    static func isEmbeddable(_ bytes: ArraySlice<UInt8>) -> Bool {
        // A reader of a whole text passes over a byte order mark before it, which inside a line is no JSON.
        guard let first = bytes.first, let last = bytes.last, first > 0x20, first < 0x80, last > 0x20 else {
            return false
        }
        return bytes.withUnsafeBufferPointer { buffer in
            guard ByteSearch.firstIndex(of: 0x0A, in: buffer) == nil,
                ByteSearch.firstIndex(of: 0x0D, in: buffer) == nil, isValue(buffer),
                firstFault(in: buffer) == nil
            else { return false }
            // Brackets are counted first: few values have as many as would be too deep if all of them were nested.
            guard buffer.count >= JSONReader.depthLimit else { return true }
            let brackets = buffer.reduce(into: 0) { count, byte in
                if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { count &+= 1 }
            }
            return brackets < JSONReader.depthLimit
                || Array([[UInt8(ascii: "[")], Array(buffer), [UInt8(ascii: "]")]].joined())
                    .withUnsafeBufferPointer(isValue)
        }
    }

    private static func isValue(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        do throws(JSONError) {
            try JSONReader.read(bytes) { reader throws(JSONError) in
                try reader.skip()
                try reader.end()
            }
            return true
        } catch { return false }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
