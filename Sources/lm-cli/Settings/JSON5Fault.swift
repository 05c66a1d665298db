/// Where a text that was refused as JSON5 breaks its grammar, which the decoder of Foundation's essentials does not say.
///
/// It reads no values and decides nothing: a text is JSON5 where the decoder takes it.
struct JSON5Fault {
    private struct Found: Error {
        var offset: Int
    }

    private let bytes: [UInt8]
    private var position = 0

    /// The first byte that cannot stand where it does, and the end of the text where something is missing; `nil` where
    /// the grammar is kept.
    static func offset(in bytes: [UInt8]) -> Int? {
        var fault = JSON5Fault(bytes: bytes)
        do throws(Found) {
            try fault.value(depth: 0)
            try fault.skipSpace()
            return fault.position < bytes.count ? fault.position : nil
        } catch { return error.offset }
    }

    /// The line and the column of a byte, both from 1, in characters.
    static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
        let before = bytes[..<offset]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return (
            before.count { $0 == UInt8(ascii: "\n") } + 1,
            String(decoding: before[lineStart...], as: UTF8.self).count + 1
        )
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() throws(Found) {
        while let byte = next {
            if byte <= 0x20 {
                position += 1
            } else if bytes[position...].starts(with: "//".utf8) {
                position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            } else if bytes[position...].starts(with: "/*".utf8) {
                let start = position
                position += 2
                while !bytes[position...].starts(with: "*/".utf8) {
                    guard position < bytes.count else { throw Found(offset: start) }
                    position += 1
                }
                position += 2
            } else {
                return
            }
        }
    }

    private mutating func value(depth: Int) throws(Found) {
        try skipSpace()
        guard depth < 512 else { throw Found(offset: position) }
        if take("{") {
            try members(until: "}") { fault throws(Found) in
                try fault.key()
                try fault.skipSpace()
                guard fault.take(":") else { throw Found(offset: fault.position) }
                try fault.value(depth: depth + 1)
            }
        } else if take("[") {
            try members(until: "]") { fault throws(Found) in try fault.value(depth: depth + 1) }
        } else if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
            try string()
        } else {
            try literal()
        }
    }

    private mutating func members(
        until end: Unicode.Scalar, _ member: (inout JSON5Fault) throws(Found) -> Void
    ) throws(Found) {
        while true {
            try skipSpace()
            if take(end) { return }
            try member(&self)
            try skipSpace()
            guard take(",") || next == UInt8(ascii: end) else { throw Found(offset: position) }
        }
    }

    private mutating func key() throws(Found) {
        if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") { return try string() }
        guard let first = next, Self.isWord(first), !Self.isDigit(first) else { throw Found(offset: position) }
        word()
    }

    private mutating func string() throws(Found) {
        let start = position
        let quote = bytes[position]
        position += 1
        while let byte = next, byte != quote {
            guard byte != UInt8(ascii: "\n") else { throw Found(offset: start) }
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        guard next == quote else { throw Found(offset: start) }
        position += 1
    }

    private mutating func literal() throws(Found) {
        let start = position
        while let byte = next, Self.isWord(byte) || "+-.".utf8.contains(byte) { position += 1 }
        let text = bytes[start..<position]
        guard let first = text.first else { throw Found(offset: start) }
        let isNumber = Self.isDigit(first) || "+-.".utf8.contains(first)
        let isName = ["true", "false", "null", "NaN", "Infinity"].contains { text.elementsEqual($0.utf8) }
        guard isNumber || isName else { throw Found(offset: start) }
    }

    private mutating func word() {
        while let byte = next, Self.isWord(byte) { position += 1 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
            || byte >= 0x80
    }
}
