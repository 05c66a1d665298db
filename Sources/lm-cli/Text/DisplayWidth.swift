/// How many columns of a terminal a text takes: none for what combines or is invisible, two for East Asian wide
/// characters and emoji, one for the rest.
enum DisplayWidth {
    /// The columns of a text.
    static func of(_ text: some StringProtocol) -> Int {
        if isPrintableASCII(text) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The columns of one character as a person sees it.
    static func of(_ character: Character) -> Int {
        if let ascii = character.asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
        var width = 0
        for scalar in character.unicodeScalars {
            // The emoji variation selector makes a symbol of one column an emoji of two.
            if scalar.value == 0xFE0F, width == 1 { return 2 }
            if width == 0 { width = of(scalar) }
        }
        return width
    }

    /// The longest beginning of a text that is no wider than `columns`; at least one character where there is one.
    static func prefix<Text: StringProtocol>(of text: Text, fitting columns: Int) -> Text.SubSequence {
        var end = text.startIndex
        var width = 0
        while end < text.endIndex {
            width += of(text[end])
            if width > columns, end > text.startIndex { break }
            end = text.index(after: end)
        }
        return text[..<end]
    }

    private static func isPrintableASCII(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) ? 0 : 1 }
        if isWide(scalar.value) { return 2 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator, .surrogate:
            return 0
        default:
            return scalar.properties.isEmojiPresentation ? 2 : 1
        }
    }

    /// The blocks of East Asian Width `W` and `F` (Unicode, UAX #11) that are not emoji.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
            0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
            0x20000...0x2FFFD, 0x30000...0x3FFFD:
            true
        default: false
        }
    }
}
