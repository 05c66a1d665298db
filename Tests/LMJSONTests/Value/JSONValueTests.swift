import LMJSON
import Testing

@Suite struct JSONValueTests {
    @Test func `strings are equal by scalars and not by canonical equivalence`() {
        let composed: JSONValue = "\u{E9}"
        let decomposed: JSONValue = "e\u{301}"
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(JSONValue.string("long enough to be on the heap é") == .string("long enough to be on the heap é"))
    }

    @Test func `keys of an object are told apart by scalars`() throws {
        let value = try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}")
        #expect(value["\u{E9}"] == 1)
        #expect(value["e\u{301}"] == 2)
        #expect(value != .object(JSONObject([.init(key: "\u{E9}", value: 1), .init(key: "\u{E9}", value: 2)])))
    }

    @Test func `a key that stands twice is kept and looked up as the last`() throws {
        var object = try #require(try JSONValue(parsing: #"{"a":1,"b":2,"a":3}"#).objectValue)
        #expect(object["a"] == 3)
        #expect(object.keys == ["a", "b", "a"])
        object["a"] = 4
        #expect(JSONValue.object(object).text() == #"{"a":1,"b":2,"a":4}"#)
        object["a"] = nil
        #expect(JSONValue.object(object).text() == #"{"b":2}"#)
        object["c"] = [nil]
        object.append(key: "c", value: false)
        #expect(JSONValue.object(object).text() == #"{"b":2,"c":[null],"c":false}"#)
    }

    @Test func `kinds and accessors agree`() {
        let values: [(JSONValue, JSONKind)] = [
            (nil, .null), (true, .bool), (1, .number), ("a", .string), ([1], .array), (["a": 1], .object),
        ]
        for (value, kind) in values {
            #expect(value.kind == kind)
            #expect(value.isNull == (kind == .null))
            #expect((value.boolValue != nil) == (kind == .bool))
            #expect((value.intValue != nil) == (kind == .number))
            #expect((value.doubleValue != nil) == (kind == .number))
            #expect((value.stringValue != nil) == (kind == .string))
            #expect((value.arrayValue != nil) == (kind == .array))
            #expect((value.objectValue != nil) == (kind == .object))
            #expect((value["a"] != nil) == (kind == .object))
            #expect((value[0] != nil) == (kind == .array))
        }
        #expect(JSONValue.array([1])[1] == nil)
        #expect(JSONValue.array([1])[-1] == nil)
    }

    @Test func `objects are equal in order, canonical forms whatever the order`() {
        let left: JSONValue = ["a": 1, "b": [1.0, "x"]]
        let right: JSONValue = ["b": [1, "x"], "a": 1]
        #expect(left != right)
        #expect(left.bytes(.canonical) == right.bytes(.canonical))
    }
}
