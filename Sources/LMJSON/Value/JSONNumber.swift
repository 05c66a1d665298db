/// A JSON number as it was written.
public struct JSONNumber: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    enum Storage: Sendable, Hashable {
        case int(Int64)
        case double(Double)
        case text(String)
    }
    let storage: Storage

    init(storage: Storage) { self.storage = storage }

    public init(_ value: some BinaryInteger) {
        storage = Int64(exactly: value).map(Storage.int) ?? .text(String(value))
    }
    /// `nil` where the value is not finite.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        storage = .double(value)
    }
    public init(integerLiteral value: Int64) { storage = .int(value) }

    public var intValue: Int? {
        switch storage {
        case .int(let value): Int(exactly: value)
        case .double(let value): Int(exactly: value)
        case .text(let text): Int(text)
        }
    }
    public var doubleValue: Double {
        switch storage {
        case .int(let value): Double(value)
        case .double(let value): value
        case .text(let text): Double(text) ?? .nan
        }
    }
    public var description: String {
        switch storage {
        case .int(let value): String(value)
        case .double(let value): String(value)
        case .text(let text): text
        }
    }
}
