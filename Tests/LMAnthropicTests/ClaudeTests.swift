import Foundation
import LMBackendTesting
import LMJSON
import LMProtocol
import LMProvider
import LMTestSupport
import LMTransport
import Testing

@testable import LMAnthropic

@Suite struct ConformanceTests {
    static let conformance = BackendConformance(
        answers: [
            RecordedAnswer(
                name: "text", headers: [.contentType: "text/event-stream"],
                body: Array(
                    (Wire.start() + Wire.event("ping") + Wire.thinking(0, "Hm.", "c2ln")
                        + Wire.text(1, "Hel", "lo ", "👋🏽")
                        + Wire.end("end_turn")).utf8)),
            RecordedAnswer(
                name: "calls", headers: [.contentType: "text/event-stream"],
                body: Array(
                    (Wire.start() + Wire.text(0, "Let me see.")
                        + Wire.call(1, "toolu_1", "weather", "", #"{"city":"#, #""Rome"}"#)
                        + Wire.call(2, "toolu_2", "weather", #"{"city":"Oslo"}"#) + Wire.end("tool_use")).utf8)),
            RecordedAnswer(
                name: "document", headers: [.contentType: "application/json"],
                body: Array(
                    #"{"id":"msg_2","type":"message","role":"assistant","model":"claude-sonnet-4-6","content":[{"type":"text","text":"Hello."}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":3,"output_tokens":4}}"#
                        .utf8)),
        ],
        errors: [
            (error(401, "authentication_error", "invalid x-api-key"), .authentication),
            (error(404, "not_found_error", "model: claude-9"), .modelNotFound),
            (error(400, "invalid_request_error", "prompt is too long: 205668 tokens > 200000 maximum"), .contextSize),
            (error(400, "invalid_request_error", "Your credit balance is too low to access the API."), .quotaExhausted),
            (error(429, "rate_limit_error", "This request would exceed your rate limit."), .rateLimited),
            (error(529, "overloaded_error", "Overloaded"), .overloaded),
            (error(500, "api_error", "Internal server error"), .server),
            (error(403, "permission_error", "Not allowed."), .permission),
            (error(413, "request_too_large", "Request exceeds the maximum size"), .invalidRequest),
            (error(400, "invalid_request_error", "messages: at least one message is required"), .invalidRequest),
            (error(400, "invalid_request_error", "Output blocked by content filtering policy"), .guardrail),
            (error(402, "billing_error", "Pay first."), .quotaExhausted),
            (error(504, "timeout_error", "Too slow."), .server),
        ]
    ) { ClaudeModel.sonnet4_6.apiKey("unused").transport($0) }

    private static func error(_ status: Int, _ type: String, _ message: String) -> RecordedAnswer {
        let body: JSONValue = [
            "type": "error", "error": ["type": .string(type), "message": .string(message)], "request_id": "req_1",
        ]
        return RecordedAnswer(
            name: "\(status) \(type): \(message)", status: status, headers: [.contentType: "application/json"],
            body: body.bytes())
    }

    @Test(arguments: BackendConformance.Check.allCases)
    func `Claude is a sound backend`(check: BackendConformance.Check) async throws {
        try await Self.conformance.run(check)
    }
}

@Suite struct RequestTests {
    @Test func `a request has what Anthropic requires, and no key in it`() async throws {
        let sent = try await asked()
        let (body, request, adjustments) = (sent.body, sent.request, sent.adjustments)
        #expect(
            body == [
                "model": "claude-sonnet-4-6", "max_tokens": 16000, "stream": true,
                "messages": [["role": "user", "content": "Hi"]],
            ])
        #expect(request.url.absoluteString == "https://api.anthropic.com/v1/messages")
        #expect(request.headers["anthropic-version"] == "2023-06-01")
        #expect(request.headers["anthropic-beta"] == nil)
        #expect(request.credential?.field.name == "x-api-key")
        #expect(adjustments.isEmpty)
        var gateway = ClaudeModel(name: "claude-sonnet-4-6", baseURL: URL(string: "https://gateway.example/v1"))
        gateway.additionalHeaders = ["Authorization": "Bearer t"]
        #expect(try await asked(gateway).request.url.absoluteString == "https://gateway.example/v1/messages")
    }

    @Test(arguments: [
        ("ANTHROPIC_API_KEY", "x-api-key", "k"), ("ANTHROPIC_AUTH_TOKEN", "authorization", "Bearer k"),
    ])
    func `a key of the environment goes to Anthropic only, over https only`(
        variable: String, field: String, value: String
    ) async throws {
        for (url, isSent) in [
            (nil, true), ("https://api.anthropic.com/v1", true), ("http://api.anthropic.com", false),
            ("https://anthropic.com.evil.example", false), ("https://gateway.example", false),
        ] as [(String?, Bool)] {
            let transport = StubTransport([Wire.answer])
            var model = ClaudeModel(name: "claude-sonnet-4-6", baseURL: url.flatMap { URL(string: $0) }).transport(
                transport)
            model.environment.environment = { [variable: "k"] }
            _ = try? await model.respond(
                to: GenerationRequest(
                    transcript: Transcript(entries: [.prompt(.init(segments: [.text(.init(content: "Hi"))]))])))
            let credential = transport.requests.first?.credential?.field
            #expect((credential != nil) == isSent, "\(url ?? "")")
            if isSent {
                #expect(credential?.name.canonicalName == field)
                #expect(credential?.value == value)
            }
        }
    }

    @Test func `a round of tools is one message of the model and one of the user, results first`() async throws {
        let own = ProviderData(
            provider: "anthropic", requestedModel: "claude-sonnet-4-6",
            content: ["type": "thinking", "signature": "c2ln"])
        let entries: [Transcript.Entry] = [
            .instructions(
                .init(
                    id: "i", segments: [.text(.init(content: "Be brief."))], toolDefinitions: [anyTool("weather")]
                )),
            .prompt(.init(id: "p", segments: [.text(.init(content: "Rome?"))])),
            .reasoning(.init(id: "r", segments: [.text(.init(content: "Hm."))], providerData: own)),
            .response(.init(id: "a", segments: [.text(.init(content: "Let me see."))])),
            .toolCalls(
                .init(
                    id: "c",
                    [
                        .init(
                            id: "functions.weather:0", toolName: "weather",
                            arguments: try GeneratedContent(json: #"{"city":"Rome"}"#)),
                        .init(id: "x", toolName: "weather", arguments: try GeneratedContent(json: "{}")),
                    ])),
            .toolOutput(
                .init(id: "functions.weather:0", toolName: "weather", segments: [.text(.init(content: "Sunny"))])),
            .toolOutput(
                .init(id: "x", toolName: "weather", segments: [.text(.init(content: "No city."))], isError: true)),
            .prompt(.init(id: "q", segments: [.text(.init(content: "And?"))])),
        ]
        let body = try await asked(.sonnet4_6, { $0.tools = [anyTool("weather")] }, entries: entries).body
        #expect(body["system"] == "Be brief.")
        #expect(
            body["messages"] == [
                ["role": "user", "content": "Rome?"],
                [
                    "role": "assistant",
                    "content": [
                        ["type": "thinking", "thinking": "Hm.", "signature": "c2ln"],
                        ["type": "text", "text": "Let me see."],
                        [
                            "type": "tool_use", "id": "functions_weather_0", "name": "weather",
                            "input": ["city": "Rome"],
                        ],
                        ["type": "tool_use", "id": "x", "name": "weather", "input": [:]],
                    ],
                ],
                [
                    "role": "user",
                    "content": [
                        ["type": "tool_result", "tool_use_id": "functions_weather_0", "content": "Sunny"],
                        ["type": "tool_result", "tool_use_id": "x", "content": "No city.", "is_error": true],
                        ["type": "text", "text": "And?"],
                    ],
                ],
            ])
    }

    @Test(
        arguments: [
            (
                "claude-opus-5-5", ContextOptions.ReasoningLevel.deep, #"{"type":"adaptive","display":"summarized"}"#,
                "high", 0
            ),
            ("claude-sonnet-4-6", .light, #"{"type":"adaptive","display":"summarized"}"#, "low", 0),
            ("claude-sonnet-4-5", .deep, #"{"type":"enabled","budget_tokens":16384}"#, nil, 0),
            ("claude-haiku-4-5-20251001", .light, #"{"type":"enabled","budget_tokens":2048}"#, nil, 0),
            ("claude-opus-5", .custom("none"), #"{"type":"disabled"}"#, nil, 0),
            ("claude-sonnet-5-5", .custom("off"), #"{"type":"between_tools"}"#, nil, 0),
            ("claude-opus-5-5", .custom("none"), nil, nil, 1), ("claude-opus-4-8", .custom("none"), nil, nil, 0),
            ("claude-3-5-haiku-20241022", .deep, nil, nil, 1),
        ] as [(String, ContextOptions.ReasoningLevel, String?, String?, Int)])
    func `a level is what the model takes for it`(
        model: String, level: ContextOptions.ReasoningLevel, thinking: String?, effort: String?, adjustments: Int
    ) async throws {
        let sent = try await asked(ClaudeModel(name: model)) { $0.contextOptions.reasoningLevel = level }
        #expect(sent.body["thinking"] == (try thinking.map { try JSONValue(parsing: $0) }))
        #expect(sent.body["output_config"]?["effort"]?.stringValue == effort)
        #expect(sent.adjustments.count == adjustments, "\(sent.adjustments)")
        if let budget = sent.body["thinking"]?["budget_tokens"]?.intValue {
            #expect((sent.body["max_tokens"]?.intValue ?? 0) == 16000 + budget)
        }
    }

    @Test func `sampling is what the model takes, in its range`() async throws {
        let old = try await asked {
            $0.options = .init(samplingMode: .random(probabilityThreshold: 0.9), temperature: 1.5)
        }
        #expect(old.body["temperature"] == 1)
        #expect(old.body["top_p"] == nil)
        #expect(Set(old.adjustments.map(\.kind)) == [.optionClamped, .optionDropped])
        let new = try await asked(.opus5_5) { $0.options = .init(samplingMode: .random(top: 5), temperature: 0.2) }
        #expect(new.body["temperature"] == nil && new.body["top_k"] == nil)
        #expect(new.adjustments.count == 2)
        let thinking = try await asked {
            $0.options.temperature = 0.2
            $0.contextOptions.reasoningLevel = .light
        }
        #expect(thinking.body["temperature"] == nil)
        #expect(thinking.adjustments.map(\.kind) == [.optionDropped])
        let stops = try await asked { $0.options.stopSequences = ["END"] }
        #expect(stops.body["stop_sequences"] == ["END"])
    }

    @Test func `a choice of tools is one that the model takes`() async throws {
        func choice(_ model: ClaudeModel, _ mode: GenerationOptions.ToolCallingMode) async throws -> (JSONValue?, Int) {
            let tools = [anyTool("a")]
            let sent = try await asked(model) {
                $0.tools = tools
                $0.options.toolCallingMode = mode
            }
            return (sent.body["tool_choice"], sent.adjustments.count)
        }
        #expect(try await choice(.sonnet4_6, .required) == (["type": "any"], 0))
        #expect(try await choice(.sonnet4_6, .required("a")) == (["type": "tool", "name": "a"], 0))
        #expect(try await choice(.sonnet4_6, .allowed) == (nil, 0))
        #expect(try await choice(.opus5_5, .required) == (nil, 1))
        #expect(try await asked(.sonnet4_6) { $0.options.toolCallingMode = .disallowed }.body["tools"] == nil)
        var one = ClaudeModel.sonnet4_6
        one.parallelToolCalls = false
        #expect(try await choice(one, .allowed).0 == ["type": "auto", "disable_parallel_tool_use": true])
    }

    @Test func `an answer's schema goes in the API's own format, with what that takes`() async throws {
        let schema = GenerationSchema(
            name: "Place",
            jsonSchema: try JSONValue(
                parsing: #"{"type":"object","properties":{"n":{"type":"integer","minimum":1}},"required":["n"]}"#))
        let sent = try await asked { $0.schema = schema }
        #expect(sent.body["output_config"]?["format"]?["type"] == "json_schema")
        let property = sent.body["output_config"]?["format"]?["schema"]?["properties"]?["n"]
        #expect(property?["minimum"] == nil)
        #expect(property?["description"]?.stringValue?.contains("1") == true)
        #expect(sent.body["output_config"]?["format"]?["schema"]?["additionalProperties"] == false)
        #expect(sent.adjustments.contains { $0.kind == .schemaChanged })
        let old = try await asked(ClaudeModel(name: "claude-sonnet-4-0")) { $0.schema = schema }
        #expect(old.body["tool_choice"] == ["type": "tool", "name": "Place", "disable_parallel_tool_use": true])
        #expect(old.body["output_config"] == nil)
    }

    @Test func `a schema that the server cannot be told stands in the prompt`() async throws {
        // An object of any members has no strict form.
        let open = GenerationSchema(
            name: "Anything",
            jsonSchema: try JSONValue(parsing: #"{"type":"object","additionalProperties":{"type":"string"}}"#))
        let format = try await asked { $0.schema = open }
        #expect(format.body["output_config"]?["format"] == nil)
        #expect(format.body["messages"]?.text().contains("additionalProperties") == true)
        #expect(format.adjustments.contains { $0.kind == .schemaChanged })
        // Beside tools, an older model is not forced to call the one of the answer.
        let tool = Transcript.ToolDefinition(
            name: "look", description: "", parameters: GenerationSchema(name: "Look", jsonSchema: ["type": "object"]))
        let beside = try await asked(ClaudeModel(name: "claude-sonnet-4-0")) {
            $0.schema = open
            $0.tools = [tool]
        }
        #expect(beside.body["tool_choice"]?["name"] == nil)
        #expect(beside.body["messages"]?.text().contains("additionalProperties") == true)
    }

    @Test func `what a tool is called with is an object, or the definition is refused`() async throws {
        let tool = Transcript.ToolDefinition(
            name: "look", description: "", parameters: GenerationSchema(name: "Look", jsonSchema: ["type": "string"]))
        await #expect(throws: LanguageModelError.self) { try await asked(.sonnet4_6, { $0.tools = [tool] }) }
    }

    @Test func `one line switches the prompt cache on, and markers of the app's own are four at most`() async throws {
        #expect(try await asked(.sonnet4_6.caching(.automatic)).body["cache_control"] == ["type": "ephemeral"])
        #expect(
            try await asked(.sonnet4_6.caching(.anHour)).body["cache_control"] == ["type": "ephemeral", "ttl": "1h"])
        let marked = (0..<6).map { number in
            Transcript.Segment.text(
                .init(content: "\(number)", providerOptions: ["anthropic": ["cache_control": ["type": "ephemeral"]]]))
        }
        let sent = try await asked(entries: [.prompt(.init(id: "p", segments: marked))])
        let blocks = sent.body["messages"]?[0]?["content"]?.arrayValue ?? []
        #expect(blocks.filter { $0["cache_control"] != nil }.count == 4)
        #expect(sent.adjustments.map(\.kind) == [.optionDropped])
    }

    @Test func `images and documents go as the wire has them`() async throws {
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        let sent = try await asked(entries: [
            .prompt(
                .init(
                    id: "p",
                    segments: [
                        .attachment(.init(content: .image(.init(data: png)))),
                        .attachment(.init(content: .image(.init(imageURL: URL(string: "https://x.example/a.png")!)))),
                        .attachment(
                            .init(
                                content: .file(
                                    .init(data: Data("%PDF-1.4".utf8), mimeType: "application/pdf", filename: "a.pdf")))
                        ),
                        .attachment(.init(content: .file(.init(data: Data("Hello".utf8), mimeType: "text/plain")))),
                        .attachment(
                            .init(content: .image(.init(providerFile: .init(provider: "anthropic", id: "file_1"))))),
                        .attachment(
                            .init(content: .image(.init(providerFile: .init(provider: "openai", id: "file_2"))))),
                        .text(.init(content: "What is this?")),
                    ]))
        ])
        let blocks = sent.body["messages"]?[0]?["content"]?.arrayValue ?? []
        #expect(blocks.map { $0["type"]?.stringValue } == ["image", "image", "document", "document", "image", "text"])
        #expect(
            blocks.prefix(5).map { $0["source"]?["type"]?.stringValue } == ["base64", "url", "base64", "text", "file"])
        #expect(blocks[2]["title"] == "a.pdf")
        #expect(blocks[3]["source"]?["data"] == "Hello")
        #expect(sent.request.headers["anthropic-beta"] == "files-api-2025-04-14")
        #expect(sent.adjustments.map(\.kind) == [.contentDropped])
    }

    @Test func `thinking goes back to the model that made it, as it came, and to no other`() async throws {
        func history(_ data: ProviderData?) -> [Transcript.Entry] {
            [
                .prompt(.init(id: "p", segments: [.text(.init(content: "?"))])),
                .reasoning(.init(id: "r", segments: [.text(.init(content: " Hm.\n"))], providerData: data)),
                .response(.init(id: "a", segments: [.text(.init(content: "A."))])),
                .prompt(.init(id: "q", segments: [.text(.init(content: "And?"))])),
            ]
        }
        func blocks(
            _ data: ProviderData?, _ model: ClaudeModel = .sonnet4_6
        ) async throws -> ([JSONValue], [Adjustment.Kind]) {
            let sent = try await asked(model, entries: history(data))
            return (sent.body["messages"]?[1]?["content"]?.arrayValue ?? [], sent.adjustments.map(\.kind))
        }
        let signed = ProviderData(
            provider: "anthropic", requestedModel: "claude-sonnet-4-6",
            content: ["type": "thinking", "signature": "c2ln"])
        let own = try await blocks(signed)
        #expect(own.0.first == ["type": "thinking", "thinking": " Hm.\n", "signature": "c2ln"])
        #expect(own.1.isEmpty)
        #expect(try await blocks(signed, .opus4_8).1 == [.reasoningDropped])
        var foreign = signed
        foreign.provider = "deepseek"
        #expect(try await blocks(foreign).1 == [.reasoningDropped])
        var unsigned = signed
        unsigned.content = ["type": "thinking", "signature": nil]
        #expect(try await blocks(unsigned).1 == [.reasoningDropped])
        var redacted = signed
        redacted.content = ["type": "redacted_thinking", "data": "zzz"]
        #expect(try await blocks(redacted).0.first == ["type": "redacted_thinking", "data": "zzz"])
    }

    @Test func `tokens are counted with the body of the request`() async throws {
        let transport = StubTransport([.document(200, #"{"input_tokens":14}"#)])
        let request = GenerationRequest(
            transcript: Transcript(entries: [.prompt(.init(segments: [.text(.init(content: "Hi"))]))]))
        #expect(try await ClaudeModel.sonnet4_6.apiKey("k").transport(transport).tokenCount(for: request) == 14)
        let sent = try JSONValue(parsing: try #require(transport.requests.first).body)
        #expect(sent["max_tokens"] == nil && sent["stream"] == nil && sent["messages"] != nil)
        #expect(transport.requests.first?.url.path == "/v1/messages/count_tokens")
    }

    @Test func `the list of models goes over its pages`() async throws {
        let transport = StubTransport([
            .document(
                200,
                #"{"data":[{"type":"model","id":"a","display_name":"A","max_input_tokens":200000}],"has_more":true,"last_id":"a"}"#
            ),
            .document(200, #"{"data":[{"type":"model","id":"b"}],"has_more":false,"last_id":"b"}"#),
        ])
        let models = try await ClaudeModel.sonnet4_6.apiKey("k").transport(transport).availableModels()
        #expect(models.map(\.id) == ["a", "b"])
        #expect(models[0].contextSize == 200_000)
        #expect(transport.requests[1].url.query?.contains("after_id=a") == true)
    }
}

@Suite struct AnswerTests {
    @Test func `an error after half an answer is one failure, with what had come`() {
        let (log, failure) = readWire(
            Wire.start(), Wire.open(0, ["type": "text", "text": ""]),
            Wire.delta(0, ["type": "text_delta", "text": "Half"]),
            Wire.event(
                "error", ["error": ["type": "overloaded_error", "message": "Overloaded"], "request_id": "req_9"]))
        #expect(failure?.category == .overloaded)
        #expect(failure?.retryAdvice == .backoff)
        #expect(failure?.partial?.text == "Half")
        #expect(failure?.evidence?.requestID == "req_9")
        #expect(log.finish == nil)
    }

    @Test func `an error as the first event is thrown before the answer`() async {
        let model = ClaudeModel.sonnet4_6.apiKey("k").transport(
            StubTransport([
                Wire.reply(Wire.event("error", ["error": ["type": "overloaded_error", "message": "Overloaded"]]))
            ]))
        let error = await #expect(throws: ProviderError.self) {
            _ = try await model.respond(
                to: GenerationRequest(
                    transcript: Transcript(entries: [.prompt(.init(segments: [.text(.init(content: "Hi"))]))])))
        }
        #expect(error?.category == .overloaded)
    }

    @Test func `a body that ends without a reason is a cut, and its open call is never run`() {
        let (log, failure) = readWire(
            Wire.start(), Wire.open(0, ["type": "tool_use", "id": "t", "name": "f", "input": [:]]),
            Wire.delta(0, ["type": "input_json_delta", "partial_json": #"{"a":"#]))
        #expect(failure?.category == .incompleteStream)
        #expect(log.calls.map(\.isComplete) == [false])
    }

    @Test func `a body that ends behind the reason is whole`() {
        let whole = Wire.start() + Wire.text(0, "Hi") + Wire.end("end_turn")
        let (log, failure) = readWire(String(whole.dropLast(30)))
        #expect(failure == nil)
        #expect(log.finish == FinishReason(.stop, raw: "end_turn"))
    }

    @Test func `counts are replaced one by one, and the cache is added`() {
        let (log, _) = readWire(
            Wire.start(usage: [
                "input_tokens": 43, "cache_read_input_tokens": 4425, "cache_creation_input_tokens": 10,
                "output_tokens": 60,
            ]),
            Wire.text(0, "x"),
            Wire.end("end_turn", usage: ["input_tokens": 61, "cache_read_input_tokens": nil, "output_tokens": 5]))
        #expect(log.usage?.input.totalTokenCount == 61 + 4425 + 10)
        #expect(log.usage?.input.cachedTokenCount == 4425)
        #expect(log.usage?.input.cacheWriteTokenCount == 10)
        #expect(log.usage?.output.totalTokenCount == 5)
    }

    @Test func `a second reason without one takes nothing back`() {
        let again = Wire.event("message_delta", ["delta": ["stop_reason": nil], "usage": nil])
        let first = Wire.event("message_delta", ["delta": ["stop_reason": "tool_use"], "usage": ["output_tokens": 9]])
        let (log, failure) = readWire(
            Wire.start(), Wire.call(0, "t", "f", "{}"), first, again, Wire.event("message_stop"))
        #expect(failure == nil)
        #expect(log.finish == FinishReason(.toolCalls, raw: "tool_use"))
        #expect(log.usage?.output.totalTokenCount == 9)
        #expect(log.calls.map(\.isComplete) == [true])
    }

    @Test func `a second message is a failure, and the same start twice is one`() {
        let (log, failure) = readWire(
            Wire.start(), Wire.open(0, ["type": "tool_use", "id": "t", "name": "f", "input": [:]]),
            Wire.start(id: "msg_2"),
            Wire.text(0, "x"), Wire.end("end_turn"))
        #expect(failure?.category == .malformedResponse)
        #expect(log.calls.map(\.isComplete) == [false])
        #expect(log.text.isEmpty)
        let twice = readWire(Wire.start(), Wire.start(), Wire.text(0, "x"), Wire.end("end_turn"))
        #expect(twice.failure == nil && twice.log.text == "x")
    }

    @Test(arguments: [[], [""], ["", "{}"]])
    func `a call without parameters is whole, with none`(pieces: [String]) {
        let call =
            Wire.open(0, ["type": "tool_use", "id": "t", "name": "f", "input": [:]])
            + pieces.map { Wire.delta(0, ["type": "input_json_delta", "partial_json": .string($0)]) }.joined()
            + Wire.stop(0)
        let (log, _) = readWire(Wire.start(), call, Wire.end("tool_use"))
        #expect(log.calls.map(\.arguments) == ["{}"])
        #expect(log.calls.map(\.isComplete) == [true])
        #expect(log.violations.isEmpty)
    }

    @Test func `a call's input that came whole counts`() {
        let (log, _) = readWire(
            Wire.start(), Wire.open(0, ["type": "tool_use", "id": "t", "name": "f", "input": ["b": 1, "a": 2]]),
            Wire.stop(0),
            Wire.end("tool_use"))
        #expect(log.calls.map(\.arguments) == [#"{"b":1,"a":2}"#])
        let bare = readWire(
            Wire.start(), Wire.open(0, ["type": "tool_use", "id": "t", "name": "f"]), Wire.stop(0), Wire.end("tool_use")
        )
        #expect(bare.log.calls.map(\.arguments) == ["{}"])
    }

    @Test(arguments: ["max_tokens", "model_context_window_exceeded"], [#"{"title":"ex"#, "{}", #"{"a":1}"#])
    func `the last call is cut where the limit ended the answer, also if its JSON parses`(
        reason: String, arguments: String
    ) {
        let (log, failure) = readWire(
            Wire.start(), Wire.text(0, "Well"), Wire.call(1, "t", "f", #"{"whole":1}"#),
            Wire.call(2, "u", "f", arguments),
            Wire.end(reason))
        #expect(failure == nil)
        #expect(log.finish == FinishReason(.length, raw: reason))
        #expect(log.calls.map(\.isComplete) == [true, false])
    }

    @Test func `a refusal is one, with its reasons`() async {
        let details: JSONValue = ["type": "refusal", "category": "bio", "explanation": "That may do harm."]
        let end = Wire.event(
            "message_delta",
            ["delta": ["stop_reason": "refusal", "stop_details": details], "usage": ["output_tokens": 0]])
        let (_, failure) = readWire(Wire.start(), end, Wire.event("message_stop"))
        #expect(failure?.category == .refusal)
        #expect(failure?.message == "That may do harm.")
        #expect(failure?.evidence?.body?.contains("bio") == true)
        #expect(failure?.retryAdvice == .never)
        let bare = readWire(Wire.start(), Wire.end("refusal"))
        #expect(bare.failure?.category == .refusal)
    }

    @Test func `the server's own tools are steps, kept as they came`() {
        let use: JSONValue = ["type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": [:]]
        let result: JSONValue = [
            "type": "web_search_tool_result", "tool_use_id": "srvtoolu_1",
            "content": [
                ["type": "web_search_result", "url": "https://x.example", "title": nil, "encrypted_content": "e"]
            ],
        ]
        let (log, _) = readWire(
            Wire.start(), Wire.open(0, use),
            Wire.delta(0, ["type": "input_json_delta", "partial_json": #"{"query":"x"}"#]),
            Wire.stop(0), Wire.open(1, result), Wire.stop(1),
            Wire.open(2, ["type": "text", "text": "", "citations": nil]),
            Wire.delta(2, ["type": "text_delta", "text": "It is."]),
            Wire.delta(
                2,
                [
                    "type": "citations_delta",
                    "citation": [
                        "type": "page_location", "document_title": nil, "start_page_number": 3, "cited_text": "q",
                    ],
                ]),
            Wire.stop(2), Wire.end("end_turn"))
        #expect(log.serverCalls.map(\.phase) == [.started, .running, .completed])
        #expect(
            log.serverCalls[1].data?.content == [
                "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": ["query": "x"],
            ])
        #expect(log.serverCalls[2].data?.content == result)
        #expect(log.citations == [Citation(citedText: "q", location: "page 3")])
        #expect(log.calls.isEmpty)
        #expect(log.text == "It is.")
    }

    @Test func `a tool that stands for the answer is the answer`() {
        let (log, _) = readWire(
            Wire.start(), Wire.call(0, "t", "Place", #"{"n":"#, "1}"), Wire.end("tool_use"), answerTool: "Place")
        #expect(log.text == #"{"n":1}"#)
        #expect(log.calls.isEmpty)
        #expect(log.finish == FinishReason(.stop, raw: "tool_use"))
        #expect(log.violations.isEmpty)
    }

    @Test func `what nobody knows yet is passed over`() {
        let (log, failure) = readWire(
            Wire.start(), Wire.event("new_event", ["x": 1]), Wire.open(0, ["type": "hologram", "x": 1]),
            Wire.delta(0, ["type": "hologram_delta", "y": 2]), Wire.stop(0), Wire.text(1, "Hi"), Wire.end("tired"))
        #expect(failure == nil)
        #expect(log.text == "Hi")
        #expect(log.finish == FinishReason(.other, raw: "tired"))
        #expect(log.serverCalls.first?.data?.content["type"] == "hologram")
    }

    @Test func `an answer that paused goes on by itself, with the usage of all`() async throws {
        let use: JSONValue = [
            "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": ["query": "x"],
        ]
        let transport = StubTransport([
            Wire.reply(Wire.start(), Wire.text(0, "Let me "), Wire.open(1, use), Wire.stop(1), Wire.end("pause_turn")),
            Wire.reply(Wire.start(id: "msg_2"), Wire.text(0, "see."), Wire.end("end_turn")),
        ])
        let session = LanguageModelSession(model: ClaudeModel.sonnet4_6.apiKey("k").transport(transport))
        let response = try await session.respond(to: "?")
        #expect(response.content == "Let me see.")
        #expect(response.finishReason == FinishReason(.stop, raw: "end_turn"))
        #expect(response.usage.output.totalTokenCount == 14)
        #expect(response.usage.input.totalTokenCount == 20)
        let second = try JSONValue(parsing: transport.requests[1].body)
        #expect(
            second["messages"]?[1] == ["role": "assistant", "content": [["type": "text", "text": "Let me "], use]])
        let endless = StubTransport(
            (0..<40).map { _ in Wire.reply(Wire.start(), Wire.text(0, "x"), Wire.end("pause_turn")) })
        let bounded = try await LanguageModelSession(model: ClaudeModel.sonnet4_6.apiKey("k").transport(endless))
            .respond(to: "?")
        #expect(bounded.finishReason == FinishReason(.other, raw: "pause_turn"))
        #expect(endless.requests.count == 11)
    }

    @Test func `thinking that the server cannot take back is left out, once`() async throws {
        let refusal = StubTransport.Reply.document(
            400,
            #"{"type":"error","error":{"type":"invalid_request_error","message":"messages.1.content.0: Invalid `signature` in `thinking` block"}}"#
        )
        let transport = StubTransport([
            Wire.reply(Wire.start(), Wire.thinking(0, "Hm.", "c2ln"), Wire.text(1, "A."), Wire.end("end_turn")),
            refusal, Wire.answer,
        ])
        let session = LanguageModelSession(model: ClaudeModel.sonnet4_6.apiKey("k").transport(transport))
        try await session.respond(to: "?")
        let response = try await session.respond(to: "And?")
        #expect(response.adjustments.map(\.kind) == [.reasoningDropped])
        #expect(String(decoding: transport.requests[1].body, as: UTF8.self).contains("c2ln"))
        #expect(!String(decoding: transport.requests[2].body, as: UTF8.self).contains("c2ln"))
        #expect(transport.requests.count == 3)
    }

    @Test func `a snapshot of the model that was asked for is no other model`() {
        #expect(
            readWire(Wire.start("claude-sonnet-4-6-20260101"), Wire.text(0, "x"), Wire.end("end_turn")).log.adjustments
                .isEmpty)
        let other = readWire(Wire.start("claude-haiku-4-5"), Wire.text(0, "x"), Wire.end("end_turn")).log.adjustments
        #expect(other.map(\.kind) == [.modelRedirected])
    }
}
