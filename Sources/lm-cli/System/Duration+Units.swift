extension Duration {
    /// The whole milliseconds of it, rounded down.
    var wholeMilliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }

    /// The seconds of it, with their fraction.
    var secondsValue: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }

    /// The time as a person reads it: `12 ms`, `0.2 s`, `12 s`, `2 min 5 s`.
    var readable: String {
        let seconds = secondsValue
        if seconds < 0.0995 { return "\(Int((seconds * 1000).rounded())) ms" }
        if seconds < 9.95 { return "\((seconds * 10).rounded() / 10) s" }
        if seconds < 119.5 { return "\(Int(seconds.rounded())) s" }
        let whole = Int(seconds.rounded())
        return whole % 60 == 0 ? "\(whole / 60) min" : "\(whole / 60) min \(whole % 60) s"
    }
}
