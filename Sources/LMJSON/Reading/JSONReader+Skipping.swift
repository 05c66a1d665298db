extension JSONReader {
    /// Steps over the value that comes next, whatever it is.
    ///
    /// - Throws: ``JSONError`` where its structure is malformed; see ``JSONReader`` for what is not checked.
    public mutating func skip() throws(JSONError) {
        let byte = try nextByte()
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
            try skipContainer()
        } else {
            try skipScalar(byte)
        }
    }

    /// Steps over the value that comes next and returns where it stands, without the white space around it.
    ///
    /// - Throws: ``JSONError`` as ``skip()`` does.
    public mutating func rawRange() throws(JSONError) -> Range<Int> {
        skipWhiteSpace()
        let start = position
        try skip()
        return start..<position
    }

    private mutating func skipScalar(_ byte: UInt8) throws(JSONError) {
        switch byte {
        case UInt8(ascii: "\""): position = try strings.span(from: position + 1).end + 1
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): position = try numbers.span(from: position).end
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        case UInt8(ascii: "n"): try literal("null")
        default: throw unexpected()
        }
        awaitsValue = false
    }

    private mutating func skipContainer() throws(JSONError) {
        // One bit for each level says whether it is an object; `begin` admits no more levels than there are bits.
        var kinds = SIMD8<UInt64>()
        let outer = depth
        try enter(&kinds)
        while depth > outer {
            let isObject = kinds[(depth - 1) >> 6] >> UInt64((depth - 1) & 63) & 1 == 1
            guard try isObject ? nextKey() : nextElement() else { continue }
            let byte = try nextByte()
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                try enter(&kinds)
            } else {
                try skipScalar(byte)
            }
        }
    }

    private mutating func enter(_ kinds: inout SIMD8<UInt64>) throws(JSONError) {
        let isObject = base[position] == UInt8(ascii: "{")
        try isObject ? beginObject() : beginArray()
        let bit: UInt64 = 1 << UInt64((depth - 1) & 63)
        if isObject { kinds[(depth - 1) >> 6] |= bit } else { kinds[(depth - 1) >> 6] &= ~bit }
    }
}
