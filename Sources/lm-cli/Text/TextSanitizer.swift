/// Makes text from a model, a tool, a server or a file safe to show on a terminal.
///
/// Whatever could move the cursor, change the screen, reach the clipboard or reorder what is read becomes visible
/// instead. Text comes in pieces; the result does not depend on where they were cut.
struct TextSanitizer: Sendable {
    /// How control characters are made visible.
    enum Notation: Sendable {
        /// `␛`, the Unicode pictures.
        case pictures
        /// `^[`.
        case carets
    }
    private let notation: Notation
    /// A carriage return stands before a line feed as often as not, so that it waits for what follows.
    private var heldReturn = false

    /// Makes a sanitiser for one text.
    init(notation: Notation = .pictures) { self.notation = notation }

    /// The next piece of the text, made safe.
    mutating func sanitize(_ piece: String) -> String {
        if !heldReturn, Self.isHarmless(piece) { return piece }
        var result = String.UnicodeScalarView()
        for scalar in piece.unicodeScalars {
            if heldReturn {
                heldReturn = false
                if scalar != "\n" { append("\r", to: &result) }
            }
            if scalar == "\r" { heldReturn = true } else { append(scalar, to: &result) }
        }
        return String(result)
    }

    /// What is left when the text has ended.
    mutating func finish() -> String {
        guard heldReturn else { return "" }
        heldReturn = false
        var result = String.UnicodeScalarView()
        append("\r", to: &result)
        return String(result)
    }

    /// A whole text, made safe, with its lines kept.
    static func sanitized(_ text: String, notation: Notation = .pictures) -> String {
        var sanitizer = TextSanitizer(notation: notation)
        let start = sanitizer.sanitize(text)
        return start + sanitizer.finish()
    }

    /// A whole text as one line: white space becomes single spaces, and what is longer than `limit` characters is cut.
    static func line(_ text: String, limit: Int = .max, notation: Notation = .pictures) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let safe = sanitized(words, notation: notation)
        return safe.count > limit ? safe.prefix(max(0, limit - 1)) + "…" : safe
    }

    /// Whether a terminal, or whoever reads it, takes a character for more than what it looks like: controls, what turns
    /// the direction of reading, invisible tags.
    static func isActive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFB,
            0xE0000...0xE007F:
            true
        default: false
        }
    }

    /// JSON text in which nothing is active: such characters stand in strings only, and are escaped there.
    static func json(_ text: String) -> String {
        guard !isHarmless(text) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard isActive(scalar) else {
                result.append(scalar)
                continue
            }
            for unit in Unicode.UTF16.encode(scalar) ?? .init() {
                let digits = String(unit, radix: 16)
                result.append(
                    contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars)
            }
        }
        return String(result)
    }

    /// Whether the text has no byte that a dangerous character could start with. `0xC2` starts C1 controls, `0xD8` and
    /// `0xE2` the bidirectional controls, `0xEF` marks of annotation, `0xF3` the invisible tags.
    private static func isHarmless(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case 0x0A, 0x09, 0x20...0x7E: true
            case 0x00...0x1F, 0x7F, 0xC2, 0xD8, 0xE2, 0xEF, 0xF3: false
            default: true
            }
        }
    }

    private func append(_ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView) {
        switch scalar.value {
        case 0x09, 0x0A: result.append(scalar)
        case 0x00...0x1F, 0x7F: appendControl(UInt8(truncatingIfNeeded: scalar.value), to: &result)
        case 0x80...0x9F:
            // A C1 control is an escape and the letter 0x40 below it.
            appendControl(0x1B, to: &result)
            result.append(Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value - 0x40)))
        case _ where Self.isActive(scalar):
            result.append(contentsOf: "<U+\(String(scalar.value, radix: 16, uppercase: true))>".unicodeScalars)
        default: result.append(scalar)
        }
    }

    private func appendControl(_ byte: UInt8, to result: inout String.UnicodeScalarView) {
        switch notation {
        case .carets: result.append(contentsOf: ["^", Unicode.Scalar(byte ^ 0x40)])
        case .pictures:
            let picture = byte == 0x7F ? 0x2421 : 0x2400 + UInt32(byte)
            result.append(Unicode.Scalar(picture) ?? "\u{FFFD}")
        }
    }
}
