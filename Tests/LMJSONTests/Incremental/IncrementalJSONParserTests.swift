import LMJSON
import Testing

@Suite struct IncrementalJSONParserTests {
    private let document = #"""
         {"title":"Wörld \u00e9 \ud83d\ude00 \"x\"","items":[{"n":1.50,"ok":true},[],{},null,[[1,2],["a"]]], "last" : -12e3 }
        """#

    @Test func `a document is the same however it is cut`() throws {
        let bytes = Array(document.utf8)
        let expected = try JSONValue(parsing: bytes)
        for chunks in Chunking.all(bytes, seeds: 0..<50) {
            var parser = IncrementalJSONParser()
            for chunk in chunks { parser.feed(chunk) }
            #expect(parser.state == .complete)
            #expect(parser.snapshot() == expected)
            #expect(parser.snapshot()?.text() == expected.text())
            #expect(parser.finish() == .complete)
        }
    }

    @Test(arguments: 1...6)
    func `snapshots stay what they were while the parser goes on`(kept: Int) throws {
        let bytes = Array(document.utf8)
        var parser = IncrementalJSONParser()
        var snapshots: [(value: JSONValue, text: String)] = []
        for byte in bytes {
            parser.feed([byte])
            if let value = parser.snapshot() { snapshots.append((value, value.text())) }
            if snapshots.count > kept { snapshots.removeFirst() }
            for (value, text) in snapshots { #expect(value.text() == text) }
        }
    }

    @Test func `a snapshot equals that of a parser which made none before`() throws {
        let bytes = Array(document.utf8)
        for skipped in [1, 2, 3, 5, 7, 11] {
            var parser = IncrementalJSONParser()
            for (index, byte) in bytes.enumerated() {
                parser.feed([byte])
                guard index % skipped == 0 else { continue }
                var fresh = IncrementalJSONParser()
                fresh.feed(bytes[...index])
                #expect(parser.snapshot()?.text() == fresh.snapshot()?.text())
                #expect(parser.open == fresh.open)
                #expect(parser.state == fresh.state)
            }
        }
    }

    @Test func `a copy of a parser goes its own way`() {
        var parser = IncrementalJSONParser()
        parser.feed(#"{"a":["x"#)
        _ = parser.snapshot()
        var copy = parser
        parser.feed("y")
        copy.feed("z\"")
        #expect(parser.snapshot()?.text() == #"{"a":["xy"]}"#)
        #expect(copy.snapshot()?.text() == #"{"a":["xz"]}"#)
    }

    @Test func `the revision stays where nothing new can be seen`() {
        var parser = IncrementalJSONParser()
        parser.feed(#"{"a":"x"#)
        let revision = parser.revision
        for chunk in [#"\"#, "u", "00", "4"] { parser.feed(chunk) }
        #expect(parser.revision == revision)
        parser.feed("1")
        #expect(parser.revision > revision)
        #expect(parser.snapshot()?.text() == #"{"a":"xA"}"#)
        let closed = parser.revision
        parser.feed(#"" , "b" : 12"#)
        #expect(parser.revision == closed)
        parser.feed(" ")
        #expect(parser.revision > closed)
    }

    @Test func `completed values are reported in order by their pointers`() {
        var parser = IncrementalJSONParser(reportsCompletions: true)
        parser.feed(#"{"a/b":[1,"x"#)
        #expect(parser.completed.map(\.description) == ["/a~1b/0"])
        parser.feed("y")
        #expect(parser.completed.map(\.description) == [])
        parser.feed(#"",{"~":null}],"c":2"#)
        #expect(parser.completed.map(\.description) == ["/a~1b/1", "/a~1b/2/~0", "/a~1b/2", "/a~1b"])
        parser.feed("}")
        #expect(parser.completed.map(\.description) == ["/c", ""])
    }

    @Test(arguments: [
        ("{\"a\":1", #"{"a":1}"#), ("{\"a\":-", "{}"), ("{\"a\":1.", #"{"a":1}"#), ("{\"a\":2.5e", #"{"a":2.5}"#),
        ("{\"a\":2.5e-", #"{"a":2.5}"#), ("{\"a\":2.5e-3", #"{"a":2.5e-3}"#), ("[1,2", "[1,2]"), ("[-", "[]"),
        ("12", "12"), ("-", nil),
    ])
    func `eager numbers are shown as far as they are numbers`(text: String, shown: String?) {
        for chunks in Chunking.all(Array(text.utf8)) {
            var parser = IncrementalJSONParser(numbers: .eager)
            for chunk in chunks {
                parser.feed(chunk)
                _ = parser.snapshot()
            }
            #expect(parser.snapshot()?.text() == shown)
        }
    }

    @Test func `an eager number of the document itself ends with it`() {
        var parser = IncrementalJSONParser(numbers: .eager)
        #expect(parser.feed("12") == .partial)
        #expect(parser.open == JSONPointer())
        #expect(parser.finish() == .complete)
        #expect(parser.snapshot() == 12)
        #expect(parser.state == .complete)
        #expect(parser.feed("3") == .invalid(JSONError(offset: 2, reason: .trailingByte(0x33))))
    }

    @Test func `a long eager number shows its beginning until it ends`() {
        var parser = IncrementalJSONParser(numbers: .eager)
        let digits = String(repeating: "7", count: 100)
        parser.feed("[" + digits)
        #expect(parser.snapshot()?.text() == "[" + String(repeating: "7", count: 64) + "]")
        parser.feed("]")
        #expect(parser.snapshot()?.text() == "[" + digits + "]")
    }

    @Test func `what follows invalid input is ignored`() {
        var parser = IncrementalJSONParser()
        parser.feed(#"{"a":"b"#)
        let expected = IncrementalJSONParser.State.invalid(JSONError(offset: 8, reason: .controlCharacter(0x0A)))
        #expect(parser.feed("c\nd") == .invalid(JSONError(offset: 8, reason: .controlCharacter(0x0A))))
        #expect(parser.feed("\"}") == expected)
        #expect(parser.snapshot() == ["a": "bc"])
        #expect(parser.open == nil)
        #expect(parser.finish() == .invalid(JSONError(offset: 8, reason: .controlCharacter(0x0A))))
    }

    @Test func `a byte order mark is skipped though it is cut`() {
        for chunks in Chunking.all(Array("\u{FEFF}[1]".utf8)) {
            var parser = IncrementalJSONParser()
            for chunk in chunks { parser.feed(chunk) }
            #expect(parser.snapshot() == [1])
        }
        var half = IncrementalJSONParser()
        #expect(half.feed([0xEF, 0xBB]) == .empty)
        #expect(half.finish() == .invalid(JSONError(offset: 0, reason: .unexpectedByte(0xEF))))
    }

    @Test func `the level beyond the limit is where the input goes wrong`() {
        var parser = IncrementalJSONParser()
        #expect(parser.feed(String(repeating: "[", count: 512)) == .partial)
        #expect(parser.snapshot() != nil)
        #expect(parser.feed("[") == .invalid(JSONError(offset: 512, reason: .tooDeep(limit: 512))))
    }
}
