import LMJSON
import LMProtocol
import LMProvider
import LMTestSupport
import Testing

@testable import LMAnthropic

/// What streams of this wire have been seen to do.
@Suite struct StreamRowTests {
    private static let openText = Wire.open(0, ["type": "text", "text": ""])
    private static func half(_ words: String) -> String {
        openText + Wire.delta(0, ["type": "text_delta", "text": .string(words)])
    }

    @Test func `deltas and a clean end of the body without a reason are a cut, with text and usage`() {
        let (log, failure) = readWire(Wire.start(), Self.half("Half"))
        #expect(failure?.category == .incompleteStream)
        #expect(failure?.partial?.text == "Half")
        #expect(log.usage?.input.totalTokenCount == 10)
        #expect(log.finish == nil)
    }

    @Test(arguments: [3, 20, 30])
    func `a body that ends inside the frame of the end is whole`(cut: Int) {
        let whole = Wire.start() + Wire.text(0, "Hi") + Wire.end("end_turn")
        let (log, failure) = readWire(String(whole.dropLast(cut)))
        #expect(failure == nil)
        #expect(log.finish == FinishReason(.stop, raw: "end_turn"))
        #expect(log.violations.isEmpty)
    }

    @Test(arguments: [
        (
            #"{"input_tokens":317,"cache_read_input_tokens":4425,"output_tokens":1}"#,
            #"{"input_tokens":317,"cache_read_input_tokens":4425,"output_tokens":20}"#, 4742, 20
        ),
        (#"{"input_tokens":43,"output_tokens":1}"#, #"{"input_tokens":61,"output_tokens":9}"#, 61, 9),
        (#"{"input_tokens":2037,"output_tokens":1}"#, #"{"input_tokens":15665,"output_tokens":300}"#, 15665, 300),
        (
            #"{"input_tokens":2751,"cache_read_input_tokens":0,"output_tokens":1}"#,
            #"{"input_tokens":320032,"cache_read_input_tokens":6289,"output_tokens":2}"#, 326_321, 2
        ),
        (#"{"input_tokens":900,"output_tokens":1}"#, #"{"input_tokens":100,"output_tokens":9}"#, 100, 9),
        (#"{"input_tokens":9,"output_tokens":60}"#, #"{"output_tokens":null}"#, 9, 60),
    ])
    func `counts are replaced field by field, never added`(first: String, last: String, input: Int, output: Int) throws
    {
        let (log, _) = readWire(
            Wire.start(usage: try JSONValue(parsing: first)), Wire.text(0, "x"),
            Wire.end("end_turn", usage: try JSONValue(parsing: last)))
        #expect(log.usage?.input.totalTokenCount == input)
        #expect(log.usage?.output.totalTokenCount == output)
        #expect(log.violations.isEmpty)
    }

    @Test func `the context is the last round of the server's tools, not the bill`() {
        let iterations: JSONValue = [
            ["type": "message", "input_tokens": 100, "output_tokens": 10],
            ["type": "message", "input_tokens": 150, "cache_read_input_tokens": 100, "output_tokens": 20],
            ["type": "advisor_message", "input_tokens": 9000, "output_tokens": 900],
        ]
        let (log, _) = readWire(
            Wire.start(), Wire.text(0, "x"),
            Wire.end("end_turn", usage: ["input_tokens": 350, "output_tokens": 30, "iterations": iterations]))
        #expect(log.usage?.input.totalTokenCount == 350)
        #expect(log.usage?.contextTokenCount == 270)
        #expect(log.usage?.metadata["iterations"] == iterations)
    }

    @Test func `counts that no number holds end no process`() {
        let (log, failure) = readWire(
            Wire.start(usage: [
                "input_tokens": 9_223_372_036_854_775_807, "cache_read_input_tokens": 9_223_372_036_854_775_807,
                "output_tokens": -5,
            ]), Wire.text(0, "x"), Wire.end("end_turn", usage: ["output_tokens": 1e300]))
        #expect(failure == nil)
        #expect(log.usage?.input.totalTokenCount == .max)
        for index in ["-1", "1e400", "99999999999999999999", "2147483648", "null", "\"0\""] {
            let stream =
                #"data: {"type":"content_block_start","index":\#(index),"content_block":{"type":"text","text":""}}"#
                + "\n\n"
                + #"data: {"type":"content_block_delta","index":\#(index),"delta":{"type":"text_delta","text":"x"}}"#
                + "\n\n" + #"data: {"type":"content_block_stop","index":\#(index)}"# + "\n\n"
            let (log, failure) = readWire(Wire.start(), stream, Wire.end("end_turn"))
            #expect(failure == nil)
            #expect(log.text == "x", "\(index)")
            #expect(log.violations.isEmpty)
        }
    }

    @Test(arguments: [
        Wire.text(0, "One") + Wire.start(id: "msg_2") + Wire.text(0, "Two"),
        Wire.open(0, ["type": "tool_use", "id": "t", "name": "f", "input": [:]]) + Wire.start(id: "msg_2")
            + Wire.call(0, "u", "g", "{}"),
        Wire.start(id: "msg_2") + Wire.text(0, "Two"),
    ])
    func `two messages in one body are a failure, and neither call runs`(body: String) {
        let (log, failure) = readWire(Wire.start(), body, Wire.end("end_turn"))
        #expect(failure?.category == .malformedResponse)
        #expect(!log.calls.contains { $0.isComplete })
        #expect(!log.text.contains("Two"))
        #expect(log.finish == nil)
    }

    @Test func `blocks that overlap are told apart by position`() {
        let (log, failure) = readWire(
            Wire.start(), Wire.open(0, ["type": "tool_use", "id": "t", "name": "f", "input": [:]]),
            Wire.open(1, ["type": "tool_use", "id": "u", "name": "g", "input": [:]]),
            Wire.delta(1, ["type": "input_json_delta", "partial_json": #"{"b":"#]),
            Wire.delta(0, ["type": "input_json_delta", "partial_json": #"{"a":1}"#]),
            Wire.delta(1, ["type": "input_json_delta", "partial_json": "2}"]), Wire.stop(1), Wire.stop(0),
            Wire.delta(0, ["type": "input_json_delta", "partial_json": "too late"]), Wire.end("tool_use"))
        #expect(failure == nil)
        #expect(Set(log.calls.map { $0.name + $0.arguments }) == [#"f{"a":1}"#, #"g{"b":2}"#])
        #expect(log.calls.allSatisfy { $0.isComplete })
        #expect(log.violations.isEmpty)
    }

    @Test func `a second block at an open position closes the first`() {
        let (log, failure) = readWire(
            Wire.start(), Self.half("Well"), Wire.thinking(0, "Hm.", "c2ln"), Wire.text(1, "Yes."),
            Wire.end("end_turn"))
        #expect(failure == nil)
        #expect(log.text == "WellYes.")
        #expect(log.reasoning == ["Hm."])
        #expect(log.violations.isEmpty)
    }

    @Test func `a block whose start is missing is opened by its first piece`() {
        let (log, failure) = readWire(
            Wire.start(), Wire.delta(0, ["type": "thinking_delta", "thinking": "Hm."]), Wire.stop(0),
            Wire.delta(1, ["type": "text_delta", "text": "Yes."]), Wire.stop(1), Wire.end("end_turn"))
        #expect(failure == nil)
        #expect(log.text == "Yes." && log.reasoning == ["Hm."])
        #expect(log.violations.isEmpty)
    }

    @Test func `positions that are left out are those of the order`() {
        let stream = (Wire.text(0, "One.") + Wire.text(1, "Two.")).replacing(#""index":0,"#, with: "")
            .replacing(#""index":1,"#, with: "").replacing(#","index":0"#, with: "").replacing(#","index":1"#, with: "")
        let (log, failure) = readWire(Wire.start(), stream, Wire.end("end_turn"))
        #expect(failure == nil)
        #expect(log.text == "One.Two.")
        #expect(log.violations.isEmpty)
    }

    @Test func `without names of events and without the last blank line, the data says what it is`() {
        let stream = (Wire.start() + Wire.text(0, "Hi") + Wire.end("end_turn")).split(separator: "\n")
            .filter { $0.hasPrefix("data:") }.joined(separator: "\n\n")
        let (log, failure) = readWire(stream)
        #expect(failure == nil)
        #expect(log.text == "Hi")
        #expect(log.finish?.raw == "end_turn")
        // And where the data does not, the name does.
        let named = "event: message_stop\ndata: {}\n\n"
        let (other, _) = readWire(
            Wire.start(), Wire.text(0, "Hi"), Wire.event("message_delta", ["delta": ["stop_reason": "end_turn"]]), named
        )
        #expect(other.finish?.raw == "end_turn")
    }

    @Test func `the end that other APIs send says nothing, and a broken event is a failure that shows it`() {
        let (log, failure) = readWire(
            Wire.start(), Wire.text(0, "Hi"), Wire.event("message_delta", ["delta": ["stop_reason": "end_turn"]]),
            "data: [DONE]\n\n")
        #expect(failure == nil && log.finish?.raw == "end_turn")
        let broken = readWire(Wire.start(), Self.half("Hi"), "data: {\"type\":\"content_block_delta\",\"index\":0,\n\n")
        #expect(broken.failure?.category == .malformedResponse)
        #expect(broken.failure?.partial?.text == "Hi")
        #expect(broken.failure?.evidence?.body?.contains("content_block_delta") == true)
    }

    @Test(arguments: [nil, ""] as [JSONValue])
    func `an end without a reason is not a stop, and its calls do not run`(reason: JSONValue) {
        let (log, failure) = readWire(
            Wire.start(), Wire.call(0, "t", "f", "{}"), Wire.event("message_delta", ["delta": ["stop_reason": reason]]),
            Wire.event("message_stop"))
        #expect(failure == nil)
        #expect(log.finish == FinishReason(.other, raw: nil))
        #expect(log.calls.map(\.isComplete) == [false])
    }

    @Test func `what was cut in a call is not run, the text is kept, and the conversation goes on`() async throws {
        let transport = StubTransport([
            Wire.reply(
                Wire.start(), Wire.text(0, "Let me see."),
                Wire.call(1, "t", "look", "", #"{"title": "example""#), Wire.end("max_tokens")), Wire.answer,
        ])
        let session = LanguageModelSession(
            model: ClaudeModel.sonnet4_6.apiKey("k").transport(transport), tools: [Counter.tool])
        let response = try await session.respond(to: "?")
        #expect(response.content == "Let me see.")
        #expect(response.finishReason.unified == .length)
        #expect(try await session.respond(to: "Go on.").content == "Done.")
        let sent = try JSONValue(parsing: transport.requests[1].body)
        #expect(!sent["messages"]!.text().contains("tool_use"))
    }

    @Test func `citations of documents have no address, and those of pages may have no title`() {
        let document: JSONValue = [
            "type": "char_location", "cited_text": "q", "document_index": 0, "document_title": nil,
            "start_char_index": 5, "end_char_index": 9, "file_id": nil,
        ]
        let page: JSONValue = [
            "type": "web_search_result_location", "url": "https://x.example", "title": nil, "cited_text": "w",
            "encrypted_index": "e",
        ]
        let result: JSONValue = [
            "type": "search_result_location", "source": "kb-7", "title": "Facts", "cited_text": "r",
            "start_block_index": 1,
        ]
        let (log, failure) = readWire(
            Wire.start(), Wire.open(0, ["type": "text", "text": "", "citations": nil]),
            Wire.delta(0, ["type": "text_delta", "text": "It is."]),
            [document, page, result].map { Wire.delta(0, ["type": "citations_delta", "citation": $0]) }.joined(),
            Wire.stop(0), Wire.end("end_turn"))
        #expect(failure == nil)
        #expect(log.text == "It is.")
        #expect(
            log.citations == [
                Citation(citedText: "q", location: "character 5"), Citation(url: "https://x.example", citedText: "w"),
                Citation(title: "Facts", citedText: "r", location: "block 1"),
            ])
    }

    @Test func `a compaction is kept for later, and says nothing`() {
        for content in ["Summary.", nil] as [JSONValue] {
            let (log, failure) = readWire(
                Wire.start(), Wire.open(0, ["type": "compaction", "content": nil]),
                Wire.delta(0, ["type": "compaction_delta", "content": content]), Wire.stop(0), Wire.text(1, "Hi"),
                Wire.end("end_turn"))
            #expect(failure == nil)
            #expect(log.text == "Hi")
            #expect(log.serverCalls.first?.data?.content == ["type": "compaction", "content": content])
        }
    }

    @Test func `another model that takes over is said`() {
        let (log, _) = readWire(
            Wire.start(),
            Wire.open(
                0, ["type": "fallback", "from": ["model": "claude-sonnet-4-6"], "to": ["model": "claude-haiku-4-5"]]),
            Wire.stop(0), Wire.text(1, "Hi"), Wire.end("end_turn"))
        #expect(log.adjustments.map(\.kind) == [.modelRedirected])
    }

    @Test(
        arguments: [nil, ["type": "web_search_tool_result_error", "error_code": "max_uses_exceeded"]] as [JSONValue])
    func `a step of the server's that failed is one`(content: JSONValue) {
        var block = JSONObject([
            "type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "is_error": true, "content": [],
        ])
        if !content.isNull {
            block = JSONObject(["type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": content])
        }
        let (log, _) = readWire(
            Wire.start(), Wire.open(0, .object(block)), Wire.stop(0), Wire.text(1, "Hi"), Wire.end("end_turn"))
        #expect(log.serverCalls.map(\.phase) == [.failed])
    }

    @Test func `a message that is whole at its start is an answer with calls`() {
        let message: JSONValue = [
            "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-4-6",
            "content": [
                [
                    "type": "tool_use", "id": "toolu_1", "name": "f", "input": ["a": 1],
                    "caller": ["type": "code_execution_20250825", "tool_id": "srvtoolu_1"],
                ]
            ], "stop_reason": "tool_use", "container": ["id": "container_1"], "usage": ["input_tokens": 1],
        ]
        let (log, failure) = readWire(Wire.event("message_start", ["message": message]), Wire.event("message_stop"))
        #expect(failure == nil)
        #expect(log.calls.map(\.arguments) == [#"{"a":1}"#])
        #expect(log.finish?.unified == .toolCalls)
        #expect(log.violations.isEmpty)
    }

    @Test func `a turn that ends by itself with a call waits for it`() {
        let (log, _) = readWire(Wire.start(), Wire.call(0, "t", "f", "{}"), Wire.end("end_turn"))
        #expect(log.finish == FinishReason(.toolCalls, raw: "end_turn"))
        #expect(log.calls.map(\.isComplete) == [true])
        let (none, _) = readWire(Wire.start(), Wire.text(0, "Hi"), Wire.end("tool_use"))
        #expect(none.finish == FinishReason(.stop, raw: "tool_use"))
    }
}

/// A tool that says how often it was called.
struct Counter: Tool {
    @Generable struct Arguments { var title: String? }
    static let tool = Counter()
    var name = "look"
    let description = "Looks."
    func call(arguments: Arguments) async throws -> String { "seen" }
}
