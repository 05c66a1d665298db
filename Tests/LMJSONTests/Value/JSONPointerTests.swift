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

    @Test func `a text is read into the keys that it was written of`() throws {
        for text in ["", "/", "/a~1b/3/~01/", "/$defs/City"] { #expect(JSONPointer(text)?.description == text) }
        #expect(JSONPointer("/a~1b/~01")?.tokens == [.key("a/b"), .key("~1")])
        for text in ["a", "#/a", "/a~", "/a~2"] { #expect(JSONPointer(text) == nil) }
    }

    @Test func `a pointer that was read leads into arrays by digits, without zeros in front`() throws {
        let value = try JSONValue(parsing: #"{"a":[7,{"0":8}]}"#)
        func found(_ text: String) -> JSONValue? { JSONPointer(text).flatMap { value[$0] } }
        #expect(found("/a/0") == 7)
        #expect(found("/a/1/0") == 8)
        for text in ["/a/2", "/a/01", "/a/-", "/a/+1", "/a/99999999999999999999"] { #expect(found(text) == nil) }
    }

    @Test func `keys that differ by normalization only are two pointers`() {
        #expect(JSONPointer([.key("\u{E9}")]) != JSONPointer([.key("e\u{301}")]))
        #expect(Set([JSONPointer([.key("\u{E9}")]), JSONPointer([.key("e\u{301}")])]).count == 2)
    }
}
