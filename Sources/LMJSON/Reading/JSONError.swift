/// Why bytes are not the JSON that was asked for, and where.
public struct JSONError: Error, Hashable, Sendable {
    /// What is wrong at the offset.
    public enum Reason: Hashable, Sendable {
        /// The bytes end inside a value.
        case endOfInput
        /// A byte that may not stand here.
        case unexpectedByte(UInt8)
        /// Something other than white space follows the value.
        case trailingByte(UInt8)
        /// A number that breaks the grammar, as `01`, `1.` or `+1` do.
        case invalidNumber
        /// A word other than `true`, `false` or `null`.
        case invalidLiteral
        /// A backslash that begins none of the escapes of RFC 8259.
        case invalidEscape
        /// A control character inside a string that is not escaped.
        case controlCharacter(UInt8)
        /// The bytes that begin here are not UTF-8.
        case invalidUTF8
        /// The value is nested deeper than the limit.
        case tooDeep(limit: Int)
        /// The value is well-formed but of another kind than was asked for.
        case wrongKind(expected: JSONKind, found: JSONKind)
        /// The number is no whole number, or does not fit the integer that was asked for.
        case notAnInteger
    }

    /// The offset in bytes, from the start of the document, at which the input goes wrong.
    public let offset: Int
    /// What is wrong there.
    public let reason: Reason

    /// Makes an error.
    public init(offset: Int, reason: Reason) {
        self.offset = offset
        self.reason = reason
    }
}

extension JSONError: CustomStringConvertible {
    /// The reason and the place in one line; nothing of the document but the offending byte.
    public var description: String { "\(reason) at byte \(offset)" }
}

extension JSONError.Reason: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .endOfInput: "the JSON ends inside a value"
        case .unexpectedByte(let byte): "unexpected \(Self.name(of: byte))"
        case .trailingByte(let byte): "\(Self.name(of: byte)) after the end of the value"
        case .invalidNumber: "malformed number"
        case .invalidLiteral: "malformed literal (true, false and null are the only ones)"
        case .invalidEscape: "malformed escape in a string"
        case .controlCharacter(let byte): "\(Self.name(of: byte)) in a string must be escaped"
        case .invalidUTF8: "invalid UTF-8"
        case .tooDeep(let limit): "nested deeper than \(limit) levels"
        case .wrongKind(let expected, let found): "expected \(expected), found \(found)"
        case .notAnInteger: "the number is not an integer in range"
        }
    }

    private static func name(of byte: UInt8) -> String {
        switch byte {
        case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
        case 0x20: "space"
        default:
            "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
}
