import LMJSON
import Testing

@Suite struct JSONWritingTests {
    @Test func `only quotes, backslashes and control characters are escaped`() {
        let text = "\"\\/\u{8}\u{9}\u{A}\u{C}\u{D}\u{0}\u{1F}\u{7F}é\u{2028}\u{1F600}"
        #expect(JSONValue.string(text).text() == #""\"\\/\b\t\n\f\r\u0000\u001f"# + "\u{7F}é\u{2028}\u{1F600}\"")
    }

    @Test func `an escape is found at every place of a word`() throws {
        for length in 0..<20 {
            for place in 0...length {
                for mark in ["\"", "\\", "\n", "\u{1}", "é", "\u{80}"] {
                    let text =
                        String(repeating: "a", count: place) + mark + String(repeating: "b", count: length - place)
                    let value = JSONValue.string(text)
                    #expect(try JSONValue(parsing: value.bytes()) == value)
                }
            }
        }
    }

    @Test func `pretty output has a line for each part and none for empty containers`() throws {
        let value = try JSONValue(parsing: #"{"a":[1,{"b":[]},{}],"c":"d"}"#)
        let expected = """
            {
              "a": [
                1,
                {
                  "b": []
                },
                {}
              ],
              "c": "d"
            }
            """
        #expect(value.text(.pretty) == expected)
        #expect(try JSONValue(parsing: expected) == value)
    }

    @Test func `canonical output sorts keys by UTF-16 and keeps the last of equal keys`() throws {
        // The order of RFC 8785, section 3.2.3.
        let text = """
            {"\u{20AC}":"Euro Sign","\\r":"Carriage Return","\u{FB33}":"Hebrew Letter Dalet With Dagesh","1":"One",\
            "\u{1F600}":"Emoji: Grinning Face","\u{80}":"Control","\u{F6}":"Latin Small Letter O With Diaeresis","1":1e0,\
            "10":0,"":[]}
            """
        let value = try JSONValue(parsing: text)
        let keys = try JSONValue(parsing: value.bytes(.canonical)).objectValue?.keys
        #expect(keys == ["", "\r", "1", "10", "\u{80}", "\u{F6}", "\u{20AC}", "\u{1F600}", "\u{FB33}"])
        #expect(try JSONValue(parsing: value.bytes(.canonical))["1"] == 1)
    }

    @Test func `a writer gives the bytes of its calls`() throws {
        var writer = JSONWriter()
        writer.object { object in
            object.member("model", "grok-4")
            object.member("stream", true)
            object.member("max", 12)
            object.member("temperature", JSONNumber(text: "0.10") ?? 0)
            object.array("input") { array in
                array.object { $0.member("role", "a \"user\"") }
                array.element("x")
                array.element(-3)
                array.element(JSONValue.null)
                array.element(raw: Array(#"{"r": 1}"#.utf8))
                array.array { _ in }
            }
            object.object("empty") { _ in }
            object.member("raw", raw: Array("[ ]".utf8))
            object.member("value", ["k": nil] as JSONValue)
        }
        let expected = #"""
            {"model":"grok-4","stream":true,"max":12,"temperature":0.10,"input":[{"role":"a \"user\""},"x",-3,null,{"r": 1},[]],"empty":{},"raw":[ ],"value":{"k":null}}
            """#
        #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    }

    @Test func `a writer appends, and lets errors through`() {
        struct Stop: Error {}
        var writer = JSONWriter(appendingTo: Array("data: ".utf8))
        writer.array { $0.element(1) }
        #expect(writer.bytes == Array("data: [1]".utf8))
        #expect(throws: Stop.self) {
            try writer.object { (_) throws(Stop) in throw Stop() }
        }
    }
}
