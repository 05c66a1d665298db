import LMJSON
import Testing

@Suite struct JSONDifferenceTests {
    private func differences(_ left: String, _ right: String, limit: Int = 20) throws -> [String] {
        JSONDifference.between(try JSONValue(parsing: left), try JSONValue(parsing: right), limit: limit).map(
            \.description)
    }

    @Test func `a difference names its path and both values`() throws {
        let found = try differences(
            #"{"model":"grok-4","input":[{"content":[{"text":"Rome"}]}],"stream":true}"#,
            #"{"stream":true,"input":[{"content":[{"text":"Paris"}]}],"model":"grok-4"}"#)
        #expect(found == [#"input/0/content/0/text: "Rome" ≠ "Paris""#])
    }

    @Test func `what only one side has is absent on the other`() throws {
        #expect(
            try differences(#"{"a":[1,2],"b":null}"#, #"{"a":[1],"c":{}}"#) == [
                "a/1: 2 ≠ (absent)", "b: null ≠ (absent)", "c: (absent) ≠ {}",
            ])
    }

    @Test func `order of members and ways to write a number are no difference`() throws {
        #expect(try differences(#"{"a":1,"b":[1e2]}"#, #"{"b":[100],"a":1.0}"#) == [])
    }

    @Test func `of equal keys the last counts`() throws {
        #expect(try differences(#"{"a":1,"a":2}"#, #"{"a":2}"#) == [])
        #expect(try differences(#"{"a":1,"a":2}"#, #"{"a":1}"#) == ["a: 2 ≠ 1"])
    }

    @Test func `values of different kinds differ as a whole`() throws {
        #expect(try differences("[1]", #"{"0":1}"#) == [#"the whole value: [1] ≠ {"0":1}"#])
        #expect(try differences("1", "\"1\"") == [#"the whole value: 1 ≠ "1""#])
    }

    @Test func `keys are escaped as in a pointer, and told apart by scalars`() throws {
        #expect(try differences(#"{"a/b":{"~":1}}"#, #"{"a/b":{"~":2}}"#) == ["a~1b/~0: 1 ≠ 2"])
        #expect(try differences("{\"\u{E9}\":1}", "{\"e\u{301}\":1}").count == 2)
    }

    @Test func `no more than the limit are listed`() throws {
        let left = "[" + (0..<100).map(String.init).joined(separator: ",") + "]"
        let right = "[" + (1...100).map(String.init).joined(separator: ",") + "]"
        #expect(try differences(left, right, limit: 3) == ["0: 0 ≠ 1", "1: 1 ≠ 2", "2: 2 ≠ 3"])
        #expect(try differences("{\"a\":1}", "{\"b\":1}", limit: 1).count == 1)
    }

    @Test func `long strings are shown from where they differ`() throws {
        let common = String(repeating: "the same ", count: 50)
        let found = try differences("\"\(common)left\(common)\"", "\"\(common)right\"")
        let text = try #require(found.first)
        #expect(text.hasPrefix(#"the whole value: "…"#))
        #expect(text.contains("left"))
        #expect(text.hasSuffix(#"right""#))
        #expect(text.count < 200)
    }

    @Test func `big objects are compared in one pass`() throws {
        let members = (0..<20_000).map { "\"key \($0)\":\($0)" }
        let found = try differences(
            "{" + members.joined(separator: ",") + "}", "{" + members.reversed().joined(separator: ",") + ",\"x\":0}")
        #expect(found == ["x: (absent) ≠ 0"])
    }
}
