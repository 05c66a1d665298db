import Foundation
import LMJSON
import LMProtocol
import LMProvider
import LMTestSupport
import LMTransport
import Testing

@testable import LMAnthropic

/// What requests of this wire have failed on.
@Suite struct RequestRowTests {
    @Test func `thinking between calls goes back in its place`() async throws {
        let entries: [Transcript.Entry] = [
            .says("?"), .thought("One.", "czE=", id: "r1"), try .called("t1"), .thought("Two.", "czI=", id: "r2"),
            try .called("t2"), .returned("t1"), .returned("t2"),
        ]
        let sent = try await asked(.sonnet4_6, { $0.tools = [anyTool("look")] }, entries: entries)
        let blocks = sent.messages[1]["content"]?.arrayValue ?? []
        #expect(blocks.map { $0["type"] } == ["thinking", "tool_use", "thinking", "tool_use"])
        #expect(blocks.compactMap { $0["signature"]?.stringValue } == ["czE=", "czI="])
        #expect(sent.messages[2]["content"]?.arrayValue?.map { $0["tool_use_id"] } == ["t1", "t2"])
        #expect(sent.adjustments.isEmpty)
    }

    @Test func `an empty block with a signature goes back empty, and an empty text does not`() async throws {
        let transport = StubTransport([
            Wire.reply(
                Wire.start(), Wire.thinking(0, "", "c2ln"), Wire.text(1, "\n"), Wire.call(2, "t", "look", "{}"),
                Wire.end("tool_use")), Wire.answer,
        ])
        _ = try await LanguageModelSession(
            model: ClaudeModel.sonnet4_6.apiKey("k").transport(transport), tools: [Counter.tool]
        ).respond(to: "?")
        let next = try JSONValue(parsing: transport.requests[1].body)
        #expect(
            next["messages"]?[1]?["content"] == [
                ["type": "thinking", "thinking": "", "signature": "c2ln"],
                ["type": "tool_use", "id": "t", "name": "look", "input": [:]],
            ])
    }

    @Test func `thinking whose words were changed is left out whole`() async throws {
        let transport = StubTransport([
            Wire.reply(Wire.start(), Wire.thinking(0, " Hm.\n", "c2ln"), Wire.text(1, "A."), Wire.end("end_turn"))
        ])
        let session = LanguageModelSession(model: ClaudeModel.sonnet4_6.apiKey("k").transport(transport))
        _ = try await session.respond(to: "?")
        var entries = Array(session.transcript) + [.says("And?", id: "q")]
        let whole = try await asked(entries: entries)
        #expect(
            whole.messages[1]["content"]?[0] == ["type": "thinking", "thinking": " Hm.\n", "signature": "c2ln"])
        for words in ["Hm.", ""] {
            for (index, entry) in entries.enumerated() {
                guard case .reasoning(var reasoning) = entry else { continue }
                reasoning.segments = words.isEmpty ? [] : [.text(.init(content: words))]
                entries[index] = .reasoning(reasoning)
            }
            let changed = try await asked(entries: entries)
            #expect(changed.messages[1]["content"] == "A.")
            #expect(changed.kinds == [.reasoningDropped])
        }
    }

    @Test func `the app's calls stand behind the server's in a turn that was put together`() async throws {
        let use: JSONValue = ["type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": [:]]
        let result: JSONValue = ["type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []]
        let entries: [Transcript.Entry] = [
            .says("?"), try .called("t1"), .step(use, id: "d1"), .step(result, id: "d2"), .returned("t1"),
        ]
        let sent = try await asked(.sonnet4_6, { $0.tools = [anyTool("look")] }, entries: entries)
        #expect(
            sent.messages[1]["content"]?.arrayValue?.map { $0["type"] } == [
                "server_tool_use", "web_search_tool_result", "tool_use",
            ])
        // One that came so keeps its order.
        let transport = StubTransport([
            Wire.reply(
                Wire.start(), Wire.call(0, "t1", "look", "{}"), Wire.open(1, use), Wire.stop(1), Wire.open(2, result),
                Wire.stop(2), Wire.end("tool_use")), Wire.answer,
        ])
        _ = try await LanguageModelSession(
            model: ClaudeModel.sonnet4_6.apiKey("k").transport(transport), tools: [Counter.tool]
        ).respond(to: "?")
        let next = try JSONValue(parsing: transport.requests[1].body)
        #expect(
            next["messages"]?[1]?["content"]?.arrayValue?.map { $0["type"] } == [
                "tool_use", "server_tool_use", "web_search_tool_result",
            ])
    }

    @Test(arguments: [true, false])
    func `a step of the server's without its other half is left out`(isCall: Bool) async throws {
        let block: JSONValue =
            isCall
            ? ["type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": [:]]
            : ["type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []]
        let sent = try await asked(entries: [
            .says("?"), .answered("A."), .step(block, id: "d"), .says("?", id: "q"),
        ])
        #expect(sent.messages[1]["content"] == "A.")
        #expect(sent.kinds == [.contentDropped])
    }

    @Test func `arguments that are no object are sent in one`() async throws {
        let entries: [Transcript.Entry] = [
            .says("?"), try .called("t1", "look", #""half {""#), try .called("t2", "look", "[1]"), .returned("t1"),
            .returned("t2"),
        ]
        let sent = try await asked(.sonnet4_6, { $0.tools = [anyTool("look")] }, entries: entries)
        let inputs = sent.messages[1]["content"]?.arrayValue?.map { $0["input"] }
        #expect(inputs == [["value": "half {"], ["value": [1]]])
        #expect(sent.kinds == [.contentRewritten, .contentRewritten])
    }

    @Test func `every call has one result, under an identifier of its own, first in the message`() async throws {
        let entries: [Transcript.Entry] = [
            .returned("lost"), .says("?"), try .called("same"), try .called("same"), .returned("same", "1"),
            .returned("same", "2"), try .called("cut.off"), .says("And?", id: "q"),
        ]
        let sent = try await asked(.sonnet4_6, { $0.tools = [anyTool("look")] }, entries: entries)
        #expect(!sent.body.text().contains("lost"))
        var open: [String] = []
        for message in sent.messages {
            let blocks = message["content"]?.arrayValue ?? []
            if message["role"] == "assistant" {
                open += blocks.compactMap { $0["type"] == "tool_use" ? $0["id"]?.stringValue : nil }
            } else {
                let results = blocks.compactMap { $0["tool_use_id"]?.stringValue }
                #expect(results == open)
                #expect(Set(results).count == results.count)
                #expect(blocks.prefix(results.count).allSatisfy { $0["type"] == "tool_result" })
                open = []
            }
        }
        #expect(open.isEmpty)
        let last = sent.messages.last?["content"]?[0]
        #expect(last?["is_error"] == true)
        #expect(last?["tool_use_id"]?.stringValue?.allSatisfy { $0.isLetter || $0 == "_" || $0 == "-" } == true)
        #expect(sent.kinds.contains(.transcriptRepaired))
        // The count of tokens is of the same conversation.
        let transport = StubTransport([.document(200, #"{"input_tokens":14}"#)])
        _ = try await ClaudeModel.sonnet4_6.apiKey("k").transport(transport).tokenCount(
            for: GenerationRequest(transcript: Transcript(entries: entries), tools: [anyTool("look")]))
        #expect(try JSONValue(parsing: transport.requests[0].body)["messages"] == sent.body["messages"])
    }

    @Test func `a name that no tool may have is refused before anything is sent, by name`() async throws {
        let transport = StubTransport([Wire.answer])
        let session = LanguageModelSession(
            model: ClaudeModel.sonnet4_6.apiKey("k").transport(transport),
            tools: [Counter(name: String(repeating: "n", count: 130))])
        let error = await #expect(throws: LanguageModelSession.Error.self) { try await session.respond(to: "?") }
        #expect(error.map { "\($0)" }?.contains("nnnn") == true)
        #expect(transport.requests.isEmpty)
    }

    @Test func `reasoning of a turn is sent whole or not at all`() async throws {
        let entries: [Transcript.Entry] = [
            .says("?"), .thought("Other.", by: "claude-haiku-4-5", id: "r1"), .answered("A.", id: "a1"),
            .says("?", id: "q"), .thought("Own."), .answered("B.", id: "a2"), .says("?", id: "z"),
        ]
        let sent = try await asked(entries: entries)
        #expect(sent.messages[1]["content"] == "A.")
        #expect(sent.messages[3]["content"]?[0]?["thinking"] == "Own.")
        #expect(sent.kinds == [.reasoningDropped])
    }

    @Test(arguments: [
        (8001, 10, true), (10, 8001, true), (8000, 8000, false),
    ])
    func `an image with too many pixels is named before it is in the history`(
        width: Int, height: Int, isRefused: Bool
    ) async throws {
        func bytes(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        let png = Data(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + bytes(width)
                + bytes(height) + [8, 2, 0, 0, 0])
        let entries: [Transcript.Entry] = [
            .says("?"), try .called("t1"),
            .toolOutput(
                .init(id: "t1", toolName: "look", segments: [.attachment(.init(content: .image(.init(data: png))))])),
        ]
        do {
            let sent = try await asked(.sonnet4_6, { $0.tools = [anyTool("look")] }, entries: entries)
            #expect(!isRefused)
            #expect(sent.messages[2]["content"]?[0]?["content"]?[0]?["type"] == "image")
        } catch let error as ProviderError {
            #expect(isRefused)
            #expect(error.message.contains("tool look") && error.message.contains("8001"))
        }
    }

    @Test func `a value of a schema goes back in the words in which it came`() async throws {
        let schema = try GenerationSchema(
            root: DynamicGenerationSchema(
                name: "Place", properties: [.init(name: "city", schema: DynamicGenerationSchema(type: String.self))]),
            dependencies: [])
        let words = "{ \"city\" :\n\"R\\u006fme\" }"
        let transport = StubTransport([
            Wire.reply(Wire.start(), Wire.text(0, words), Wire.end("end_turn")), Wire.answer,
        ])
        let session = LanguageModelSession(model: ClaudeModel.sonnet4_6.apiKey("k").transport(transport))
        _ = try await session.respond(to: "?", schema: schema)
        _ = try await session.respond(to: "And?")
        #expect(try JSONValue(parsing: transport.requests[1].body)["messages"]?[1]?["content"]?.stringValue == words)
    }

    @Test func `what an answer cited goes back with it`() async throws {
        let citation: JSONValue = [
            "type": "web_search_result_location", "url": "https://x.example", "title": nil, "cited_text": "w",
            "encrypted_index": "e",
        ]
        let transport = StubTransport([
            Wire.reply(
                Wire.start(), Wire.open(0, ["type": "text", "text": ""]),
                Wire.delta(0, ["type": "text_delta", "text": "It is."]),
                Wire.delta(0, ["type": "citations_delta", "citation": citation]), Wire.stop(0), Wire.text(1, " So."),
                Wire.end("end_turn")), Wire.answer,
        ])
        let session = LanguageModelSession(model: ClaudeModel.sonnet4_6.apiKey("k").transport(transport))
        #expect(try await session.respond(to: "?").content == "It is. So.")
        _ = try await session.respond(to: "And?")
        #expect(
            try JSONValue(parsing: transport.requests[1].body)["messages"]?[1]?["content"] == [
                ["type": "text", "text": "It is.", "citations": [citation]], ["type": "text", "text": " So."],
            ])
    }

    @Test(arguments: [
        (#"{"type":"integer","minimum":1,"maximum":9}"#, true),
        (#"{"type":"array","items":{"type":"string"},"maxItems":3}"#, true),
        (#"{"type":"string","pattern":"^a+$"}"#, true), (#"{"type":"string"}"#, false),
    ])
    func `what the format does not take is left out of it, and checked on the answer`(
        property: String, isChanged: Bool
    ) async throws {
        let schema = GenerationSchema(
            name: "Shape",
            jsonSchema: [
                "type": "object", "properties": ["x": try JSONValue(parsing: property)], "required": ["x"],
                "additionalProperties": false,
            ])
        let sent = try await asked(.sonnet4_6, { $0.schema = schema })
        let format = sent.body["output_config"]?["format"]?["schema"]
        #expect(format?["additionalProperties"] == false)
        for word in ["minimum", "maxItems", "pattern"] { #expect(format?["properties"]?["x"]?[word] == nil) }
        #expect(sent.kinds.contains(.schemaChanged) == isChanged)
    }
}
