import LMJSON

/// Numbers of tokens and prices as a person reads them.
enum Amount {
    /// A number of tokens: exact below a thousand, then in thousands.
    static func tokens(_ tokens: Int) -> String {
        if tokens < 1000 { return String(tokens) }
        if tokens >= 1_000_000 {
            let tenths = tokens.addingSaturated(50_000) / 100_000
            return tenths % 10 == 0 ? "\(tenths / 10)M" : "\(tenths / 10).\(tenths % 10)M"
        }
        let hundreds = (tokens + 50) / 100
        if hundreds >= 1000 { return "\((tokens + 500) / 1000)k" }
        return hundreds % 10 == 0 ? "\(hundreds / 10)k" : "\(hundreds / 10).\(hundreds % 10)k"
    }

    /// A price from ticks of 10⁻¹⁰ US dollars, to four places at least and never rounded to nothing.
    static func price(_ ticks: Int64) -> String {
        let sign = ticks < 0 ? "-" : ""
        let ticks = ticks.magnitude
        let whole = ticks / 10_000_000_000
        let fraction = String(ticks % 10_000_000_000)
        let digits = String(repeating: "0", count: 10 - fraction.count) + fraction
        // Two digits that count, and four places in any case.
        let leadingZeros = whole > 0 ? 0 : digits.prefix { $0 == "0" }.count
        let places = min(10, max(4, leadingZeros < 10 ? leadingZeros + 2 : 4))
        return "\(sign)$\(whole).\(digits.prefix(places))"
    }
}
