/// The value of a number as a decimal in its one normal form: `0.` followed by `digits`, times ten to `exponent`.
///
/// Neither the first nor the last digit is zero; zero has no digits, no sign and the exponent 0.
struct JSONDecimal: Hashable {
    private(set) var isNegative: Bool
    /// ASCII digits.
    private(set) var digits: ArraySlice<UInt8>
    private(set) var exponent: Int

    /// `nil` where the exponent has 18 digits or more: such a number is only known by its text.
    init?(_ number: JSONNumber) {
        // The text of a number is valid by construction.
        let text = Array(number.description.utf8)
        isNegative = text.first == UInt8(ascii: "-")
        var rest = text[(isNegative ? 1 : 0)...]
        exponent = 0
        if let mark = rest.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
            let written = rest[(mark + 1)...]
            rest = rest[..<mark]
            let sign = written.first == UInt8(ascii: "-") ? -1 : 1
            let magnitude = written.drop { $0 <= UInt8(ascii: "0") }
            if magnitude.count < 18 {
                exponent = sign * magnitude.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            } else if rest.contains(where: { $0 > UInt8(ascii: "0") }) {
                return nil
            }
        }
        if let point = rest.firstIndex(of: UInt8(ascii: ".")) {
            exponent += point - rest.startIndex
            digits = rest[..<point] + rest[(point + 1)...]
        } else {
            exponent += rest.count
            digits = rest
        }
        let leading = digits.prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeFirst(leading)
        exponent -= leading
        digits.removeLast(digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count)
        if digits.isEmpty {
            exponent = 0
            isNegative = false
        }
    }

    /// The value as an integer; `nil` where it is not whole or does not fit.
    func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
        if digits.isEmpty { return 0 }
        // The exponent is the number of digits before the point; a bit is worth less than a digit.
        guard exponent >= digits.count, exponent <= Integer.bitWidth else { return nil }
        var value: Integer = 0
        for index in 0..<exponent {
            let digit = index < digits.count ? Integer(digits[digits.startIndex + index] - 0x30) : 0
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            // Built up on its own side of zero, because the least integer has no positive counterpart.
            let (sum, carry) =
                isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            if overflow || carry { return nil }
            value = sum
        }
        return value
    }

    /// Appends the text that ECMAScript gives the number, which RFC 8785 makes the canonical one.
    func write(to output: inout [UInt8]) {
        guard !digits.isEmpty else {
            output.append(UInt8(ascii: "0"))
            return
        }
        if isNegative { output.append(UInt8(ascii: "-")) }
        let zero = UInt8(ascii: "0")
        let point = UInt8(ascii: ".")
        if exponent > 21 || exponent < -5 {
            output += digits.prefix(1)
            if digits.count > 1 {
                output.append(point)
                output += digits.dropFirst()
            }
            output.append(UInt8(ascii: "e"))
            if exponent > 0 { output.append(UInt8(ascii: "+")) }
            output += String(exponent - 1).utf8
        } else if exponent <= 0 {
            output += [zero, point]
            output.append(contentsOf: repeatElement(zero, count: -exponent))
            output += digits
        } else {
            output += digits.prefix(exponent)
            if exponent >= digits.count {
                output.append(contentsOf: repeatElement(zero, count: exponent - digits.count))
            } else {
                output.append(point)
                output += digits.dropFirst(exponent)
            }
        }
    }
}
