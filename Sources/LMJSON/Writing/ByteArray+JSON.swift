extension [UInt8] {
    /// Appends ASCII text.
    @inline(__always)
    mutating func append(literal text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a number as it is written.
    mutating func append(number: JSONNumber) {
        switch number.storage {
        case .int(let value): append(integer: value)
        case .double(let value): append(contentsOf: value.description.utf8)
        case .text(let text): append(contentsOf: text.utf8)
        }
    }

    /// Appends the digits of an integer.
    mutating func append(integer value: Int64) {
        // 19 digits and a sign are the most.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
            var start = buffer.count
            var magnitude = value.magnitude
            repeat {
                start -= 1
                buffer[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10)
                magnitude /= 10
            } while magnitude != 0
            if value < 0 {
                start -= 1
                buffer[start] = UInt8(ascii: "-")
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: buffer[start...]))
        }
    }

    /// Appends a string in quotes, escaping what RFC 8259 demands, in the forms that RFC 8785 prescribes.
    mutating func append(quoted text: String) {
        append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { append(escaping: $0) }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(escaping bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return }
        var start = 0
        var position = 0
        while position < bytes.count {
            if position &+ 8 <= bytes.count {
                let stops = ByteWord.stops(in: ByteWord.load(base + position))
                if stops == 0 {
                    position &+= 8
                    continue
                }
                position &+= ByteWord.first(stops)
            }
            let byte = base[position]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                append(contentsOf: UnsafeBufferPointer(start: base + start, count: position - start))
                append(escapeOf: byte)
                start = position + 1
            }
            position &+= 1
        }
        append(contentsOf: UnsafeBufferPointer(start: base + start, count: bytes.count - start))
    }

    private mutating func append(escapeOf byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(literal: "\\\"")
        case UInt8(ascii: "\\"): append(literal: "\\\\")
        case 0x08: append(literal: "\\b")
        case 0x09: append(literal: "\\t")
        case 0x0A: append(literal: "\\n")
        case 0x0C: append(literal: "\\f")
        case 0x0D: append(literal: "\\r")
        default:
            append(literal: "\\u00")
            for digit in [byte >> 4, byte & 0xF] {
                append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }
}
