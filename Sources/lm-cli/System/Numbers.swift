import LMJSON

// Numbers that come from outside, a flag, a file, a server, may be any: reading them and counting with them never traps.

extension Int {
    /// The whole number nearest to a number that may not fit; 0 for what is none.
    init(saturating value: Double) {
        if value.isNaN {
            self = 0
        } else {
            self = Int(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
        }
    }
}

extension Int64 {
    /// The sum, or the largest number there is where it does not fit.
    func addingSaturated(_ other: Int64) -> Int64 { Int64(Int(self).addingSaturated(Int(other))) }
}

extension Sequence<Int> {
    /// The sum, or the largest number there is where it does not fit.
    var saturatedSum: Int { reduce(0) { $0.addingSaturated($1) } }
}

/// How a number is read that somebody wrote.
enum NumberText {
    /// A whole number; `nil` for what is none, or does not fit.
    static func whole(_ text: some StringProtocol) -> Int? { Int(String(text)) }

    /// A finite number; `nil` for what is none.
    static func number(_ text: some StringProtocol) -> Double? {
        guard let number = Double(String(text)), number.isFinite else { return nil }
        return number
    }
}
