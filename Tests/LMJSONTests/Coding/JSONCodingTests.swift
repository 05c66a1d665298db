import LMJSON
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct JSONCodingTests {
    private enum Shape: String, Codable { case round, square }

    private struct Item: Codable, Equatable {
        var zulu: Int
        var alpha: String?
        var list: [Double]
        var nested: [[Bool]]
        var shape: Shape
        var table: [String: Int]
        var any: JSONValue
        var big: UInt64
        var small: Int8
    }

    private class Base: Codable { var base = 1 }
    private final class Derived: Base {
        var own = "x"
        private enum CodingKeys: String, CodingKey { case own }
        override init() { super.init() }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            own = try container.decode(String.self, forKey: .own)
            try super.init(from: container.superDecoder())
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(own, forKey: .own)
            try super.encode(to: container.superEncoder())
        }
    }

    private let item = Item(
        zulu: 1, alpha: "a", list: [0.5, 1], nested: [[true], []], shape: .square, table: ["z": 1, "b": 2, "é": 3],
        any: ["k": [1.0, nil]], big: .max, small: -128)

    @Test func `members are in the order of the declaration, dictionaries sorted`() throws {
        let value = try JSONValue.encoding(item)
        #expect(
            value.text() == #"""
                {"zulu":1,"alpha":"a","list":[0.5,1.0],"nested":[[true],[]],"shape":"square","table":{"b":2,"z":1,"é":3},"any":{"k":[1.0,null]},"big":18446744073709551615,"small":-128}
                """#)
        #expect(try value.decode(Item.self) == item)
    }

    @Test func `what encodes to one value does so at the top, too`() throws {
        #expect(try JSONValue.encoding("x") == "x")
        #expect(try JSONValue.encoding([1, nil, 3]) == [1, nil, 3])
        #expect(try JSONValue.encoding(Shape.round) == "round")
        #expect(try JSONValue.encoding(Int128.max).text() == "170141183460469231731687303715884105727")
        #expect(try JSONValue.encoding(Float(0.1)).text() == "0.1")
        #expect(try JSONValue.encoding(Optional<Int>.none) == nil)
    }

    @Test func `a superclass is coded under its key`() throws {
        let value = try JSONValue.encoding(Derived())
        #expect(value.text() == #"{"own":"x","super":{"base":1}}"#)
        #expect(try value.decode(Derived.self).base == 1)
    }

    @Test func `a date is coded as Codable says`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 12.5)
        #expect(try JSONValue.encoding(date).text() == "12.5")
        #expect(try JSONValue.encoding(date).decode(Date.self) == date)
        #expect(try JSONValue.encoding(Data([1, 255])).text() == "[1,255]")
    }

    @Test func `exact numbers decode as far as the type holds them`() throws {
        func decode<Value: Decodable>(_ text: String, _ type: Value.Type) throws -> Value {
            try JSONValue(parsing: text).decode(type)
        }
        #expect(try decode("18446744073709551615", UInt64.self) == .max)
        #expect(try decode("1.0", Int.self) == 1)
        #expect(try decode("1E2", UInt8.self) == 100)
        #expect(try decode("9007199254740993", Int.self) == 9_007_199_254_740_993)
        #expect(try decode("1e-400", Double.self) == 0)
        #expect(try decode("16777217", Float.self) == 16_777_216)
        #expect(try decode("[null,1]", [Int?].self) == [nil, 1])
    }

    private func failure<Value: Decodable>(_ text: String, _ type: Value.Type) throws -> DecodingError? {
        let value = try JSONValue(parsing: text)
        do {
            _ = try value.decode(type)
            return nil
        } catch let error as DecodingError { return error }
    }

    @Test func `what does not fit is an error with its coding path`() throws {
        struct Outer: Decodable { var items: [Inner] }
        struct Inner: Decodable { var count: Int }
        for (text, message) in [
            (#"{"items":[{"count":1},{"count":1.5}]}"#, "the number 1.5 does not fit Int"),
            (#"{"items":[{"count":1},{"count":1e400}]}"#, "the number 1e400 does not fit Int"),
            (#"{"items":[{"count":1},{"count":"1"}]}"#, "expected number, found string"),
            (#"{"items":[{"count":1},{"count":null}]}"#, "expected number, found null"),
        ] {
            let context: DecodingError.Context =
                switch try #require(try failure(text, Outer.self)) {
                case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
                    .keyNotFound(_, let context):
                    context
                @unknown default: throw CancellationError()
                }
            #expect(context.codingPath.map(\.stringValue) == ["items", "Index 1", "count"])
            #expect(context.debugDescription == message)
        }
        guard case .keyNotFound(let key, let context)? = try failure(#"{"items":[{}]}"#, Outer.self) else {
            Issue.record("no error")
            return
        }
        #expect(key.stringValue == "count")
        #expect(context.codingPath.count == 2)
        #expect(try failure("[]", Outer.self) != nil)
        #expect(try failure("1e400", Double.self) != nil)
        #expect(try failure("true", Int.self) != nil)
        #expect(try failure("1", Bool.self) != nil)
    }

    @Test func `a number that is not finite is an error with its coding path`() {
        do {
            _ = try JSONValue.encoding(["a": [1, Double.nan]])
            Issue.record("no error")
        } catch EncodingError.invalidValue(_, let context) {
            #expect(context.codingPath.map(\.stringValue) == ["a", "Index 1"])
        } catch { Issue.record("\(error)") }
        #expect(throws: EncodingError.self) { try JSONValue.encoding(-Float.infinity) }
    }

    @Test func `a type that contradicts itself or encodes nothing is an error`() {
        struct Both: Encodable {
            func encode(to encoder: any Encoder) throws {
                _ = encoder.unkeyedContainer()
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(1, forKey: .a)
            }
            enum Key: CodingKey { case a }
        }
        struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
        #expect(throws: EncodingError.self) { try JSONValue.encoding(Both()) }
        #expect(throws: EncodingError.self) { try JSONValue.encoding(Nothing()) }
    }

    @Test func `endless nesting is an error`() {
        final class Loop: Encodable {
            enum Key: CodingKey { case next }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(self, forKey: .next)
            }
        }
        #expect(throws: EncodingError.self) { try JSONValue.encoding(Loop()) }
    }

    @Test func `keys that differ by normalization only are decoded apart`() throws {
        struct Keys: Decodable {
            var composed: Int
            var decomposed: Int
            enum CodingKeys: String, CodingKey {
                case composed = "\u{E9}"
                case decomposed = "e\u{301}"
            }
        }
        let keys = try JSONValue(parsing: "{\"e\u{301}\":2,\"\u{E9}\":1}").decode(Keys.self)
        #expect(keys.composed == 1)
        #expect(keys.decomposed == 2)
    }

    @Test func `of equal keys the last is decoded`() throws {
        #expect(try JSONValue(parsing: #"{"a":1,"a":2}"#).decode([String: Int].self) == ["a": 2])
        let many = "{" + (0..<5_000).map { "\"\($0)\":\($0)" }.joined(separator: ",") + ",\"0\":7}"
        let decoded = try JSONValue(parsing: many).decode([String: Int].self)
        #expect(decoded.count == 5_000)
        #expect(decoded["0"] == 7)
    }

    @Test func `user information reaches the coded type`() throws {
        struct Informed: Codable {
            var text: String
            static let key = CodingUserInfoKey(rawValue: "k")
            init() { text = "" }
            init(from decoder: any Decoder) throws {
                text = Self.key.flatMap { decoder.userInfo[$0] as? String } ?? "none"
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(Self.key.flatMap { encoder.userInfo[$0] as? String } ?? "none")
            }
        }
        let key = try #require(Informed.key)
        #expect(try JSONValue.encoding(Informed(), userInfo: [key: "in"]) == "in")
        #expect(try JSONValue.null.decode(Informed.self, userInfo: [key: "out"]).text == "out")
    }

    @Test func `a value passes through Foundation's coders`() throws {
        let value = try JSONValue(
            parsing:
                #"{"a":[1,-2.5,"x",true,null,{}],"b":18446744073709551615,"c":9007199254740993,"d":170141183460469231731687303715884105727}"#
        )
        let data = try JSONEncoder().encode(value)
        let parsed = try JSONValue(parsing: data)
        #expect(JSONDifference.between(parsed, value) == [])
        let decoded = try JSONDecoder().decode(JSONValue.self, from: data)
        #expect(JSONDifference.between(decoded, value) == [])
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([JSONValue(parsing: "1e400")]) }
    }
}
