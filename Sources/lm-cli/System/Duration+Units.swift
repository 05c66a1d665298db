extension Duration {
    /// The whole milliseconds of it, rounded down; the most there are for a time that has more.
    var wholeMilliseconds: Int64 {
        let (seconds, isTooLong) = components.seconds.multipliedReportingOverflow(by: 1000)
        guard !isTooLong else { return components.seconds < 0 ? .min : .max }
        return seconds.addingSaturated(components.attoseconds / 1_000_000_000_000_000)
    }

    /// The seconds of it, with their fraction.
    var secondsValue: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }

    /// The time as a person reads it: `12 ms`, `0.2 s`, `12 s`, `2 min 5 s`.
    var readable: String {
        let seconds = secondsValue
        if seconds < 0.0995 { return "\(Int(saturating: seconds * 1000)) ms" }
        if seconds < 9.95 { return "\((seconds * 10).rounded() / 10) s" }
        if seconds < 119.5 { return "\(Int(saturating: seconds)) s" }
        let whole = Int(saturating: seconds)
        return whole % 60 == 0 ? "\(whole / 60) min" : "\(whole / 60) min \(whole % 60) s"
    }
}
