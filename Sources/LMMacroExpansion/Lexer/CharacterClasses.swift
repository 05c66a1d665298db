func isLineBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "f"))
}

private func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") }

/// Whether a byte may stand in a name without backticks.
func isWordByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
}

extension Lexer {
    /// Whether an identifier may start with the character at a place of which this is the first byte. Characters
    /// beyond ASCII count as letters, except the few that operators are made of.
    func isIdentifierHead(_ byte: UInt8) -> Bool {
        isLetter(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
            || (byte >= 0x80 && unicodeOperatorLength(at: position) == 0)
    }

    func isIdentifierBody(_ byte: UInt8) -> Bool {
        if byte >= 0x80 { return byte < 0xC0 || unicodeOperatorLength(at: position) == 0 }
        return isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }

    func isOperatorHead(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"),
            UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "!"), UInt8(ascii: "&"),
            UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "?"), UInt8(ascii: "."):
            true
        default:
            byte >= 0x80 && unicodeOperatorLength(at: position) > 0
        }
    }

    /// The number of bytes of the operator character beyond ASCII at a place; 0 where there is none.
    func unicodeOperatorLength(at place: Int) -> Int {
        let bytes = (source.byte(place), source.byte(place + 1), source.byte(place + 2))
        let scalar: UInt32
        let length: Int
        switch bytes.0 {
        case 0xC2...0xDF:
            scalar = UInt32(bytes.0 & 0x1F) << 6 | UInt32(bytes.1 & 0x3F)
            length = 2
        case 0xE0...0xEF:
            scalar = UInt32(bytes.0 & 0x0F) << 12 | UInt32(bytes.1 & 0x3F) << 6 | UInt32(bytes.2 & 0x3F)
            length = 3
        default:
            return 0
        }
        // The operator characters of The Swift Programming Language, "Lexical Structure".
        switch scalar {
        case 0xA1...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0...0xB1, 0xB6, 0xBB, 0xBF, 0xD7, 0xF7, 0x2016...0x2017,
            0x2020...0x2027, 0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E, 0x2190...0x23FF,
            0x2500...0x2775, 0x2794...0x2BFF, 0x2E00...0x2E7F, 0x3001...0x3003, 0x3008...0x3030:
            return length
        default:
            return 0
        }
    }
}
