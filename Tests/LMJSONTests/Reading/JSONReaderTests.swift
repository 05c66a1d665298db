import LMJSON
import Testing

@Suite struct JSONReaderTests {
    private enum Field: String, CaseIterable { case type, delta, index = "output_index" }
    private enum Event: String, CaseIterable {
        case text = "response.output_text.delta"
        case refusal = "response.refusal.delta"
    }

    private func read<Result>(
        _ text: String, _ body: (inout JSONReader) throws(JSONError) -> Result
    ) throws(JSONError) -> Result {
        try JSONReader.read(Array(text.utf8), body)
    }

    private func error<Result>(_ text: String, _ body: (inout JSONReader) throws(JSONError) -> Result) -> JSONError? {
        do {
            _ = try read(text, body)
            return nil
        } catch { return error }
    }

    @Test func `an event's fields are read by key and the rest is skipped`() throws {
        let text = #"""
             { "sequence_number" : 7, "logprobs":[{"a":[1,{}]},"]"], "type":"response.output_text.delta",
             "output_index": 3 ,"delta":"h\u00e9\n" , "obfuscation":"xx\"x", "last":{"delta":null}}
            """#
        let fields = JSONNameTable<Field>()
        let events = JSONNameTable<Event>()
        let result = try read(text) { reader throws(JSONError) in
            var event: Event?
            var delta: String?
            var index: Int?
            try reader.beginObject()
            while let field = try reader.nextKey(in: fields) {
                switch field {
                case .type: event = try reader.string(in: events)
                case .delta: delta = try reader.stringOrNil()
                case .index: index = try reader.intOrNil()
                }
            }
            try reader.end()
            return (event, delta, index)
        }
        #expect(result.0 == .text)
        #expect(result.1 == "hé\n")
        #expect(result.2 == 3)
    }

    @Test func `a name outside the table stays readable`() throws {
        let events = JSONNameTable<Event>()
        let text = try read(#""response.other""#) { reader throws(JSONError) in
            let event = try reader.string(in: events)
            #expect(event == nil)
            return try reader.string()
        }
        #expect(text == "response.other")
    }

    @Test func `a key written with escapes equals the key without`() throws {
        let names = try read(#"{"d\u0065lta":1,"\u006futput_index":2}"#) { reader throws(JSONError) in
            var equal = false
            try reader.beginObject()
            if try reader.nextKey() { equal = reader.keyEquals("delta") && !reader.keyEquals("delt") }
            return (equal, try reader.nextKey(in: JSONNameTable<Field>()))
        }
        #expect(names.0)
        #expect(names.1 == .index)
    }

    @Test func `values that are not read are skipped by the next step`() throws {
        let keys = try read(#"{"a":[1,[2]],"b":{"c":{}},"d":"e"}"#) { reader throws(JSONError) in
            var keys: [String] = []
            try reader.beginObject()
            while try reader.nextKey() { keys.append(try reader.keyString()) }
            try reader.end()
            return keys
        }
        #expect(keys == ["a", "b", "d"])
    }

    @Test func `elements are read in order`() throws {
        let values = try read(" [ 1 , -2,3e0 , 40.0e-1 ] ") { reader throws(JSONError) in
            var values: [Int] = []
            try reader.beginArray()
            while try reader.nextElement() { values.append(try reader.int()) }
            try reader.end()
            return values
        }
        #expect(values == [1, -2, 3, 4])
    }

    @Test func `a raw range is the value without the space around it`() throws {
        let text = #"{"a" :  {"b": [1, 2]} , "c": 12 }"#
        let ranges = try read(text) { reader throws(JSONError) in
            var ranges: [Range<Int>] = []
            try reader.beginObject()
            while try reader.nextKey() { ranges.append(try reader.rawRange()) }
            return ranges
        }
        let bytes = Array(text.utf8)
        #expect(ranges.map { String(decoding: bytes[$0], as: UTF8.self) } == [#"{"b": [1, 2]}"#, "12"])
    }

    @Test func `another kind than was asked for is named with its place`() {
        #expect(
            error("  \"x\"") { reader throws(JSONError) in try reader.int() }
                == JSONError(offset: 2, reason: .wrongKind(expected: .number, found: .string)))
        #expect(
            error("[1]") { reader throws(JSONError) in try reader.beginObject() }
                == JSONError(offset: 0, reason: .wrongKind(expected: .object, found: .array)))
    }

    @Test(arguments: ["1.5", "9223372036854775808", "1e30", "1e-1", "1e400", "-9223372036854775809"])
    func `a number that is no integer in range is an error`(text: String) {
        #expect(error(text) { reader throws(JSONError) in try reader.int() }?.reason == .notAnInteger)
    }

    @Test(arguments: [
        ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("-0", 0), ("1.0", 1), ("1E2", 100),
    ])
    func `whole numbers are read however they are written`(text: String, value: Int) throws {
        #expect(try read(text) { reader throws(JSONError) in try reader.int() } == value)
    }

    @Test(arguments: [
        "[1,]", "[1 2]", "[,1]", "[1", "[", "[1}", #"{"a":1,}"#, #"{"a" 1}"#, #"{"a":}"#, "{a:1}", #"{"a":1"#,
    ])
    func `skipping refuses a broken structure`(text: String) {
        #expect(error(text) { reader throws(JSONError) in try reader.skip() } != nil)
    }

    @Test func `512 levels can be skipped and read, 513 cannot`() throws {
        let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        try read(deep) { reader throws(JSONError) in
            try reader.skip()
            try reader.end()
        }
        _ = try read(deep) { reader throws(JSONError) in try reader.value() }
        let deeper = "[" + deep + "]"
        let expected = JSONError(offset: 512, reason: .tooDeep(limit: 512))
        #expect(error(deeper) { reader throws(JSONError) in try reader.skip() } == expected)
        #expect(error(deeper) { reader throws(JSONError) in try reader.value() } == expected)
    }

    @Test func `calls that do not fit the document throw and stay inside it`() {
        let texts = ["", "]", "}", "[", "{", "\"", "\"\\", "\"\\u12", "-", "t", "tru", "1", "[1", "\u{FEFF}", ":", ","]
        for text in texts {
            _ = error(text) { reader throws(JSONError) in while try reader.nextElement() {} }
            _ = error(text) { reader throws(JSONError) in while try reader.nextKey() {} }
            _ = error(text) { reader throws(JSONError) in try reader.string() }
            _ = error(text) { reader throws(JSONError) in try reader.skip() }
            #expect(error(text) { reader throws(JSONError) in try reader.bool() } != nil)
        }
    }

    @Test func `an empty buffer ends inside a value`() {
        let empty = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        #expect(throws: JSONError(offset: 0, reason: .endOfInput)) {
            try JSONReader.read(empty) { reader throws(JSONError) in try reader.skip() }
        }
    }
}
