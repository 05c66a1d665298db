import LMJSON
import LMProtocol
import Testing

@testable import LMResponses

/// What a strict server cannot be told, in an answer's schema and in a tool's: one rule for both.
struct StrictSchemaTests {
    /// Schemas as a remote tool or a person writes them, each of which leaves something open.
    static let open: [(name: String, schema: String)] = [
        ("free object", #"{"type":"object"}"#),
        ("free object with a description", #"{"type":"object","description":"anything"}"#),
        ("object or nothing", #"{"type":["object","null"]}"#),
        ("values of one type", #"{"type":"object","additionalProperties":{"type":"integer"}}"#),
        ("any values", #"{"type":"object","additionalProperties":true}"#),
        ("free array", #"{"type":"array"}"#), ("array or nothing", #"{"type":["array","null"]}"#),
        ("array of anything", #"{"type":"array","items":{}}"#), ("array of true", #"{"type":"array","items":true}"#),
        ("anything", "{}"), ("true", "true"), ("only words", #"{"description":"anything"}"#),
        ("a tuple", #"{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"string"}}"#),
        ("not", #"{"type":"string","not":{"const":"x"}}"#),
        (
            "several at once",
            #"{"allOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"type":"object","properties":{"b":{"type":"string"}}}]}"#
        ),
        ("one of them free", #"{"anyOf":[{"type":"string"},{"type":"object"}]}"#),
        ("a reference to a free one", ##"{"$ref":"#/$defs/Free"}"##),
    ]

    private static func nested(_ schema: String) throws -> GenerationSchema {
        try GenerationSchema(
            jsonSchema:
                ##"{"title":"Outer","type":"object","properties":{"a":{"type":"object","properties":{"inner":\##(schema)},"required":["inner"],"additionalProperties":false}},"required":["a"],"additionalProperties":false,"$defs":{"Free":{"type":"object"}}}"##
        )
    }

    private static func body(
        _ dialect: ResponsesDialect, answer: GenerationSchema? = nil, tool: GenerationSchema? = nil
    ) throws -> (json: JSONValue, adjustments: [Adjustment]) {
        let settings = RequestSettings(
            card: ModelCard(name: "m", capabilities: LanguageModelCapabilities([.toolCalling, .guidedGeneration])),
            dialect: dialect)
        let tools = tool.map { [Transcript.ToolDefinition(name: "t", description: "d", parameters: $0)] } ?? []
        let body = try RequestBuilder(settings: settings).build(
            GenerationRequest(
                transcript: Transcript(entries: [RequestBuilderTests.prompt("Hi")]), tools: tools, schema: answer))
        return (try JSONValue(parsing: body.bytes), body.adjustments)
    }

    @Test(arguments: open.indices)
    func `is sent as it is, unenforced and with an adjustment that says why`(index: Int) throws {
        let schema = try Self.nested(Self.open[index].schema)
        let answer = try Self.body(.openai, answer: schema)
        let format = try #require(answer.json["text"]?["format"])
        #expect(format["strict"] == false)
        let tool = try Self.body(.openai, tool: schema)
        let function = try #require(tool.json["tools"]?[0])
        #expect(function["strict"] == false)
        #expect(format["schema"] == function["parameters"])
        for adjustments in [answer.adjustments, tool.adjustments] {
            #expect(adjustments.count { $0.kind == .schemaChanged && $0.message.contains("does not enforce") } == 1)
            #expect(!adjustments.contains { $0.message.contains("does not enforce") && $0.message.hasSuffix("t. ") })
        }
        // What was open is still open.
        let inner = format["schema"]?["properties"]?["a"]?["properties"]?["inner"]
        #expect(inner?["additionalProperties"] != false)
        #expect(inner?["properties"] == nil)
    }

    @Test func `what it can be told is kept to, in both`() throws {
        let schema = try Self.nested(#"{"type":"array","items":{"type":"string"}}"#)
        #expect(try Self.body(.openai, answer: schema).json["text"]?["format"]?["strict"] == true)
        #expect(try Self.body(.openai, tool: schema).json["tools"]?[0]?["strict"] == true)
        let pattern = #"{"type":"object","patternProperties":{"^a":{"type":"string"}}}"#
        #expect(throws: GenerationSchema.SchemaError.self) { try Self.nested(pattern) }
    }

    @Test(arguments: ["string", "array", "integer"], [0, 1, 2])
    func `arguments that are no object are refused before they are sent, whoever the server is`(
        type: String, dialect: Int
    ) throws {
        let schema = GenerationSchema(
            name: "S", jsonSchema: ["type": .string(type), "items": ["type": "string"]])
        let error = #expect(throws: LanguageModelError.self) {
            try Self.body([.openai, .xai, .generic][dialect], tool: schema)
        }
        #expect(error?.localizedDescription.contains("'S'") == true)
    }
}
