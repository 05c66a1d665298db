/// Finds a secret in a text, in every form in which something that has seen it may write it: as it is, with any of its
/// characters escaped for JSON (also twice) or for an address, in hexadecimal of any case, and in base64, plain or for
/// addresses, wherever in it the secret lies, and also if the text is wrapped.
package struct SecretMatcher: Sendable {
    private let secret: [UInt8]
    private let base64: [[UInt8]]

    /// Secrets shorter than this are not looked for: they stand in words by chance.
    package static let shortest = 8

    /// Makes a matcher; `nil` for a secret that is too short to be told from words.
    package init?(_ secret: String) {
        let bytes = Array(secret.utf8)
        guard bytes.count >= Self.shortest else { return nil }
        self.secret = bytes
        base64 = (0..<3).map { Self.base64Core(of: bytes, shift: $0) }
    }

    /// The ranges at which the secret stands, in order, without overlap.
    package func ranges(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var position = 0
        while position < text.count {
            if let end = end(in: text, at: position) {
                ranges.append(position..<end)
                position = end
            } else {
                position += 1
            }
        }
        return ranges
    }

    /// The text with a mark in the place of the secret, wherever it stands.
    package func replacing(in text: String, with mark: String) -> String {
        var text = text
        return text.withUTF8 { bytes in
            let found = ranges(in: bytes)
            guard !found.isEmpty else { return nil }
            var result: [UInt8] = []
            var start = 0
            for range in found {
                result += bytes[start..<range.lowerBound]
                result += Array(mark.utf8)
                start = range.upperBound
            }
            result += bytes[start...]
            return String(decoding: result, as: UTF8.self)
        } ?? text
    }

    private func end(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        if let end = escapedEnd(in: text, at: start) ?? hexEnd(in: text, at: start) { return end }
        for core in base64 { if let end = base64End(core, in: text, at: start) { return end } }
        return nil
    }

    /// The end of the secret with its characters as they are or escaped, each for itself.
    private func escapedEnd(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        var position = start
        for byte in secret {
            guard position < text.count else { return nil }
            if text[position] == byte {
                position += 1
            } else if text[position] == UInt8(ascii: "%"), Self.number(text, position + 1, digits: 2) == Int(byte) {
                position += 3
            } else if text[position] == UInt8(ascii: "\\") {
                while position < text.count, text[position] == UInt8(ascii: "\\") { position += 1 }
                guard position < text.count else { return nil }
                if text[position] == UInt8(ascii: "u"), Self.number(text, position + 1, digits: 4) == Int(byte) {
                    position += 5
                } else if text[position] == byte {
                    position += 1
                } else {
                    return nil
                }
            } else {
                return nil
            }
        }
        return position
    }

    private func hexEnd(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        guard start + secret.count * 2 <= text.count else { return nil }
        for (index, byte) in secret.enumerated() where Self.number(text, start + index * 2, digits: 2) != Int(byte) {
            return nil
        }
        return start + secret.count * 2
    }

    /// The end of a piece of base64, with line breaks in it or without.
    private func base64End(_ core: [UInt8], in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        var position = start
        for (index, digit) in core.enumerated() {
            if index > 0 { position = Self.skipBreak(text, position) }
            guard position < text.count else { return nil }
            let byte = text[position]
            let isSame =
                byte == digit || byte == UInt8(ascii: "-") && digit == UInt8(ascii: "+")
                || byte == UInt8(ascii: "_") && digit == UInt8(ascii: "/")
            guard isSame else { return nil }
            position += 1
        }
        return position
    }

    /// The position behind a line break, written as it is or escaped for JSON.
    private static func skipBreak(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        var position = start
        while position < text.count {
            switch text[position] {
            case 0x0A, 0x0D, 0x20, 0x09: position += 1
            case UInt8(ascii: "\\"):
                var end = position
                while end < text.count, text[end] == UInt8(ascii: "\\") { end += 1 }
                guard end < text.count, text[end] == UInt8(ascii: "n") || text[end] == UInt8(ascii: "r") else {
                    return position
                }
                position = end + 1
            default: return position
            }
        }
        return position
    }

    private static func number(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, digits: Int) -> Int? {
        guard start + digits <= text.count else { return nil }
        var value = 0
        for index in start..<start + digits {
            switch text[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | Int(text[index] - 0x30)
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | Int(text[index] - 0x57)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | Int(text[index] - 0x37)
            default: return nil
            }
        }
        return value
    }

    /// The part of a secret's base64 that does not depend on what stands around it: three bytes make four digits, so
    /// there are three ways in which the secret can lie in the grid.
    private static func base64Core(of secret: [UInt8], shift: Int) -> [UInt8] {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let bytes = [UInt8](repeating: 0, count: shift) + secret
        return ((shift * 8 + 5) / 6..<bytes.count * 8 / 6).map { index in
            let bit = index * 6
            let high = Int(bytes[bit / 8]) << 8
            let low = bit / 8 + 1 < bytes.count ? Int(bytes[bit / 8 + 1]) : 0
            return digits[(high | low) >> (10 - bit % 8) & 63]
        }
    }
}
