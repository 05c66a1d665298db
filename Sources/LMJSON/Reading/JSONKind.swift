/// The six kinds of JSON value.
public enum JSONKind: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object

    /// The kind as a word.
    public var description: String { rawValue }

    /// The kind of value that begins with a byte; `nil` where none does.
    init?(firstByte byte: UInt8) {
        switch byte {
        case UInt8(ascii: "{"): self = .object
        case UInt8(ascii: "["): self = .array
        case UInt8(ascii: "\""): self = .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool
        case UInt8(ascii: "n"): self = .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
        default: return nil
        }
    }

    /// Whether a value of this kind begins with a byte.
    @inline(__always)
    func begins(with byte: UInt8) -> Bool {
        switch self {
        case .null: byte == UInt8(ascii: "n")
        case .bool: byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f")
        case .number: byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10
        case .string: byte == UInt8(ascii: "\"")
        case .array: byte == UInt8(ascii: "[")
        case .object: byte == UInt8(ascii: "{")
        }
    }
}
