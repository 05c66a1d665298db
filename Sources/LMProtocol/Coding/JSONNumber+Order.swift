import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Order by value, exact as far as a decimal of 38 digits goes and as exact as a double beyond.
extension JSONNumber: Comparable {
    public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
        if let left = left.integer(as: Int64.self), let right = right.integer(as: Int64.self) { return left < right }
        if left == right { return false }
        if let left = Decimal(string: left.description), let right = Decimal(string: right.description), left != right {
            return left < right
        }
        return left.doubleValue < right.doubleValue
    }
}

extension JSONNumber {
    /// Whether the number is a whole multiple of another that is above zero. Beyond 38 digits it is taken to be.
    func isMultiple(of step: JSONNumber) -> Bool {
        if let number = integer(as: Int64.self), let step = step.integer(as: Int64.self), step > 0 {
            return number % step == 0
        }
        guard let number = Decimal(string: description), let step = Decimal(string: step.description), step > 0 else {
            return true
        }
        // Both as whole numbers of the smaller one's last digit.
        let scale = Decimal(sign: .plus, exponent: max(0, -number.exponent, -step.exponent), significand: 1)
        guard let whole = Int128("\(number * scale)"), let wholeStep = Int128("\(step * scale)"), wholeStep > 0 else {
            return true
        }
        return whole % wholeStep == 0
    }
}
