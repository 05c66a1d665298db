#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An amount of money, exact to the digit.
public struct Money: Sendable, Hashable {
    /// How much, in units of the currency: 0.0025 is a quarter of a cent, if it is dollars.
    public var amount: Decimal
    /// The currency, by its ISO 4217 code.
    public var currency: String

    /// Makes an amount; in US dollars, the currency in which every provider known here bills, if no other is given.
    public init(_ amount: Decimal, currency: String = "USD") {
        self.amount = amount
        self.currency = currency
    }

    /// The sum of two amounts; `nil` if their currencies differ, because nothing here knows a rate.
    public static func sum(_ left: Money, _ right: Money) -> Money? {
        left.currency == right.currency ? Money(left.amount + right.amount, currency: left.currency) : nil
    }
}

extension Money: CustomStringConvertible {
    /// The amount and the currency, such as `0.0025 USD`.
    public var description: String { "\(amount) \(currency)" }
}
