/// Reads the JSON of a message. What is malformed is `nil`: it is a compiler that writes it.
struct PluginJSONReader {
    private let bytes: [UInt8]
    private var position = 0
    /// No message is nested as deep; a deeper one could exhaust the stack.
    private static let depthLimit = 64

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func read(_ bytes: [UInt8]) -> PluginJSON? {
        var reader = PluginJSONReader(bytes)
        guard let value = reader.value(depth: 0) else { return nil }
        reader.skipSpace()
        return reader.position == bytes.count ? value : nil
    }

    private var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private mutating func skipSpace() {
        while [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private mutating func skip(_ expected: Unicode.Scalar) -> Bool {
        skipSpace()
        guard byte == UInt8(ascii: expected) else { return false }
        position += 1
        return true
    }

    private mutating func skip(word: String) -> Bool {
        guard bytes[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    private mutating func value(depth: Int) -> PluginJSON? {
        guard depth < PluginJSONReader.depthLimit else { return nil }
        skipSpace()
        switch byte {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""): return string().map(PluginJSON.string)
        case UInt8(ascii: "t"): return skip(word: "true") ? true : nil
        case UInt8(ascii: "f"): return skip(word: "false") ? false : nil
        case UInt8(ascii: "n"): return skip(word: "null") ? .null : nil
        default: return number()
        }
    }

    private mutating func object(depth: Int) -> PluginJSON? {
        position += 1
        var members: [PluginJSON.Member] = []
        while !skip("}") {
            guard members.isEmpty || skip(",") else { return nil }
            skipSpace()
            guard let key = string(), skip(":"), let value = value(depth: depth + 1) else { return nil }
            members.append(PluginJSON.Member(key: key, value: value))
        }
        return .object(members)
    }

    private mutating func array(depth: Int) -> PluginJSON? {
        position += 1
        var elements: [PluginJSON] = []
        while !skip("]") {
            guard elements.isEmpty || skip(","), let element = value(depth: depth + 1) else { return nil }
            elements.append(element)
        }
        return .array(elements)
    }

    private mutating func number() -> PluginJSON? {
        let start = position
        while isDigit(byte) || "+-.eE".utf8.contains(byte) { position += 1 }
        return position > start ? .number(String(decoding: bytes[start..<position], as: UTF8.self)) : nil
    }

    private mutating func string() -> String? {
        guard byte == UInt8(ascii: "\"") else { return nil }
        position += 1
        var text: [UInt8] = []
        while position < bytes.count {
            let next = byte
            position += 1
            if next == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            if next == UInt8(ascii: "\\") {
                guard let scalar = escape() else { return nil }
                text += Array(String(scalar).utf8)
            } else {
                text.append(next)
            }
        }
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        let kind = byte
        position += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(kind)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return unicodeEscape()
        default: return nil
        }
    }

    private mutating func unicodeEscape() -> Unicode.Scalar? {
        guard let unit = hexUnit() else { return nil }
        guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
        guard skip(word: "\\u"), let low = hexUnit(), (0xDC00..<0xE000).contains(low) else { return nil }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    }

    private mutating func hexUnit() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        defer { position += 4 }
        return UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    }
}
