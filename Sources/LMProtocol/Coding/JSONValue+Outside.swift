import LMJSON

/// Numbers of a server, read the one way in which none can do harm.
extension JSONValue {
    /// A count of tokens or the like. What is less than nothing is nothing, what is too large is the largest number
    /// there is, and a fraction is left out; `nil` for anything but a number.
    package var countValue: Int? {
        guard let number = numberValue else { return nil }
        if let value = number.intValue { return max(0, value) }
        let value = number.doubleValue
        guard value > 0 else { return 0 }
        return Int(exactly: value.rounded(.down)) ?? .max
    }

    /// The position of an item in a list; `nil` for anything but a whole number that a list can have.
    package var positionValue: Int? { numberValue?.positionValue }
}

extension JSONNumber {
    /// The position of an item in a list; `nil` for anything but a whole number that a list can have.
    package var positionValue: Int? {
        guard let position = intValue, (0..<Self.positionLimit).contains(position) else { return nil }
        return position
    }

    /// No answer has so many parts; a position from here on is a mistake of the server's.
    private static let positionLimit = 1 << 20
}
