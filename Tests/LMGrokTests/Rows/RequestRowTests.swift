import Foundation
import LMJSON
import LMProtocol
import LMTestSupport
import LMTransport
import Testing

@testable import LMGrok

/// The public bug reports of other clients that are about what is sent, one test for each row of the project's list. Each
/// asserts what the model sends by itself and what a session has it send.
struct RequestRowTests {
    private static func text(_ text: String) -> Transcript.Segment { .text(.init(id: "s", content: text)) }
    private static let hi = Transcript.Entry.prompt(.init(id: "p", segments: [text("Hi")]))
    private static let hiItem: JSONValue = ["type": "message", "role": "user", "content": "Hi"]
    private static func answer(_ text: String) -> Transcript.Entry {
        .response(.init(id: "a", segments: [Self.text(text)]))
    }
    private static func answerItem(_ text: String) -> JSONValue {
        ["type": "message", "role": "assistant", "content": .string(text)]
    }
    private static func reasoning(
        _ texts: [String] = [], encrypted: String? = "E", model: String = "grok-4.3"
    )
        -> Transcript.Entry
    {
        let signature = ProviderData.encryptedReasoning(id: "rs_1", encrypted, requested: model)
        return .reasoning(.init(id: "r", segments: texts.map(text), providerData: signature))
    }
    private static func reasoningItem(_ texts: [String] = []) -> JSONValue {
        [
            "type": "reasoning", "id": "rs_1",
            "summary": .array(texts.map { ["type": "summary_text", "text": .string($0)] }), "encrypted_content": "E",
        ]
    }
    private static func call(_ id: String) -> Transcript.Entry {
        .toolCalls(.init(id: "t-\(id)", [.init(id: id, toolName: "count", arguments: GeneratedContent(["n": 1]))]))
    }
    private static func callItem(_ id: String) -> JSONValue {
        ["type": "function_call", "call_id": .string(id), "name": "count", "arguments": #"{"n":1}"#]
    }
    private static func output(_ id: String, _ segments: [Transcript.Segment] = [text("one")]) -> Transcript.Entry {
        .toolOutput(.init(id: id, toolName: "count", segments: segments))
    }
    private static func outputItem(_ id: String, _ output: JSONValue = "one") -> JSONValue {
        ["type": "function_call_output", "call_id": .string(id), "output": output]
    }

    // MARK: Reasoning

    @Test func `row 31: reasoning without ciphertext is left out, never a bare identifier`() async throws {
        try await RequestRun([Self.hi, Self.reasoning(["Hm."], encrypted: nil), Self.answer("Yes.")])
            .expect([Self.hiItem, Self.answerItem("Yes.")])
    }

    @Test func `row 32: ciphertext goes to the model that made it, and to no other`() async throws {
        let entries = [Self.hi, Self.reasoning(), Self.answer("Yes.")]
        try await RequestRun(entries).expect([Self.hiItem, Self.reasoningItem(), Self.answerItem("Yes.")])
        let other = try await RequestRun(entries, model: .grok4_7)
        for body in other.bodies {
            #expect(body["input"]?.arrayValue == [Self.hiItem, Self.answerItem("Yes."), RequestRun.more])
        }
        #expect(other.adjustments.allSatisfy { $0.contains(.reasoningDropped) })
    }

    @Test func `row 32: what the server cannot decrypt is left out in one more request, and is no outage`() async throws
    {
        let refusal = StubTransport.Reply.document(
            400,
            #"{"code":"invalid-argument","error":"Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous response."}"#
        )
        let entries = [Self.hi, Self.reasoning(), Self.answer("Yes.")]
        let prompt = Transcript.Entry.prompt(.init(segments: [Self.text("More")]))

        let alone = StubTransport(refusal, Wire.answer("Fine."))
        var log = EventLog()
        let request = GenerationRequest(transcript: Transcript(entries: entries + [prompt]))
        for try await event in try await RowRun.model(alone).respond(to: request) { log.events.append(event) }
        #expect(log.text == "Fine.")
        #expect(log.adjustments.map(\.kind) == [.reasoningDropped])

        let through = StubTransport(refusal, Wire.answer("Fine."))
        let session = LanguageModelSession(
            model: RowRun.model(through), transcript: Transcript(entries: entries))
        let response = try await session.respond(to: "More")
        #expect(response.content == "Fine.")
        #expect(response.adjustments.map(\.kind) == [.reasoningDropped])

        for transport in [alone, through] {
            let inputs = try transport.requests.map { try JSONValue(parsing: $0.body)["input"]?.arrayValue ?? [] }
            #expect(
                inputs == [
                    [Self.hiItem, Self.reasoningItem(), Self.answerItem("Yes."), RequestRun.more],
                    [Self.hiItem, Self.answerItem("Yes."), RequestRun.more],
                ])
        }
    }

    @Test func `row 33: reasoning always has its summary, be it an empty one`() async throws {
        try await RequestRun([Self.hi, Self.reasoning([]), Self.answer("Yes.")])
            .expect([Self.hiItem, Self.reasoningItem([]), Self.answerItem("Yes.")])
    }

    @Test func `row 35: every part of reasoning has its type`() async throws {
        let run = try await RequestRun([Self.hi, Self.reasoning(["a", "b"]), Self.answer("Yes.")])
        run.expect([Self.hiItem, Self.reasoningItem(["a", "b"]), Self.answerItem("Yes.")])
        for body in run.bodies { #expect(body["input"]?[1]?["content"] == nil) }
    }

    @Test func `row 36: reasoning goes with what follows it, and nothing is left of it alone`() async throws {
        try await RequestRun([
            Self.hi, Self.reasoning(["a"]), Self.call("c1"), Self.output("c1"), Self.reasoning(["b"]),
        ]).expect(
            [Self.hiItem, Self.reasoningItem(["a"]), Self.callItem("c1"), Self.outputItem("c1")], [.reasoningDropped])
    }

    // MARK: Calls and outputs

    @Test func `row 37: an output without its call is left out, and one that stands apart is brought back`()
        async throws
    {
        try await RequestRun([Self.hi, Self.output("c9"), Self.answer("Yes.")])
            .expect([Self.hiItem, Self.answerItem("Yes.")], [.transcriptRepaired])
        let next = Transcript.Entry.prompt(.init(id: "q", segments: [Self.text("Well?")]))
        try await RequestRun([Self.hi, Self.call("c1"), next, Self.output("c1")]).expect(
            [
                Self.hiItem, Self.callItem("c1"), Self.outputItem("c1"),
                ["type": "message", "role": "user", "content": "Well?"],
            ], [.transcriptRepaired])
    }

    @Test func `row 38: a call without output gets one that says so, before the next message`() async throws {
        try await RequestRun([Self.hi, Self.call("c1")]).expect(
            [Self.hiItem, Self.callItem("c1"), Self.outputItem("c1", .string(TranscriptCheck.missingOutput))],
            [.transcriptRepaired])
    }

    @Test func `row 39: a call is sent by its call identifier alone`() async throws {
        let run = try await RequestRun([Self.hi, Self.call("c1"), Self.output("c1")])
        run.expect([Self.hiItem, Self.callItem("c1"), Self.outputItem("c1")])
        for body in run.bodies { #expect(body["input"]?[1]?["id"] == nil) }
    }

    @Test func `row 61: images that a tool returns are sent`() async throws {
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        let image = Transcript.Segment.attachment(.init(id: "a", content: .image(.init(data: png))))
        try await RequestRun([Self.hi, Self.call("c1"), Self.output("c1", [Self.text("See"), image])]).expect([
            Self.hiItem, Self.callItem("c1"),
            Self.outputItem(
                "c1",
                [
                    ["type": "input_text", "text": "See"],
                    ["type": "input_image", "image_url": "data:image/png;base64,iVBORw0KGgo="],
                ]),
        ])
    }

    // MARK: Messages and options

    @Test func `row 40: messages without content are left out`() async throws {
        let empty = Transcript.Entry.prompt(.init(id: "p0", segments: [Self.text("")]))
        try await RequestRun([empty, Self.hi, Self.answer("")]).expect(
            [Self.hiItem], [.transcriptRepaired, .transcriptRepaired])
    }

    @Test func `row 40: an empty prompt is refused here, not by the server`() async throws {
        let transport = StubTransport()
        let model = RowRun.model(transport)
        let prompt = Transcript.Entry.prompt(.init(segments: [Self.text("")]))
        let alone = await #expect(throws: LanguageModelError.self) {
            try await model.respond(to: GenerationRequest(transcript: Transcript(entries: [Self.hi, prompt])))
        }
        let through = await #expect(throws: LanguageModelError.self) {
            try await LanguageModelSession(model: model).respond(to: "")
        }
        for error in [alone, through] {
            guard case .unsupportedTranscriptContent? = error else {
                Issue.record("\(String(describing: error)) is not about the prompt")
                return
            }
        }
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: GrokModel.presets)
    func `row 41: what Grok rejects is never sent, and an effort only where the catalogue lists some`(
        _ preset: GrokModel
    ) async throws {
        let run = try await RequestRun(
            model: preset.reasoningEffort(.low),
            options: GenerationOptions(
                samplingMode: .random(top: 3, seed: 7), temperature: 1, maximumResponseTokens: 5))
        for body in run.bodies {
            let keys = Set(body.objectValue?.keys ?? [])
            #expect(keys.isDisjoint(with: ["presence_penalty", "frequency_penalty", "stop", "seed", "n"]))
            let effort: JSONValue? = preset.supportedReasoningEfforts.isEmpty ? nil : "low"
            #expect(body["reasoning"]?["effort"] == effort)
        }
    }

    @Test func `row 42: no reasoning is an effort that is sent, and left out for a model that takes none`() async throws
    {
        let off = ContextOptions(reasoningLevel: .custom("none"))
        for body in try await RequestRun(model: .grok4_3, contextOptions: off).bodies {
            #expect(body["reasoning"] == ["effort": "none"])
        }
        let fixed = try await RequestRun(model: .grok4_20, contextOptions: off)
        for body in fixed.bodies { #expect(body["reasoning"] == nil) }
        #expect(fixed.adjustments.allSatisfy { $0.contains(.optionDropped) })
    }

    @Test func `row 43: a tool's schema says nothing of other properties`() async throws {
        for body in try await RequestRun(tools: [WeatherTool()]).bodies {
            let parameters = body["tools"]?[0]?["parameters"]
            #expect(parameters?["properties"]?["city"]?["type"] == "string")
            #expect(parameters?["additionalProperties"] == nil)
        }
    }
}
