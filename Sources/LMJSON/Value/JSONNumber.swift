/// A JSON number that loses nothing of what was written: an integer, a double, or the exact text.
///
/// A number that was read is held as an `Int64` where it is written as one, as a `Double` where the shortest text that
/// names that double is the text that was written, and as its text otherwise. So `12345678901234567890`, `1e400`, `-0`,
/// `1E2` and `0.10` are written again as they were read.
///
/// Two numbers are equal if they stand for the same decimal value, however they are written: `1`, `1.0` and `10e-1` are
/// equal, and so are `0` and `-0`. A double stands for the shortest decimal that names it. This is the equality that the
/// canonical form shows. (Exponents of 10^17 and more are compared as text.)
public struct JSONNumber: Sendable {
    enum Storage: Sendable {
        case int(Int64)
        /// Always finite.
        case double(Double)
        /// Text after the grammar of RFC 8259, section 6.
        case text(String)
    }

    let storage: Storage

    init(storage: Storage) { self.storage = storage }

    /// Makes a number from an integer of any size.
    public init(_ value: some BinaryInteger) {
        storage = Int64(exactly: value).map(Storage.int) ?? .text(String(value))
    }

    /// Makes a number from a double; `nil` where it is not finite, which JSON cannot express.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        storage = .double(value)
    }

    /// Makes a number from its JSON text; `nil` where that breaks the grammar.
    public init?(text: String) {
        // White space and a byte order mark, which the reader would skip, are no part of a number.
        guard let first = text.utf8.first, JSONKind(firstByte: first) == .number else { return nil }
        let number = try? JSONReader.read(Array(text.utf8)) { reader throws(JSONError) in
            let number = try reader.number()
            return reader.offset == reader.count ? number : nil
        }
        guard let number = number ?? nil else { return nil }
        self = number
    }

    /// The value, where it is a whole number that fits; `1.0` and `1e2` are whole numbers.
    public var intValue: Int? { integer(as: Int.self) }

    /// The value as an integer of a type; `nil` where it is not whole or does not fit.
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
        switch storage {
        case .int(let value): return Integer(exactly: value)
        // Up to 2^53 the shortest decimal of a whole double is its value; above it, the decimal counts.
        case .double(let value) where value.magnitude <= 0x1p53: return Integer(exactly: value)
        case .double, .text: return JSONDecimal(self)?.integer(as: type)
        }
    }

    /// The nearest double; infinite where the value is beyond the range of doubles, as `1e400` is.
    public var doubleValue: Double {
        switch storage {
        case .int(let value): Double(value)
        case .double(let value): value
        case .text(let text): Double(text) ?? .nan
        }
    }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
    /// Makes a number from a literal.
    public init(integerLiteral value: Int64) { self.init(value) }
}

extension JSONNumber: CustomStringConvertible {
    /// The JSON text: what was written where the number was read, else the shortest that names the value.
    public var description: String {
        switch storage {
        case .int(let value): String(value)
        case .double(let value): value.description
        case .text(let text): text
        }
    }
}

extension JSONNumber: Hashable {
    /// Whether both stand for the same decimal value.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        switch (left.storage, right.storage) {
        case (.int(let left), .int(let right)): return left == right
        case (.double(let left), .double(let right)): return left == right
        default:
            guard let leftDecimal = JSONDecimal(left), let rightDecimal = JSONDecimal(right) else {
                return JSONDecimal(left) == nil && JSONDecimal(right) == nil && left.description == right.description
            }
            return leftDecimal == rightDecimal
        }
    }

    /// Hashes the decimal value.
    public func hash(into hasher: inout Hasher) {
        if let value = integer(as: Int64.self) {
            hasher.combine(value)
        } else if let decimal = JSONDecimal(self) {
            hasher.combine(decimal)
        } else {
            hasher.combine(description)
        }
    }
}
