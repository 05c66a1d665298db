import Foundation
import LMBackendTesting
import LMJSON
import LMProtocol
import LMProvider
import LMTestSupport
import LMTransport
import Testing

@testable import LMGemini

/// Chunks of the wire, composed from what the API documents.
enum Wire {
    static func chunk(_ json: JSONValue) -> String { "data: \(json.text())\r\n\r\n" }
    static func parts(_ parts: JSONValue..., reason: String? = nil) -> String {
        var candidate = JSONObject(["content": ["role": "model", "parts": .array(parts)], "index": 0])
        if let reason { candidate["finishReason"] = .string(reason) }
        return chunk([
            "candidates": [.object(candidate)], "modelVersion": "gemini-2.5-flash", "responseId": "r1",
            "usageMetadata": ["promptTokenCount": 8, "candidatesTokenCount": 6, "thoughtsTokenCount": 3],
        ])
    }
    static func call(_ name: String, _ args: JSONValue = [:], id: String? = nil) -> JSONValue {
        var call = JSONObject(["name": .string(name), "args": args])
        if let id { call["id"] = .string(id) }
        return ["functionCall": .object(call)]
    }
    static let answer = StubTransport.Reply.events(parts(["text": "Done."], reason: "STOP"))

    static func error(
        _ status: Int, _ word: String, _ message: String, details: JSONValue = []
    ) -> JSONValue {
        [
            "error": [
                "code": .number(JSONNumber(status)), "message": .string(message), "status": .string(word),
                "details": details,
            ]
        ]
    }
}

@Suite struct ConformanceTests {
    static let conformance = BackendConformance(
        answers: [
            RecordedAnswer(
                name: "text", headers: [.contentType: "text/event-stream"],
                body: Array(
                    (Wire.parts(["text": "Hm.", "thought": true]) + Wire.parts(["text": "Hel"])
                        + Wire.parts(["text": "lo 👋🏽"], ["text": "", "thoughtSignature": "c2ln"], reason: "STOP"))
                        .utf8)),
            RecordedAnswer(
                name: "calls", headers: [.contentType: "text/event-stream"],
                body: Array(
                    (Wire.parts(["text": "Let me see."])
                        + Wire.parts(Wire.call("weather", ["city": "Rome"]), Wire.call("weather", ["city": "Oslo"]))
                        + Wire.parts(["text": ""], reason: "STOP")).utf8)),
            RecordedAnswer(
                name: "document", headers: [.contentType: "application/json"],
                body: Array(
                    #"{"candidates":[{"content":{"role":"model","parts":[{"text":"Hello."}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":4},"modelVersion":"gemini-2.5-flash","responseId":"r2"}"#
                        .utf8)),
        ],
        errors: [
            (error(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."), .authentication),
            (error(403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers."), .authentication),
            (error(403, "PERMISSION_DENIED", "Requests are blocked."), .permission),
            (
                error(404, "NOT_FOUND", "models/x is not found for API version v1beta, or is not supported."),
                .modelNotFound
            ),
            (
                error(
                    400, "INVALID_ARGUMENT",
                    "The input token count (1250074) exceeds the maximum number of tokens allowed (1048576)."),
                .contextSize
            ),
            (error(400, "INVALID_ARGUMENT", "Request contains an invalid argument."), .invalidRequest),
            (error(429, "RESOURCE_EXHAUSTED", "Resource exhausted. Please try again later."), .rateLimited),
            (
                error(
                    429, "RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan and billing."),
                .quotaExhausted
            ),
            (error(503, "UNAVAILABLE", "The model is overloaded."), .overloaded),
            (error(500, "INTERNAL", "An internal error has occurred."), .server),
        ]
    ) { GeminiModel.flash2_5.apiKey("unused").transport($0) }

    private static func error(_ status: Int, _ word: String, _ message: String) -> RecordedAnswer {
        RecordedAnswer(
            name: "\(status) \(word): \(message)", status: status, headers: [.contentType: "application/json"],
            body: Wire.error(status, word, message).bytes())
    }

    @Test(arguments: BackendConformance.Check.allCases)
    func `Gemini is a sound backend`(check: BackendConformance.Check) async throws {
        try await Self.conformance.run(check)
    }
}

@Suite struct RequestTests {
    private func send(
        _ model: GeminiModel = .flash2_5, _ change: (inout GenerationRequest) -> Void = { _ in },
        entries: [Transcript.Entry] = []
    ) async throws -> (body: JSONValue, request: HTTPRequest, adjustments: [Adjustment]) {
        let transport = StubTransport([Wire.answer])
        var request = GenerationRequest(
            transcript: Transcript(
                entries: entries.isEmpty ? [.prompt(.init(id: "p", segments: [.text(.init(content: "Hi"))]))] : entries)
        )
        change(&request)
        var adjustments: [Adjustment] = []
        for try await event in try await model.apiKey(canaryKey).transport(transport).respond(to: request) {
            // One answer is played for all models.
            if case .adjustment(let adjustment) = event, adjustment.kind != .modelRedirected {
                adjustments.append(adjustment)
            }
        }
        let sent = try #require(transport.requests.first)
        return (try JSONValue(parsing: sent.body), sent, adjustments)
    }

    private static func schema() throws -> GenerationSchema {
        try GenerationSchema(root: DynamicGenerationSchema(name: "A", properties: []), dependencies: [])
    }
    private static func tool(_ name: String) throws -> Transcript.ToolDefinition {
        .init(name: name, description: "d", parameters: try schema())
    }

    @Test func `a request has what Google requires, and no key in its address or body`() async throws {
        let (body, request, adjustments) = try await send()
        #expect(body == ["contents": [["role": "user", "parts": [["text": "Hi"]]]]])
        #expect(
            request.url.absoluteString
                == "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse"
        )
        #expect(request.credential?.field.name == "x-goog-api-key")
        #expect(adjustments.isEmpty)
        let vertex = GeminiModel(
            name: "gemini-2.5-flash",
            baseURL: URL(string: "https://aiplatform.googleapis.com/v1/projects/p/locations/l/publishers/google"))
        #expect(
            try await send(vertex).request.url.path
                == "/v1/projects/p/locations/l/publishers/google/models/gemini-2.5-flash:streamGenerateContent")
        #expect(
            try await send(GeminiModel(name: "tunedModels/mine")).request.url.path
                == "/v1beta/tunedModels/mine:streamGenerateContent")
    }

    @Test(arguments: ["GEMINI_API_KEY", "GOOGLE_API_KEY"])
    func `a key of the environment goes to Google only, over https only`(variable: String) async throws {
        for (url, isSent) in [
            (nil, true), ("http://generativelanguage.googleapis.com", false),
            ("https://generativelanguage.googleapis.com.evil.example", false), ("https://gateway.example", false),
            ("https://storage.googleapis.com", false),
        ] as [(String?, Bool)] {
            let transport = StubTransport([Wire.answer])
            var model = GeminiModel(name: "gemini-2.5-flash", baseURL: url.flatMap { URL(string: $0) })
                .transport(transport)
            model.environment.environment = { [variable: "k"] }
            _ = try? await model.respond(
                to: GenerationRequest(
                    transcript: Transcript(entries: [.prompt(.init(segments: [.text(.init(content: "Hi"))]))])))
            #expect((transport.requests.first?.credential != nil) == isSent, "\(url ?? "")")
        }
    }

    @Test func `a round of tools goes back as it came, signatures and identifiers with it`() async throws {
        func data(_ content: JSONValue) -> ProviderData {
            ProviderData(provider: "google", requestedModel: "gemini-3-flash-preview", content: content)
        }
        let entries: [Transcript.Entry] = [
            .instructions(.init(id: "i", segments: [.text(.init(content: "Be brief."))])),
            .prompt(.init(id: "p", segments: [.text(.init(content: "Rome?"))])),
            .response(
                .init(
                    id: "a",
                    segments: [.text(.init(content: "See.", providerData: data(["thoughtSignature": "dDE="])))])),
            .toolCalls(
                .init(
                    id: "c",
                    [
                        .init(
                            id: "x", toolName: "weather", arguments: try GeneratedContent(json: #"{"city":"Rome"}"#),
                            providerData: data(["thoughtSignature": "czE=", "id": "g1"])),
                        .init(id: "call_2", toolName: "weather", arguments: try GeneratedContent(json: "{}")),
                    ])),
            .toolOutput(.init(id: "x", toolName: "weather", segments: [.text(.init(content: "Sunny"))])),
            .toolOutput(
                .init(id: "call_2", toolName: "weather", segments: [.text(.init(content: "No city."))], isError: true)),
        ]
        let weather = try Self.tool("weather")
        let (body, _, adjustments) = try await send(.flash3, { $0.tools = [weather] }, entries: entries)
        #expect(adjustments.isEmpty)
        #expect(body["systemInstruction"] == ["parts": [["text": "Be brief."]]])
        #expect(body["tools"]?[0]?["functionDeclarations"]?[0]?["name"] == "weather")
        #expect(
            body["contents"] == [
                ["role": "user", "parts": [["text": "Rome?"]]],
                [
                    "role": "model",
                    "parts": [
                        ["text": "See.", "thoughtSignature": "dDE="],
                        [
                            "functionCall": ["name": "weather", "args": ["city": "Rome"], "id": "g1"],
                            "thoughtSignature": "czE=",
                        ],
                        ["functionCall": ["name": "weather", "args": [:]]],
                    ],
                ],
                [
                    "role": "user",
                    "parts": [
                        ["functionResponse": ["name": "weather", "response": ["output": "Sunny"], "id": "g1"]],
                        ["functionResponse": ["name": "weather", "response": ["error": "No city."]]],
                    ],
                ],
            ])
        // Another model did not make the signatures: the first call of the step says so, on models that check.
        let other = try await send(.flash3_8, { $0.tools = [weather] }, entries: entries)
        let parts = other.body["contents"]?[1]?["parts"]
        #expect(parts?[0] == ["text": "See."])
        #expect(parts?[1]?["thoughtSignature"] == "skip_thought_signature_validator")
        #expect(parts?[2]?["thoughtSignature"] == nil)
        #expect(Set(other.adjustments.map(\.kind)) == [.reasoningDropped, .contentRewritten])
        let old = try await send(.flash2_5, { $0.tools = [weather] }, entries: entries)
        #expect(old.body["contents"]?[1]?["parts"]?[1]?["thoughtSignature"] == nil)
    }

    @Test(
        arguments: [
            ("gemini-2.5-pro", .custom("high"), #"{"thinkingBudget":32768,"includeThoughts":true}"#, 0),
            ("gemini-2.5-flash", .custom("low"), #"{"thinkingBudget":1024,"includeThoughts":true}"#, 0),
            ("gemini-2.5-flash", .custom("none"), #"{"thinkingBudget":0}"#, 0),
            ("gemini-3-flash-preview", .custom("minimal"), #"{"thinkingLevel":"minimal","includeThoughts":true}"#, 0),
            ("gemini-3.8-flash", .custom("minimal"), #"{"thinkingLevel":"low","includeThoughts":true}"#, 1),
            ("gemini-2.0-flash", .custom("low"), nil, 1),
        ] as [(String, ContextOptions.ReasoningLevel, String?, Int)])
    func `a level is what the model takes for it`(
        model: String, level: ContextOptions.ReasoningLevel, thinking: String?, adjustments: Int
    ) async throws {
        let sent = try await send(GeminiModel(name: model)) { $0.contextOptions.reasoningLevel = level }
        #expect(
            sent.body["generationConfig"]?["thinkingConfig"] == (try thinking.map { try JSONValue(parsing: $0) }))
        #expect(sent.adjustments.count == adjustments, "\(sent.adjustments)")
    }

    @Test func `sampling is what the model takes, in its range`() async throws {
        let old = try await send {
            $0.options = .init(samplingMode: .random(top: 5, seed: UInt64.max), temperature: 2.5)
            $0.options.maximumResponseTokens = 9
        }
        let config = old.body["generationConfig"]
        #expect(config?["temperature"] == 2 && config?["topK"] == 5 && config?["maxOutputTokens"] == 9)
        #expect((0...Int(Int32.max)).contains(config?["seed"]?.intValue ?? -1))
        #expect(old.adjustments.map(\.kind) == [.optionClamped, .optionApproximated])
        let new = try await send(.flash3_8) { $0.options = .init(temperature: 0.2) }
        #expect(new.body["generationConfig"] == nil)
        #expect(new.adjustments.map(\.kind) == [.optionDropped])
    }

    @Test func `a schema is kept by the server, and beside tools only where it can be`() async throws {
        let (schema, tool) = (try Self.schema(), try Self.tool("f"))
        let plain = try await send { $0.schema = schema }
        #expect(plain.body["generationConfig"]?["responseMimeType"] == "application/json")
        #expect(plain.body["generationConfig"]?["responseJsonSchema"]?["type"] == "object")
        let both = try await send {
            $0.schema = schema
            $0.tools = [tool]
        }
        #expect(both.body["generationConfig"] == nil)
        #expect(both.body["contents"]?.text().contains("JSON") == true)
        #expect(both.adjustments.map(\.kind) == [.schemaChanged])
        let third = try await send(.flash3) {
            $0.schema = schema
            $0.tools = [tool]
        }
        #expect(third.body["generationConfig"]?["responseJsonSchema"] != nil)
    }

    @Test func `a tool can be required, named, and switched off while it stays declared`() async throws {
        let tool = try Self.tool("f")
        for (mode, expected) in [
            (.required, ["mode": "ANY"]), (.disallowed, ["mode": "NONE"]), (.allowed, nil),
        ] as [(GenerationOptions.ToolCallingMode, JSONValue?)] {
            let sent = try await send {
                $0.tools = [tool]
                $0.options.toolCallingMode = mode
            }
            #expect(sent.body["toolConfig"]?["functionCallingConfig"] == expected)
            #expect(sent.body["tools"] != nil)
        }
    }

    @Test func `an image goes as bytes with its type`() async throws {
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0])
        let entries: [Transcript.Entry] = [
            .prompt(
                .init(
                    id: "p",
                    segments: [
                        .text(.init(content: "?")),
                        .attachment(.init(content: .image(.init(data: png, mimeType: "image/png")))),
                    ]))
        ]
        let sent = try await send(entries: entries)
        #expect(
            sent.body["contents"]?[0]?["parts"]?[1]
                == ["inlineData": ["mimeType": "image/png", "data": .string(png.base64EncodedString())]])
    }

    @Test func `signatures that the server cannot take back are left out, once`() async throws {
        let refusal = StubTransport.Reply.document(
            400, Wire.error(400, "INVALID_ARGUMENT", "Corrupted thought signature.").text())
        let transport = StubTransport([
            .events(Wire.parts(["text": "A.", "thoughtSignature": "c2ln"], reason: "STOP")), refusal, Wire.answer,
        ])
        let session = LanguageModelSession(model: GeminiModel.flash2_5.apiKey("k").transport(transport))
        try await session.respond(to: "?")
        let response = try await session.respond(to: "And?")
        #expect(response.adjustments.map(\.kind) == [.reasoningDropped])
        #expect(String(decoding: transport.requests[1].body, as: UTF8.self).contains("c2ln"))
        #expect(!String(decoding: transport.requests[2].body, as: UTF8.self).contains("c2ln"))
        #expect(transport.requests.count == 3)
    }

    @Test func `tokens are counted and models are listed over their pages`() async throws {
        let transport = StubTransport([
            .document(200, #"{"totalTokens":14}"#),
            .document(
                200,
                #"{"models":[{"name":"models/a","displayName":"A","inputTokenLimit":1000}],"nextPageToken":"t"}"#),
            .document(200, #"{"models":[{"name":"models/b"}]}"#),
        ])
        let model = GeminiModel.flash2_5.apiKey("k").transport(transport)
        let request = GenerationRequest(
            transcript: Transcript(entries: [.prompt(.init(segments: [.text(.init(content: "Hi"))]))]))
        #expect(try await model.tokenCount(for: request) == 14)
        #expect(transport.requests[0].url.path == "/v1beta/models/gemini-2.5-flash:countTokens")
        let models = try await model.availableModels()
        #expect(models.map(\.id) == ["a", "b"])
        #expect(models[0].contextSize == 1000)
        #expect(transport.requests[2].url.query?.contains("pageToken=t") == true)
    }
}

@Suite struct AnswerTests {
    private func read(_ parts: String...) -> (log: EventLog, failure: ProviderError?) {
        decode(
            [Array(parts.joined().utf8)],
            GeminiContext(requestedModel: "gemini-2.5-flash", provider: "google", knownCallIDs: ["call_2"]))
    }

    @Test(arguments: [
        "data: {\"error\":{\"code\":503,\"status\":\"UNAVAILABLE\",\"message\":\"High demand.\"}}\n\n",
        "data: [{\"error\":{\"code\":503,\"status\":\"UNAVAILABLE\",\"message\":\"High demand.\"}}]\n\n",
    ])
    func `an error behind half an answer is one failure, also behind a reason`(error: String) {
        let (log, failure) = read(Wire.parts(["text": "Half"]), Wire.parts(["text": ""], reason: "STOP"), error)
        #expect(failure?.category == .overloaded)
        #expect(failure?.partial?.text == "Half")
        #expect(log.finish == nil)
    }

    @Test func `a body that ends without a reason is a cut`() {
        let (_, failure) = read(Wire.parts(["text": "Half"]))
        #expect(failure?.category == .incompleteStream)
        #expect(failure?.partial?.text == "Half")
    }

    @Test func `a prompt that was refused is a guardrail with the server's words`() {
        let (log, failure) = read(
            Wire.chunk(["promptFeedback": ["blockReason": "MODEL_ARMOR", "blockReasonMessage": "No."]]))
        #expect(failure?.category == .guardrail)
        #expect(failure?.message == "No.")
        #expect(failure?.retryAdvice == .never)
        #expect(log.usage == nil)
    }

    @Test(
        arguments: [
            ("SAFETY", .guardrail), ("RECITATION", .guardrail), ("MALFORMED_FUNCTION_CALL", .outputInvalid),
            ("MISSING_THOUGHT_SIGNATURE", .invalidRequest), ("UNEXPECTED_TOOL_CALL", .outputInvalid),
        ] as [(String, FailureCategory)])
    func `reasons that are failures fail, with what had come`(reason: String, category: FailureCategory) {
        let (_, failure) = read(
            Wire.parts(["text": "Half"]), Wire.chunk(["candidates": [["finishReason": .string(reason)]]]))
        #expect(failure?.category == category)
        #expect(failure?.partial?.text == "Half")
    }

    @Test func `the limit is no failure, also without text, and its calls are not run`() {
        let (log, failure) = read(
            Wire.chunk([
                "candidates": [["content": ["role": "model"], "finishReason": "MAX_TOKENS"]],
                "usageMetadata": ["promptTokenCount": 5, "thoughtsTokenCount": 2],
            ]))
        #expect(failure == nil)
        #expect(log.finish == FinishReason(.length, raw: "MAX_TOKENS"))
        #expect(log.usage?.output.totalTokenCount == 2 && log.usage?.output.reasoningTokenCount == 2)
        #expect(read(Wire.parts(Wire.call("f"), reason: "CONTINUATION")).log.finish?.unified == .length)
        #expect(read(Wire.parts(["text": "x"], reason: "NEW_WORD")).log.finish?.unified == .other)
        #expect(read(Wire.chunk(["candidates": [["finishReason": "NEW_WORD"]]])).failure?.category == .outputInvalid)
    }

    @Test func `a reason that came early takes nothing back, and the last one counts`() {
        let (log, failure) = read(
            Wire.chunk(["candidates": [["finishReason": "STOP"]]]), Wire.parts(["text": "Hi"]),
            Wire.chunk(["candidates": [["groundingMetadata": [:]]]]), Wire.parts(["text": "!"], reason: "MAX_TOKENS"))
        #expect(failure == nil)
        #expect(log.text == "Hi!")
        #expect(log.finish?.unified == .length)
    }

    @Test func `equal calls without identifiers are two, with identifiers that are new`() {
        let (log, _) = read(
            Wire.parts(Wire.call("f"), Wire.call("f")), Wire.parts(Wire.call("g", ["a": 1], id: "s1")),
            Wire.parts(Wire.call("g", ["a": 1], id: "s1"), reason: "STOP"))
        #expect(log.calls.map(\.name) == ["f", "f", "g"])
        #expect(Set(log.calls.map(\.id)).count == 3)
        #expect(!log.calls.map(\.id).contains("call_2"))
        #expect(log.calls[2].id == "s1")
        #expect(log.violations.isEmpty)
    }

    @Test func `a path that does not fit makes a call that never runs`() {
        func piece(_ path: String, _ more: Bool) -> JSONValue {
            [
                "functionCall": [
                    "partialArgs": [["jsonPath": .string(path), "stringValue": "x"]], "willContinue": .bool(more),
                ]
            ]
        }
        let start: JSONValue = ["functionCall": ["name": "f", "willContinue": true]]
        let (log, failure) = read(
            Wire.parts(start), Wire.parts(piece("$.a", true)), Wire.parts(piece("$.a[0]", true)),
            Wire.parts(["functionCall": [:]], reason: "STOP"))
        #expect(log.calls.map(\.isComplete) == [false])
        #expect(failure?.category == .outputInvalid)
        let lists = read(
            Wire.parts(start), Wire.parts(piece("$.a[0].b", true)), Wire.parts(piece("$['a'][1].b", false)),
            Wire.parts(["text": ""], reason: "STOP"))
        #expect(lists.log.calls.map(\.arguments) == [#"{"a":[{"b":"x"},{"b":"x"}]}"#])
        let stray = read(Wire.parts(piece("$.a", false)), Wire.parts(["text": "x"], reason: "STOP"))
        #expect(stray.log.adjustments.map(\.kind) == [.streamMismatch])
        #expect(stray.log.calls.isEmpty)
    }

    @Test func `sources are cited once, with their places`() {
        let grounding: JSONValue = [
            "groundingChunks": [["web": ["uri": "https://x.example", "title": "X"]]],
            "groundingSupports": [["segment": ["endIndex": 4], "groundingChunkIndices": [0]]],
        ]
        let chunk = Wire.chunk(["candidates": [["groundingMetadata": grounding]]])
        let (log, _) = read(Wire.parts(["text": "It is."]), chunk, chunk, Wire.parts(["text": ""], reason: "STOP"))
        #expect(log.citations == [Citation(url: "https://x.example", title: "X", start: 0, end: 4)])
    }

    @Test func `the wait is that of the body, and a purse for the day is no busy minute`() {
        func failure(_ quota: String, wrapped: Bool) -> ProviderError {
            var body = Wire.error(
                429, "RESOURCE_EXHAUSTED",
                "You exceeded your current quota, please check your plan and billing details.",
                details: [
                    [
                        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
                        "violations": [["quotaId": .string(quota)]],
                    ],
                    ["@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34.5s"],
                ])
            if wrapped { body = [body] }
            return GeminiErrors.classifier.response(
                status: 429, headers: [:], body: body.bytes(), now: Date(timeIntervalSince1970: 0))
        }
        for wrapped in [false, true] {
            let minute = failure("GenerateRequestsPerMinutePerProject", wrapped: wrapped)
            #expect(minute.category == .rateLimited)
            #expect(minute.retryAdvice == .after(.seconds(34.5)))
            let day = failure("GenerateRequestsPerDayPerProject", wrapped: wrapped)
            #expect(day.category == .quotaExhausted)
            #expect(day.retryAdvice == .never)
        }
    }

    @Test func `code that the server ran is a step, kept as it came`() {
        let code: JSONValue = ["executableCode": ["language": "PYTHON", "code": "1"]]
        let (log, _) = read(Wire.parts(code, ["text": "1"], reason: "STOP"))
        #expect(log.serverCalls.map(\.type) == ["executableCode"])
        #expect(log.serverCalls[0].data?.content == code)
        #expect(log.text == "1")
    }
}
