import LMJSON
import Testing

@Suite struct JSONNumberTests {
    private func number(_ text: String) throws -> JSONNumber { try #require(JSONNumber(text: text)) }

    @Test(arguments: [
        "0", "-0", "1", "-1", "9007199254740993", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
        "18446744073709551615", "123456789012345678901234567890", "0.1", "0.10", "1.0", "-0.0", "0.0", "1E2", "1e2",
        "1e+100", "1e100", "1e400", "-1e400", "1e-400", "0.30000000000000004", "3.14159265358979323846", "0.0001",
        "0.00001", "1e-05", "123456.789", "-12.25", "100.5", "0.12", "1234567890123456.5", "0e0", "0.00", "1.50",
        "5e-324", "2.2250738585072014e-308", "1e99999999999999999999", "123456789012345.6", "0.123456789012345",
    ])
    func `a number is written as it was read`(text: String) throws {
        #expect(try JSONValue(parsing: text).text() == text)
        #expect(try number(text).description == text)
    }

    @Test(arguments: [
        ("1", "1.0"), ("1", "10e-1"), ("0", "-0"), ("0", "-0.0"), ("0", "0e999999999999999999999"), ("100", "1E2"),
        ("0.1", "0.10"), ("0.1", "1e-1"), ("1e400", "10e399"), ("1e400", "1.0E+400"),
        ("9223372036854775808", "9223372036854775808.0"),
        ("9007199254740993", "9007199254740993.0"),
        ("123456789012345678901234567890", "1.2345678901234567890123456789e29"),
        ("1e23", "100000000000000000000000"), ("-5e-7", "-0.0000005"), ("1e5", "1e00000000000000000000005"),
    ])
    func `numbers of one value are equal, hash alike and have one canonical form`(left: String, right: String) throws {
        let (left, right) = (try number(left), try number(right))
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(JSONValue.number(left).text(.canonical) == JSONValue.number(right).text(.canonical))
    }

    @Test(arguments: [
        ("1", "2"), ("1", "-1"), ("9007199254740992", "9007199254740993"), ("9007199254740993", "9007199254740992.0"),
        ("0.1", "0.1000000000000000055511151231257827"), ("1e400", "1e401"), ("1e400", "-1e400"), ("1e-400", "0"),
        ("4611686018427387904", "4.611686018427388e+18"), ("1e99999999999999999999", "1e99999999999999999998"),
    ])
    func `numbers of different values differ`(left: String, right: String) throws {
        let (left, right) = (try number(left), try number(right))
        #expect(left != right)
        #expect(JSONValue.number(left).text(.canonical) != JSONValue.number(right).text(.canonical))
    }

    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("1.0", "1"), ("1E2", "100"), ("0.10", "0.1"), ("1e21", "1e+21"),
        ("1e20", "100000000000000000000"),
        ("123e19", "1.23e+21"), ("0.000001", "0.000001"), ("0.0000001", "1e-7"), ("0.00000123", "0.00000123"),
        ("123.456e1", "1234.56"), ("-1.5e-10", "-1.5e-10"), ("1e400", "1e+400"),
        ("333333333.33333329", "333333333.33333329"),
        ("4.50", "4.5"), ("2e-3", "0.002"), ("1e30", "1e+30"), ("0.000000000000000000000000001", "1e-27"),
    ])
    func `the canonical form is ECMAScript's`(text: String, canonical: String) throws {
        #expect(try JSONValue(parsing: text).text(.canonical) == canonical)
    }

    @Test(arguments: [
        ("1.0", 1), ("1e2", 100), ("-0", 0), ("-0.0", 0), ("9007199254740993.0", 9_007_199_254_740_993),
        ("9223372036854775807e0", Int.max),
        ("-9223372036854775808.0", Int.min), ("4.611686018427388e+18", 4_611_686_018_427_388_000), ("1200e-2", 12),
    ])
    func `whole numbers are integers however they are written`(text: String, value: Int) throws {
        #expect(try number(text).intValue == value)
    }

    @Test(arguments: ["1.5", "1e-1", "1e19", "9223372036854775808", "1e400", "1e99999999999999999999"])
    func `what does not fit is no integer`(text: String) throws {
        #expect(try number(text).intValue == nil)
    }

    @Test func `integers of any width are exact`() throws {
        #expect(try number("18446744073709551615").integer(as: UInt64.self) == .max)
        #expect(try number("-1").integer(as: UInt64.self) == nil)
        #expect(try number("-1.0").integer(as: UInt8.self) == nil)
        #expect(try number("-128.0").integer(as: Int8.self) == -128)
        #expect(try number("128.0").integer(as: Int8.self) == nil)
        #expect(try number("170141183460469231731687303715884105727").integer(as: Int128.self) == .max)
        #expect(JSONNumber(UInt64.max).description == "18446744073709551615")
    }

    @Test(arguments: [
        "", " 1", "1 ", "01", "+1", ".5", "1.", "1e", "-", "NaN", "Infinity", "0x1", "\u{FEFF}1", "1,", "[1]", "1_0",
        "１",
    ])
    func `what is no JSON number is refused`(text: String) {
        #expect(JSONNumber(text: text) == nil)
    }

    @Test func `a double that is not finite is refused`() {
        #expect(JSONNumber(Double.nan) == nil)
        #expect(JSONNumber(-Double.infinity) == nil)
    }

    @Test func `doubles are written in their shortest form and read again as the same`() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let double = Double(bitPattern: random.next())
            guard let number = JSONNumber(double) else { continue }
            #expect(try self.number(number.description).doubleValue == double)
        }
        for digits in 1..<3_000 {
            for places in 1...6 {
                // The fast path for short decimals must agree with the full conversion.
                let text = Self.decimal(digits, places)
                #expect(try number(text).doubleValue == Double(text))
            }
        }
    }

    private static func decimal(_ digits: Int, _ places: Int) -> String {
        var text = String(digits)
        while text.count <= places { text = "0" + text }
        text.insert(".", at: text.index(text.endIndex, offsetBy: -places))
        return text
    }

    @Test func `a long number costs no more than its length`() throws {
        let text = String(repeating: "9", count: 200_000) + "e-100000"
        let number = try number(text)
        #expect(number.description == text)
        #expect(number == number)
        #expect(number.intValue == nil)
    }
}
