import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONNumber {
    /// Whether the number is less than another: exact as far as a decimal of 38 digits goes, and as exact as a double
    /// beyond.
    func isLess(than other: JSONNumber) -> Bool {
        if let left = integer(as: Int64.self), let right = other.integer(as: Int64.self) { return left < right }
        if self == other { return false }
        if let left = Decimal(string: description), let right = Decimal(string: other.description), left != right {
            return left < right
        }
        return doubleValue < other.doubleValue
    }
}

extension JSONNumber {
    /// Whether the number is a whole multiple of another that is above zero: exact as far as both have 38 digits on one
    /// scale, and as exact as a double beyond.
    func isMultiple(of step: JSONNumber) -> Bool {
        if let number = integer(as: Int64.self), let step = step.integer(as: Int64.self), step > 0 {
            return number % step == 0
        }
        if let number = Decimal(string: description), let step = Decimal(string: step.description) {
            // Both as whole numbers of the smaller one's last digit.
            let scale = Decimal(sign: .plus, exponent: max(0, -number.exponent, -step.exponent), significand: 1)
            if let whole = Int128("\(number * scale)"), let wholeStep = Int128("\(step * scale)"), wholeStep > 0 {
                return whole % wholeStep == 0
            }
        }
        return doubleValue.truncatingRemainder(dividingBy: step.doubleValue) == 0
    }
}
