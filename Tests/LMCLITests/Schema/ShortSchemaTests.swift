import LMJSON
import Testing

@testable import lm_cli

@Suite struct ShortSchemaTests {
    private func properties(_ text: String) throws -> JSONValue? {
        var parser = ShortSchema(text)
        return try parser.parse()["properties"]
    }

    @Test func `members are texts where nothing else is said, and all are required but those with a question mark`()
        throws
    {
        var parser = ShortSchema("name, age? int")
        let schema = try parser.parse()
        #expect(schema["properties"]?["name"] == ["type": "string"])
        #expect(schema["properties"]?["age"] == ["type": "integer"])
        #expect(schema["required"] == ["name"])
        #expect(schema["additionalProperties"] == false)
    }

    @Test(arguments: [
        ("a int 0..150", #"{"type":"integer","minimum":0,"maximum":150}"#),
        ("a num -1..", #"{"type":"number","minimum":-1}"#),
        ("a: bool", #"{"type":"boolean"}"#), ("a small|large", #"{"type":"string","enum":["small","large"]}"#),
        ("a: [str] 2..4", #"{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":4}"#),
        ("a [int] 3", #"{"type":"array","items":{"type":"integer"},"minItems":3,"maxItems":3}"#),
        (#"a "what it is""#, #"{"type":"string","description":"what it is"}"#),
    ])
    func `types, ranges, choices and descriptions`(text: String, json: String) throws {
        #expect(try properties(text)?["a"] == JSONValue(parsing: json))
    }

    @Test func `lists of objects and objects nest`() throws {
        let days = try properties("title, days: [city, activities: [str] 2..4] 1..7, home: {street}")?["days"]
        #expect(days?["type"] == "array")
        #expect(days?["minItems"] == 1)
        #expect(days?["maxItems"] == 7)
        #expect(days?["items"]?["required"] == ["city", "activities"])
        #expect(days?["items"]?["properties"]?["activities"]?["maxItems"] == 4)
    }

    @Test(arguments: [
        ("", "the name of a member at its start"), ("a,", "the name of a member behind \"a,\""),
        ("a, a", "another name than a"), ("a flot", "not flot"), ("a [str", "a comma or ]"), ("a int 5..2", "goes up"),
        ("a int 5.2", "a range such as"), ("a str 1..2", "no range"), ("a b|", "a choice"), ("a \"x", "quotation mark"),
        ("a ]", "a comma or the end"),
    ])
    func `what is wrong is told with its place`(text: String, words: String) throws {
        let error = try #require(throws: CLIError.self) { try properties(text) }
        #expect(error.code == .usage)
        #expect(error.message.contains(words), "\(error.message)")
    }
}
