extension Int {
    /// The sum, or the nearest number that there is: counts from outside are whatever a server, or a hand, wrote, and a
    /// sum of them must not trap.
    package func addingSaturated(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other > 0 ? .max : .min) : sum
    }
}
