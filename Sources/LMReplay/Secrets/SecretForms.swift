/// The forms in which a secret may stand in a text.
///
/// Forms that can be written in many ways (percent, JSON escapes, line breaks in base64) are undone in the text; those
/// that have one spelling (base64, hexadecimal in any case) are looked for as they are.
enum SecretForms {
    /// A name of a form, and its bytes.
    struct Needle {
        var form: String
        var bytes: [UInt8]
        /// Whether capitals count as small letters; the bytes are small ones then.
        var ignoresCase = false
    }

    /// What to look for in a text that was undone.
    static func needles(for secret: [UInt8]) -> [Needle] {
        var needles = [Needle(form: "plain", bytes: secret)]
        for shift in 0..<3 {
            let core = base64Core(of: secret, shift: shift)
            let urlCore = core.map { byte -> UInt8 in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: byte
                }
            }
            needles.append(Needle(form: "base64", bytes: core))
            if urlCore != core { needles.append(Needle(form: "base64url", bytes: urlCore)) }
        }
        let digits = Array("0123456789abcdef".utf8)
        needles.append(
            Needle(
                form: "hex", bytes: secret.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, ignoresCase: true))
        return needles
    }

    /// The part of a secret's base64 that does not depend on what stands around it.
    ///
    /// Three bytes make four digits, so there are three ways in which the secret can lie in the grid.
    private static func base64Core(of secret: [UInt8], shift: Int) -> [UInt8] {
        var text: [UInt8] = []
        Base64.append([UInt8](repeating: 0, count: shift) + secret, to: &text)
        return Array(text[(shift * 8 + 5) / 6..<(shift + secret.count) * 8 / 6])
    }

    /// The text itself first, and then what it says once its escapes are undone.
    static func readings(of text: [UInt8]) -> [[UInt8]] {
        var readings = [text]
        var position = 0
        // JSON inside a JSON string is escaped twice, and an address in it is percent-encoded besides.
        while position < readings.count, readings.count < 8 {
            let reading = readings[position]
            if reading.contains(UInt8(ascii: "\\")) { add(jsonUnescaped(reading), to: &readings) }
            if reading.contains(UInt8(ascii: "%")) { add(percentDecoded(reading), to: &readings) }
            position += 1
        }
        return readings
    }

    /// The text without white space, as base64 that was broken into lines reads; `nil` where it has none.
    static func unwrapped(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var hasSpace = false
        let rest = text.filter { byte in
            let isSpace = byte == 0x0A || byte == 0x0D || byte == 0x20 || byte == 0x09
            hasSpace = hasSpace || isSpace
            return !isSpace
        }
        return hasSpace ? rest : nil
    }

    private static func add(_ reading: [UInt8], to readings: inout [[UInt8]]) {
        if !readings.contains(reading) { readings.append(reading) }
    }

    /// The text with `%xx` undone; what is no such escape stays.
    static func percentDecoded(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var position = 0
        while position < text.count {
            if text[position] == UInt8(ascii: "%"), position + 2 < text.count, let high = digit(text[position + 1]),
                let low = digit(text[position + 2])
            {
                output.append(high << 4 | low)
                position += 3
            } else {
                output.append(text[position])
                position += 1
            }
        }
        return output
    }

    /// The text with the escapes of JSON strings undone, wherever they stand; what is no escape stays.
    static func jsonUnescaped(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var position = 0
        while position < text.count {
            guard text[position] == UInt8(ascii: "\\"), position + 1 < text.count else {
                output.append(text[position])
                position += 1
                continue
            }
            let next = text[position + 1]
            position += 2
            switch next {
            case UInt8(ascii: "n"), UInt8(ascii: "r"): output.append(0x0A)
            case UInt8(ascii: "t"), UInt8(ascii: "b"), UInt8(ascii: "f"): output.append(0x20)
            case UInt8(ascii: "u"):
                let digits = text[position...].prefix(4).compactMap(digit)
                guard digits.count == 4 else {
                    output.append(next)
                    continue
                }
                position += 4
                let unit = digits.reduce(0) { $0 << 4 | UInt32($1) }
                // Secrets are ASCII; of other characters it only matters that they are none.
                output.append(unit < 0x80 ? UInt8(unit) : 0x1A)
            default: output.append(next)
            }
        }
        return output
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
