import Foundation
import LMJSON
import LMProtocol
import Testing

@testable import LMResponses

struct RequestBuilderTests {
    static let card = ModelCard(
        name: "grok-4.3", capabilities: LanguageModelCapabilities([.reasoning, .vision, .toolCalling]),
        reasoning: ReasoningMap(supportedEfforts: ["none", "low", "medium", "high"]))

    static func body(
        _ request: GenerationRequest, _ dialect: ResponsesDialect = .xai,
        _ change: (inout RequestSettings) -> Void = { _ in }
    ) throws -> (json: JSONValue, adjustments: [Adjustment], text: String) {
        var settings = RequestSettings(card: card, dialect: dialect)
        change(&settings)
        let body = try RequestBuilder(settings: settings).build(request)
        return (try JSONValue(parsing: body.bytes), body.adjustments, String(decoding: body.bytes, as: UTF8.self))
    }

    static func prompt(_ text: String, id: String = "p1") -> Transcript.Entry {
        .prompt(.init(id: id, segments: [.text(.init(id: "s", content: text))]))
    }
    private static let hello = GenerationRequest(transcript: Transcript(entries: [prompt("Hello")]))
    private static let tool = Transcript.ToolDefinition(
        name: "getWeather", description: "Gets the weather.",
        parameters: GenerationSchema(
            name: "Arguments",
            jsonSchema: [
                "type": "object",
                "properties": ["city": ["type": "string"], "additionalProperties": ["type": "boolean"]],
                "required": ["city"], "additionalProperties": false,
            ]))

    @Test func `a prompt to xAI is these bytes`() throws {
        #expect(
            try Self.body(Self.hello).text
                == #"{"model":"grok-4.3","stream":true,"store":false,"include":["reasoning.encrypted_content"],"prompt_cache_key":"p1","input":[{"type":"message","role":"user","content":"Hello"}]}"#
        )
    }

    @Test func `a prompt to a server of unknown kind is as little as that`() throws {
        #expect(
            try Self.body(Self.hello, .generic).text
                == #"{"model":"grok-4.3","stream":true,"store":false,"input":[{"type":"message","role":"user","content":"Hello"}]}"#
        )
    }

    @Test func `the same request gives the same bytes, and a turn's body is the beginning of the next one's`() throws {
        let signature = ProviderData.encryptedReasoning("E", requested: "grok-4.3")
        let entries: [Transcript.Entry] = [
            .instructions(.init(id: "i", segments: [.text(.init(content: "Be brief."))])), Self.prompt("One"),
            .reasoning(.init(segments: [.text(.init(content: "Hm."))], providerData: signature)),
            .toolCalls(
                .init([.init(id: "c1", toolName: "getWeather", arguments: GeneratedContent(["city": "Rome"]))])),
            .toolOutput(.init(id: "c1", toolName: "getWeather", segments: [.text(.init(content: "Sunny"))])),
            .response(.init(segments: [.text(.init(content: "It is sunny."))])), Self.prompt("Two"),
            .response(.init(segments: [.text(.init(content: "Yes."))])), Self.prompt("Three"),
        ]
        var earlier = ""
        for end in [2, 5, 7, 9] {
            let request = GenerationRequest(transcript: Transcript(entries: entries[..<end]), tools: [Self.tool])
            let text = try Self.body(request).text
            #expect(try Self.body(request).text == text)
            #expect(text.hasSuffix("]}"))
            #expect(text.hasPrefix(earlier))
            earlier = String(text.dropLast(2))
        }
    }

    // MARK: Options

    @Test func `options go by the names of the wire`() throws {
        var request = Self.hello
        request.options = GenerationOptions(
            samplingMode: .random(probabilityThreshold: 0.9), temperature: 0.7, maximumResponseTokens: 2000)
        let (json, adjustments, _) = try Self.body(request)
        #expect(json["temperature"] == 0.7)
        #expect(json["top_p"] == 0.9)
        #expect(json["max_output_tokens"] == 2000)
        #expect(adjustments.isEmpty)
    }

    @Test func `top-k and greedy sampling go to xAI as top_k`() throws {
        var request = Self.hello
        request.options = GenerationOptions(samplingMode: .random(top: 40))
        #expect(try Self.body(request).json["top_k"] == 40)
        request.options = GenerationOptions(samplingMode: .greedy)
        #expect(try Self.body(request).json["top_k"] == 1)
    }

    @Test func `what a server does not take is left out or approximated, and told`() throws {
        var request = Self.hello
        request.options = GenerationOptions(samplingMode: .random(top: 40, seed: 7))
        let dropped = try Self.body(request, .openai)
        #expect(dropped.json["top_k"] == nil)
        #expect(dropped.adjustments.map(\.kind) == [.optionDropped, .optionDropped])
        request.options = GenerationOptions(samplingMode: .greedy)
        let approximated = try Self.body(request, .openai)
        #expect(approximated.json["temperature"] == 0)
        #expect(approximated.adjustments.map(\.kind) == [.optionApproximated])
        request.options = GenerationOptions(samplingMode: .random(top: 40, seed: 7))
        let seedless = try Self.body(request)
        #expect(seedless.json["seed"] == nil)
        #expect(seedless.adjustments.map(\.kind) == [.optionDropped])
    }

    @Test func `options out of range are moved into it, and told`() throws {
        var request = Self.hello
        request.options = GenerationOptions(
            samplingMode: .random(probabilityThreshold: -1), temperature: 9, maximumResponseTokens: 0)
        let (json, adjustments, _) = try Self.body(request)
        #expect(json["temperature"] == 2)
        #expect(json["top_p"] == 0)
        #expect(json["max_output_tokens"] == 1)
        #expect(adjustments.map(\.kind) == [.optionClamped, .optionClamped, .optionClamped])
        request.options = GenerationOptions(temperature: .nan)
        #expect(try Self.body(request).json["temperature"] == nil)
    }

    @Test func `row 41: penalties, stop words and logit options are never sent`() throws {
        var request = Self.hello
        request.options = GenerationOptions(samplingMode: .greedy, temperature: 1, maximumResponseTokens: 5)
        let keys = try #require(try Self.body(request).json.objectValue).keys
        #expect(Set(keys).isDisjoint(with: ["presence_penalty", "frequency_penalty", "stop", "logit_bias", "n"]))
    }

    // MARK: Reasoning effort

    @Test(arguments: [
        (ContextOptions.ReasoningLevel.light, "low"), (.moderate, "medium"), (.deep, "high"), (.custom("none"), "none"),
        (.custom("xhigh"), "xhigh"),
    ])
    func `row 42: a level is sent as its effort, one named outright as it is`(
        _ level: ContextOptions.ReasoningLevel, _ effort: String
    ) throws {
        var request = Self.hello
        request.contextOptions.reasoningLevel = level
        #expect(try Self.body(request).json["reasoning"] == ["effort": .string(effort)])
    }

    @Test func `the request's level comes before the model's effort`() throws {
        var request = Self.hello
        #expect(try Self.body(request) { $0.reasoningEffort = "low" }.0["reasoning"]?["effort"] == "low")
        request.contextOptions.reasoningLevel = .deep
        #expect(try Self.body(request) { $0.reasoningEffort = "low" }.0["reasoning"]?["effort"] == "high")
    }

    @Test func `row 41: an effort is never sent to a model that takes none`() throws {
        var request = Self.hello
        request.contextOptions.reasoningLevel = .deep
        let (json, adjustments, _) = try Self.body(request) {
            $0.card.reasoning.supportedEfforts = []
            $0.reasoningEffort = "low"
        }
        #expect(json["reasoning"] == nil)
        #expect(adjustments.map(\.kind) == [.optionDropped])
    }

    @Test func `a policy bends an effort to the nearest one, or refuses it`() throws {
        var request = Self.hello
        request.contextOptions.reasoningLevel = .deep
        let clamped = try Self.body(request) {
            $0.card.reasoning.supportedEfforts = ["none", "low"]
            $0.card.reasoning.policy = .clamp
        }
        #expect(clamped.json["reasoning"]?["effort"] == "low")
        #expect(clamped.adjustments.map(\.kind) == [.optionClamped])
        request.contextOptions.reasoningLevel = .custom("xhigh")
        #expect(throws: LanguageModelError.self) {
            try Self.body(request) { $0.card.reasoning.policy = .refuse }
        }
    }

    // MARK: Tools and schemas

    @Test func `row 43: a tool for xAI has no closed objects and no strict member`() throws {
        let (json, _, _) = try Self.body(
            GenerationRequest(transcript: Self.hello.transcript, tools: [Self.tool]))
        #expect(
            json["tools"] == [
                [
                    "type": "function", "name": "getWeather", "description": "Gets the weather.",
                    "parameters": [
                        "type": "object",
                        "properties": ["city": ["type": "string"], "additionalProperties": ["type": "boolean"]],
                        "required": ["city"],
                    ],
                ]
            ])
        #expect(json["tool_choice"] == "auto")
    }

    @Test(arguments: [
        (GenerationOptions.ToolCallingMode.allowed, JSONValue.string("auto")), (.required, "required"),
    ])
    func `the tool calling mode is the tool choice`(
        _ mode: GenerationOptions.ToolCallingMode, _ choice: JSONValue
    ) throws {
        var request = GenerationRequest(transcript: Self.hello.transcript, tools: [Self.tool])
        request.options.toolCallingMode = mode
        #expect(try Self.body(request).json["tool_choice"] == choice)
    }

    @Test func `without tools, or where none may be called, neither tools nor a choice is sent`() throws {
        var request = GenerationRequest(transcript: Self.hello.transcript, tools: [Self.tool])
        request.options.toolCallingMode = .disallowed
        for request in [request, Self.hello] {
            let (json, _, _) = try Self.body(request) { $0.parallelToolCalls = true }
            #expect(json["tools"] == nil)
            #expect(json["tool_choice"] == nil)
            #expect(json["parallel_tool_calls"] == nil)
        }
    }

    @Test func `parallel and streamed tool calls are sent where the model says so`() throws {
        let request = GenerationRequest(transcript: Self.hello.transcript, tools: [Self.tool])
        let (json, _, _) = try Self.body(request) {
            $0.parallelToolCalls = false
            $0.streamsToolCalls = true
        }
        #expect(json["parallel_tool_calls"] == false)
        #expect(json["stream_tool_calls"] == true)
    }

    @Test func `a schema is a strict text format with its properties in order`() throws {
        var request = Self.hello
        request.schema = GenerationSchema(
            name: "My Trip!",
            jsonSchema: [
                "type": "object", "properties": ["z": ["type": "string"], "a": ["type": "integer"]],
                "required": ["z", "a"], "additionalProperties": false,
            ])
        let (json, _, text) = try Self.body(request)
        #expect(json["text"]?["format"]?["type"] == "json_schema")
        #expect(json["text"]?["format"]?["name"] == "My_Trip_")
        #expect(json["text"]?["format"]?["strict"] == true)
        #expect(json["text"]?["format"]?["schema"]?["properties"]?.objectValue?.keys == ["z", "a"])
        #expect(text.contains(#""additionalProperties":false"#))
    }
}
