import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONNumber {
    /// The number with all digits of a decimal; `nil` where that is not a number.
    init?(_ decimal: Decimal) { self.init(text: "\(decimal)") }
}
