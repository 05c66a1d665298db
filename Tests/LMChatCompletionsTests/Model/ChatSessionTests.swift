import Foundation
import LMJSON
import LMProtocol
import LMProvider
import LMReplay
import LMTestSupport
import LMTransport
import Testing

@testable import LMChatCompletions

/// Whole turns through a session.
struct ChatSessionTests {
    /// Tells the weather of two cities.
    struct WeatherTool: Tool {
        struct Arguments: ConvertibleFromGeneratedContent {
            var city: String
            init(_ content: GeneratedContent) throws { city = content.json["city"]?.stringValue ?? "" }
        }
        let name = "weather"
        let description = "The weather of a city."
        let parameters = GenerationSchema(
            name: "Arguments",
            jsonSchema: [
                "type": "object", "properties": ["city": ["type": "string"]], "required": ["city"],
                "additionalProperties": false,
            ])
        func call(arguments: Arguments) async throws -> String { arguments.city == "Rome" ? "sunny" : "rain" }
    }

    /// Answers without being told anything.
    struct PingTool: Tool {
        struct Arguments: ConvertibleFromGeneratedContent { init(_ content: GeneratedContent) throws {} }
        let name = "ping"
        let description = "Answers."
        let parameters = GenerationSchema(
            name: "Arguments", jsonSchema: ["type": "object", "properties": [:], "additionalProperties": false])
        func call(arguments: Arguments) async throws -> String { "pong" }
    }

    /// A person, asked for as a value.
    struct Person: Generable, Equatable {
        var name: String
        var age: Int
        static var generationSchema: GenerationSchema {
            GenerationSchema(
                name: "Person",
                jsonSchema: [
                    "type": "object", "properties": ["name": ["type": "string"], "age": ["type": "integer"]],
                    "required": ["name", "age"], "additionalProperties": false,
                ])
        }
        init(_ content: GeneratedContent) throws {
            name = content.json["name"]?.stringValue ?? ""
            age = content.json["age"]?.intValue ?? 0
        }
        var generatedContent: GeneratedContent {
            GeneratedContent(["name": .string(name), "age": .number(JSONNumber(age))])
        }
    }

    private static func model(
        _ transport: StubTransport, _ dialect: ChatDialect = .generic
    ) -> ChatCompletionsModel {
        ChatCompletionsModel(name: "m", baseURL: URL(string: "http://127.0.0.1/v1"), dialect: dialect)
            .transport(transport)
    }
    private static let answer = stream(delta(text("Hel")), delta(text("lo")), delta("", "stop"), usageChunk)

    private static func bodies(_ transport: StubTransport) throws -> [JSONValue] {
        try transport.requests.map { try JSONValue(parsing: $0.body) }
    }

    // MARK: The fixtures

    private static func replay(_ name: String) throws -> ReplayTransport {
        ReplayTransport(try Cassette(contentsOf: Fixtures.path("\(name).cassette.jsonl")), options: .init(name: name))
    }

    @Test func `a turn with thoughts and tools is replayed, and the next one sends it back whole`() async throws {
        let transport = try Self.replay("chat-tools")
        let model = ChatCompletionsModel(name: "deepseek-reasoner", dialect: .deepseek).apiKey(canaryKey)
            .transport(transport)
        let session = LanguageModelSession(model: model, tools: [WeatherTool()], instructions: "Be brief.")
        let first = try await session.respond(to: "Where is the sun, in Paris or in Rome?")
        #expect(first.content == "In Rome: it is sunny there, and rains in Paris.")
        #expect(first.finishReason == FinishReason(.stop, raw: "stop"))
        #expect(first.usage.input.totalTokenCount == 396)
        #expect(first.usage.output == .init(totalTokenCount: 62, reasoningTokenCount: 14))
        // The second turn came as a document. A request that said less than the first turn would not be found.
        #expect(try await session.respond(to: "And in one word?").content == "Rome.")
        try transport.verifyUsed()
    }

    @Test func `a value from a server that keeps to no schema is told in the prompt, checked, and mended`() async throws
    {
        let transport = try Self.replay("chat-structured")
        let model = ChatCompletionsModel(name: "deepseek-chat", dialect: .deepseek).apiKey(canaryKey)
            .transport(transport)
        let session = LanguageModelSession(model: model)
        session.outputValidationPolicy = .repairOnce
        let response = try await session.respond(to: "Who wrote the first program?", generating: Person.self)
        #expect(response.content.name == "Ada")
        #expect(response.content.age == 27)
        #expect(response.adjustments.contains { $0.kind == .schemaChanged })
        try transport.verifyUsed()
    }

    // MARK: Ways an answer comes

    @Test func `a stream in single bytes and a document are the same answer`() async throws {
        let document =
            #"{"id":"r1","object":"chat.completion","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Hello"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":5,"total_tokens":8}}"#
        let transport = StubTransport(
            StubTransport.Reply.events(Self.answer), StubTransport.Reply.events(Self.answer).perByte,
            .document(200, document), .document(200, document, type: "application/octet-stream"))
        let model = Self.model(transport)
        for _ in 0..<4 {
            let response = try await LanguageModelSession(model: model).respond(to: "Hi")
            #expect(response.content == "Hello")
            #expect(response.finishReason == FinishReason(.stop, raw: "stop"))
            #expect(response.usage.output.totalTokenCount == 5)
        }
        #expect(transport.requests.first?.url.absoluteString == "http://127.0.0.1/v1/chat/completions")
    }

    @Test func `a call without parameters runs, and one that was cut does not`() async throws {
        let whole = StubTransport(
            .events(stream(delta(call(0, "a", "ping", "")), delta("", "tool_calls"))), .events(Self.answer))
        _ = try await LanguageModelSession(model: Self.model(whole), tools: [PingTool()]).respond(to: "Hi")
        #expect(try Self.bodies(whole).last?["messages"]?.arrayValue?.last?["content"] == "pong")
        let cut = StubTransport(
            .events(stream(delta(call(0, "a", "ping", #"{"city":"Ro"#)), delta("", "tool_calls"))),
            .events(Self.answer))
        let session = LanguageModelSession(model: Self.model(cut), tools: [PingTool()])
        _ = try? await session.respond(to: "Hi")
        #expect(!"\(session.transcript)".contains("pong"))
    }

    @Test func `a refusal is a refusal where a value was asked for`() async throws {
        let transport = StubTransport(.events(stream(delta(#""content":null,"refusal":"No.""#), delta("", "stop"))))
        do {
            _ = try await LanguageModelSession(model: Self.model(transport)).respond(
                to: "Hi", generating: Person.self)
            Issue.record("no refusal")
        } catch {
            #expect((error as? any LanguageModelFailure)?.category == .refusal)
        }
    }

    // MARK: Connections

    @Test func `a connection that breaks behind the reason changes nothing`() async throws {
        let reply = StubTransport.Reply.events(
            stream(delta(text("Hello")), delta("", "stop"), done: false), failure: TransportError(.other, "reset"))
        let response = try await LanguageModelSession(model: Self.model(StubTransport(reply))).respond(to: "Hi")
        #expect(response.content == "Hello")
        #expect(response.finishReason == FinishReason(.stop, raw: "stop"))
    }

    @Test func `a connection that breaks before the reason is a failure with what had come`() async throws {
        let reply = StubTransport.Reply.events(
            stream(delta(text("Hello")), done: false), failure: TransportError(.other, "reset"))
        do {
            _ = try await LanguageModelSession(model: Self.model(StubTransport(reply))).respond(to: "Hi")
            Issue.record("no failure")
        } catch {
            let failure = error as? any LanguageModelFailure
            #expect(failure?.category == .transport)
            #expect(failure?.partial?.text == "Hello")
        }
    }

    @Test(arguments: [false, true])
    func `silence behind the reason ends the answer after a moment, rightly`(_ hasUsage: Bool) async throws {
        let clock = VirtualClock()
        let reason = delta("", "stop", beside: hasUsage ? #","usage":{"prompt_tokens":3,"completion_tokens":5}"# : "")
        let transport = StubTransport(
            StubTransport.Reply.events(stream(delta(text("Hello")), reason, done: false)).open)
        var model = Self.model(transport)
        model.environment.clock = clock
        let session = LanguageModelSession(model: model)
        let answering = Task { try await session.respond(to: "Hi") }
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(2))
        let response = try await answering.value
        #expect(response.content == "Hello")
        #expect(response.finishReason == FinishReason(.stop, raw: "stop"))
        #expect(response.usage.output.totalTokenCount == (hasUsage ? 5 : 0))
    }

    // MARK: The list of models

    @Test(arguments: [
        #"{"object":"list","data":[{"id":"a","context_length":4096}]}"#, #"[{"id":"a","context_length":4096}]"#,
        #"{"data":[{"id":"a","max_model_len":4096}]}"#, #"{"data":[{"id":"a","meta":{"n_ctx_train":4096}}]}"#,
        #"{"data":[{"id":"a","context_window":4096},{"object":"none"}]}"#,
    ])
    func `a server's list of models is read in each of its forms`(_ list: String) async throws {
        let models = try await Self.model(StubTransport(.document(200, list))).availableModels()
        #expect(models.map(\.id) == ["a"])
        #expect(models.first?.contextSize == 4096)
    }
}
