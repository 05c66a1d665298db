import LMJSON
import Testing

@Suite struct JSONPointerTests {
    @Test func `keys are escaped in the text`() {
        let pointer = JSONPointer([.key("a/b"), .index(3), .key("~1"), .key("")])
        #expect(pointer.description == "/a~1b/3/~01/")
        #expect(JSONPointer().description == "")
    }

    @Test func `a pointer leads to a value`() throws {
        let value = try JSONValue(parsing: #"{"a":1,"a":[{"b":null}]}"#)
        #expect(value[JSONPointer()] == value)
        #expect(value[JSONPointer([.key("a"), .index(0), .key("b")])] == .some(.null))
        #expect(value[JSONPointer([.key("a"), .index(1)])] == .none)
        #expect(value[JSONPointer([.index(0)])] == .none)
    }

    @Test func `keys that differ by normalization only are two pointers`() {
        #expect(JSONPointer([.key("\u{E9}")]) != JSONPointer([.key("e\u{301}")]))
        #expect(Set([JSONPointer([.key("\u{E9}")]), JSONPointer([.key("e\u{301}")])]).count == 2)
    }
}
