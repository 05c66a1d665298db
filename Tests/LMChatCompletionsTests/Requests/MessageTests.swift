import Foundation
import LMJSON
import LMProtocol
import LMProvider
import Testing

@testable import LMChatCompletions

/// What each entry of a transcript becomes, for each kind of server.
struct MessageTests {
    static func body(
        _ entries: [Transcript.Entry], _ dialect: ChatDialect, model: String = "m",
        _ change: (inout GenerationRequest) -> Void = { _ in }
    ) throws -> (json: JSONValue, messages: [JSONValue], adjustments: [Adjustment]) {
        var request = GenerationRequest(transcript: Transcript(entries: entries))
        change(&request)
        let settings = ChatSettings(card: ChatCompletionsModel(name: model, dialect: dialect).card, dialect: dialect)
        let body = try ChatRequestBuilder(settings: settings).build(request)
        let json = try JSONValue(parsing: body.bytes)
        return (json, json["messages"]?.arrayValue ?? [], body.adjustments)
    }

    static func text(_ text: String) -> Transcript.Segment { .text(.init(id: "s", content: text)) }
    static func prompt(_ words: String = "Hi") -> Transcript.Entry {
        .prompt(.init(id: "p", segments: [text(words)]))
    }
    static func call(_ ids: String..., data: ProviderData? = nil) -> Transcript.Entry {
        .toolCalls(
            .init(
                id: "t",
                ids.map { .init(id: $0, toolName: "f", arguments: GeneratedContent([:]), providerData: data) }))
    }
    static func output(_ id: String, _ segments: [Transcript.Segment] = [text("out")]) -> Transcript.Entry {
        .toolOutput(.init(id: id, toolName: "f", segments: segments))
    }
    static func answer(_ words: String) -> Transcript.Entry { .response(.init(id: "a", segments: [text(words)])) }
    static func reasoning(
        _ words: String, _ content: JSONValue, _ provider: String, model: String = "m"
    ) -> Transcript.Entry {
        .reasoning(
            .init(
                id: "r", segments: [text(words)],
                providerData: ProviderData(
                    provider: provider, requestedModel: model, servedModel: model, content: content)))
    }
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    private static let image = Transcript.Segment.attachment(.init(id: "a", content: .image(.init(data: png))))

    // MARK: One round

    @Test(arguments: ChatDialect.all)
    func `text and calls of a round are one message, and the outputs stand directly behind it in the calls' order`(
        _ dialect: ChatDialect
    ) throws {
        let messages = try Self.body(
            [
                Self.prompt(), Self.answer("So:"), Self.call("call00001", "call00002"), Self.output("call00002"),
                Self.output("call00001"),
            ],
            dialect
        ).messages
        #expect(messages.map { $0["role"] } == ["user", "assistant", "tool", "tool"])
        #expect(messages[1]["content"] == "So:")
        #expect(messages[1]["tool_calls"]?.arrayValue?.map { $0["id"] } == ["call00001", "call00002"])
        #expect(messages[1]["tool_calls"]?[0]?["function"]?["arguments"] == "{}")
        #expect(messages[2...].map { $0["tool_call_id"] } == ["call00001", "call00002"])
    }

    @Test func `a call without an output gets a stand-in before anything else is said`() throws {
        let (_, messages, adjustments) = try Self.body(
            [Self.prompt(), Self.call("a", "b"), Self.output("b"), Self.prompt("And?")], .openai)
        #expect(messages.map { $0["role"] } == ["user", "assistant", "tool", "tool", "user"])
        #expect(messages[2]["tool_call_id"] == "a")
        #expect(adjustments.contains { $0.kind == .transcriptRepaired })
    }

    @Test(arguments: [ChatDialect.lmstudio, .ollama, .deepseek, .mistral, .moonshot, .alibaba, .llamacpp])
    func `an empty text stands beside calls where the server refuses null`(_ dialect: ChatDialect) throws {
        let message = try Self.body([Self.prompt(), Self.call("a"), Self.output("a")], dialect).messages[1]
        #expect(message["content"] == "")
    }

    @Test(arguments: [ChatDialect.openai, .azure, .xai, .groq, .venice, .gemini, .copilot, .openrouter, .vllm])
    func `no text stands beside calls where the server refuses an empty one`(_ dialect: ChatDialect) throws {
        let message = try Self.body([Self.prompt(), Self.call("a"), Self.output("a")], dialect).messages[1]
        #expect(message["content"]?.isNull != false)
    }

    @Test func `images of outputs stand in one message of the user, behind the round's last output`() throws {
        let (_, messages, adjustments) = try Self.body(
            [
                Self.prompt(), Self.call("a", "b"), Self.output("a", [Self.text("see"), Self.image]),
                Self.output("b", [Self.image]),
            ], .openai)
        #expect(messages.map { $0["role"] } == ["user", "assistant", "tool", "tool", "user"])
        #expect(messages[2]["content"] == "see")
        #expect(messages[3]["content"]?.stringValue?.isEmpty == false)
        #expect(messages[4]["content"]?.arrayValue?.count { $0["type"] == "image_url" } == 2)
        #expect(adjustments.contains { $0.kind == .contentRewritten })
    }

    @Test func `Mistral gets a message of the model between an output and the user`() throws {
        let entries = [Self.prompt(), Self.call("a"), Self.output("a"), Self.prompt("And?")]
        #expect(
            try Self.body(entries, .mistral).messages.map { $0["role"] } == [
                "user", "assistant", "tool", "assistant", "user",
            ])
        #expect(try Self.body(entries, .openai).messages.map { $0["role"] } == ["user", "assistant", "tool", "user"])
    }

    @Test(arguments: ChatDialect.all + [.generic])
    func `instructions are the system's, for every server`(_ dialect: ChatDialect) throws {
        let instructions = Transcript.Entry.instructions(.init(id: "i", segments: [Self.text("Be brief.")]))
        let messages = try Self.body([instructions, Self.prompt()], dialect).messages
        #expect(messages == [["role": "system", "content": "Be brief."], ["role": "user", "content": "Hi"]])
    }

    // MARK: Identifiers

    @Test func `Mistral's identifiers are nine letters and digits, the same in call, output and every request`() throws
    {
        let entries = [
            Self.prompt(), Self.call("call_abcdefghijklmnop", "call00002"), Self.output("call_abcdefghijklmnop"),
            Self.output("call00002"),
        ]
        let first = try Self.body(entries, .mistral).messages
        let later = try Self.body(entries + [Self.answer("Done."), Self.prompt("And?")], .mistral).messages
        let ids = first[1]["tool_calls"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
        #expect(ids.allSatisfy { $0.utf8.count == 9 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
        #expect(ids.last == "call00002")
        #expect(first[2...3].map { $0["tool_call_id"]?.stringValue } == ids)
        #expect(Array(later.prefix(4)) == first)
    }

    // MARK: What goes back

    @Test(arguments: [ChatDialect.deepseek, .moonshot])
    func `reasoning goes back with the calls that it led to`(_ dialect: ChatDialect) throws {
        let content: JSONValue = ["field": "reasoning_content"]
        let entries = [
            Self.prompt(), Self.reasoning("Hm.", content, dialect.provider), Self.call("a"), Self.output("a"),
            Self.answer("Done."), Self.prompt("And?"),
        ]
        let messages = try Self.body(entries, dialect).messages
        #expect(messages[1]["reasoning_content"] == "Hm.")
        #expect(messages[1]["tool_calls"]?.arrayValue?.count == 1)
    }

    @Test func `DeepSeek gets an empty thought where a turn with calls had none`() throws {
        let messages = try Self.body([Self.prompt(), Self.call("a"), Self.output("a")], .deepseek).messages
        #expect(messages[1]["reasoning_content"] == "")
    }

    @Test(arguments: ["reasoning", "reasoning_content"])
    func `reasoning goes back under the name that it came under`(_ name: String) throws {
        let entries = [
            Self.prompt(), Self.reasoning("Hm.", ["field": .string(name)], "vllm"), Self.answer("Done."),
            Self.prompt("And?"),
        ]
        #expect(try Self.body(entries, .vllm).messages[1][name] == "Hm.")
    }

    @Test func `OpenRouter's details go back as they came, whole and in order`() throws {
        let details: JSONValue = [
            ["type": "reasoning.text", "text": "Hm.", "signature": "S", "index": 0],
            ["type": "reasoning.encrypted", "data": "E", "id": "x", "index": 1],
        ]
        let entries = [
            Self.prompt(), Self.reasoning("Hm.", ["field": "reasoning", "details": details], "openrouter"),
            Self.call("a"), Self.output("a"),
        ]
        let message = try Self.body(entries, .openrouter).messages[1]
        #expect(message["reasoning_details"] == details)
        #expect(message["reasoning"] == nil)
        #expect(message["tool_calls"]?.arrayValue?.count == 1)
    }

    @Test func `Mistral's thought goes back as the part that it was, before the text`() throws {
        let part: JSONValue = ["type": "thinking", "closed": true, "thinking": [["type": "text", "text": "Hm."]]]
        let entries = [
            Self.prompt(), Self.reasoning("Hm.", ["part": part], "mistral"), Self.answer("Done."), Self.prompt("And?"),
        ]
        #expect(try Self.body(entries, .mistral).messages[1]["content"] == [part, ["type": "text", "text": "Done."]])
    }

    @Test func `Gemini's signature goes back on its call, and a call of another model gets the stand-in`() throws {
        let extra: JSONValue = ["google": ["thought_signature": "S"]]
        let data = ProviderData(
            provider: "gemini", requestedModel: "m", servedModel: "m", content: ["extra_content": extra])
        let own = try Self.body([Self.prompt(), Self.call("a", data: data), Self.output("a")], .gemini).messages[1]
        #expect(own["tool_calls"]?[0]?["extra_content"] == extra)
        let foreign = try Self.body([Self.prompt(), Self.call("a", "b"), Self.output("a"), Self.output("b")], .gemini)
            .messages[1]
        #expect(
            foreign["tool_calls"]?[0]?["extra_content"]
                == ["google": ["thought_signature": "skip_thought_signature_validator"]])
        #expect(foreign["tool_calls"]?[1]?["extra_content"] == nil)
        let elsewhere = try Self.body([Self.prompt(), Self.call("a", data: data), Self.output("a")], .openai)
        #expect(elsewhere.messages[1]["tool_calls"]?[0]?["extra_content"] == nil)
    }

    @Test(arguments: ChatDialect.all)
    func `what another model thought is not shown, and that is told where it would have been`(
        _ dialect: ChatDialect
    ) throws {
        let content: JSONValue = ["field": "reasoning_content", "details": [["type": "reasoning.encrypted"]]]
        let entries = [
            Self.prompt(), Self.reasoning("Hm.", content, dialect.provider, model: "other"), Self.call("a"),
            Self.output("a"),
        ]
        let (json, _, adjustments) = try Self.body(entries, dialect)
        #expect(!json.text().contains("Hm."))
        #expect(!json.text().contains("reasoning_details"))
        if dialect.reasoningReturn != .never { #expect(adjustments.contains { $0.kind == .reasoningDropped }) }
    }
}
