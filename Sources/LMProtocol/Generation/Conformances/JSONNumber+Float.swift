import LMJSON

extension JSONNumber {
    /// The number with the digits that tell a `Float` apart, not those of the `Double` nearest to it; `nil` where it is
    /// not finite.
    init?(shortest value: Float) {
        guard value.isFinite, let digits = Double("\(value)") else { return nil }
        self.init(digits)
    }
}
