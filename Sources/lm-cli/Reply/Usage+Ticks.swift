import LMProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Usage {
    /// What it cost in ticks, 10¹⁰ to a US dollar; `nil` if the server did not say so in dollars, or said a number that
    /// nobody pays.
    var costTicks: Int64? {
        guard let cost, cost.currency == "USD", cost.amount.magnitude < 100_000_000 else { return nil }
        return Int64("\(cost.amount * 10_000_000_000)".prefix { $0 != "." })
    }
}
