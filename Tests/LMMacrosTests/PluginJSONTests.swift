import LMJSON
import Testing

@testable import LMMacroExpansion

@Suite struct PluginJSONTests {
    @Test(arguments: [
        "null", "true", "false", "0", "-12", "1.5e3", "\"\"", "[]", "{}", " [ 1 , \"a\" ] ", "{\"a\":{\"b\":[null]}}",
        #""q\" b\\ s\/ \b\f\n\r\t é 🚀 \u00e9 \ud83d\ude80 \u0000""#, "{\"a\":1,\"a\":2}",
    ])
    func `what is read and written again is the same to LMJSON`(text: String) throws {
        let value = try #require(PluginJSONReader.read(Array(text.utf8)))
        #expect(try JSONValue(parsing: value.bytes) == JSONValue(parsing: text))
    }

    @Test(arguments: [
        "", " ", "{", "[1", "[1,", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{1:2}", "\"", "\"\\", "\"\\x\"",
        "\"\\u12\"",
        "\"\\ud800\"", "\"\\ud800\\u0041\"", "tru", "nul", "1 2", "x", String(repeating: "[", count: 100_000),
    ])
    func `what is no JSON is not read`(text: String) {
        #expect(PluginJSONReader.read(Array(text.utf8)) == nil)
    }
}
