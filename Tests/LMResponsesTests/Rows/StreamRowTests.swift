import LMJSON
import LMProtocol
import Testing

@testable import LMResponses

/// The public bug reports of other clients that are about decoding a stream, one test for each.
///
/// Each test's number is the row of the list that the project was given; the wire is composed after the row's trigger.
struct StreamRowTests {
    static let created = #"{"type":"response.created","response":{"id":"r1","model":"m","output":[],"usage":null}}"#
    static let message =
        #"{"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"msg_1","content":[]}}"#
    static func delta(_ text: String, item: String = "msg_1") -> String {
        #"{"type":"response.output_text.delta","output_index":0,"content_index":0,"item_id":"\#(item)","delta":"\#(text)"}"#
    }
    static let completed = #"{"type":"response.completed","response":{"id":"r1","status":"completed","output":[]}}"#

    // MARK: Errors in the stream

    @Test func `row 4: a flat error event is a failure with its message, not an empty success`() {
        let decoded = Decoding(
            stream(
                Self.created,
                #"{"type":"error","code":null,"message":"Service temporarily unavailable.","param":null,"sequence_number":1}"#
            ))
        #expect(decoded.failure?.kind == .generationFailed)
        #expect(decoded.failure?.code == nil)
        #expect(decoded.failure?.message == "Service temporarily unavailable.")
        #expect(decoded.failure?.category == .overloaded)
        #expect(decoded.finish == nil)
    }

    @Test(arguments: [
        #"{"type":"error","error":{"type":"server_error","code":"server_error","message":"Broken."}}"#,
        #"{"type":"error","code":"server_error","message":"Broken."}"#,
        #"{"error":{"code":"server_error","message":"Broken."}}"#,
        #"{"code":"server_error","error":"Broken."}"#,
        #"{"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"Broken."}}}"#,
    ])
    func `row 6: an error as the very first event, in any shape, is the only outcome`(_ json: String) {
        let decoded = Decoding(stream(json))
        #expect(decoded.events.allSatisfy { if case .started = $0 { true } else { false } })
        #expect(decoded.failure?.message == "Broken.")
        #expect(decoded.failure?.code == "server_error")
        #expect(decoded.failure?.retryAdvice == .backoff)
    }

    @Test func `an error in plain words under the name error is a failure with these words`() {
        let decoded = Decoding("event: error\ndata: upstream went away\n\n")
        #expect(decoded.failure?.message == "upstream went away")
    }

    @Test func `both shapes of an error, one after the other, are one failure`() {
        let decoded = Decoding(
            stream(
                Self.created, Self.message, Self.delta("Hel"),
                #"{"type":"error","error":{"type":"insufficient_quota","code":"insufficient_quota","message":"You exceeded your current quota."}}"#,
                #"{"type":"response.failed","response":{"status":"failed","error":{"code":"other","message":"Again."}}}"#
            ))
        #expect(decoded.failure?.code == "insufficient_quota")
        #expect(decoded.failure?.category == .quotaExhausted)
        #expect(decoded.failure?.retryAdvice == .never)
        #expect(decoded.failure?.partial?.text == "Hel")
    }

    @Test func `row 63: a call that is open when an error comes is not complete`() {
        let decoded = Decoding(
            stream(
                Self.created,
                #"{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"c","name":"f","arguments":""}}"#,
                #"{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{}"}"#,
                #"{"type":"error","code":"server_error","message":"Broken."}"#))
        #expect(decoded.calls.isEmpty)
        #expect(decoded.failure != nil)
    }

    // MARK: Ends

    @Test func `row 7: an answer cut by the token limit keeps its text and usage`() {
        let decoded = Decoding(
            stream(
                Self.created, Self.message, Self.delta("partial"),
                #"{"type":"response.incomplete","response":{"id":"r1","status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[],"usage":{"input_tokens":3,"output_tokens":5}}}"#
            ))
        #expect(decoded.failure == nil)
        #expect(decoded.text == "partial")
        #expect(decoded.finish == FinishReason(.length, raw: "max_output_tokens"))
        #expect(decoded.usage?.totalTokenCount == 8)
        #expect(decoded.violations.isEmpty)
    }

    @Test func `row 8: a limit that only reasoning reached is a length stop with empty text`() {
        let decoded = Decoding(
            stream(
                Self.created,
                #"{"type":"response.output_item.added","output_index":0,"item":{"type":"reasoning","id":"rs_1","summary":[]}}"#,
                #"{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[{"type":"reasoning","id":"rs_1","summary":[]}]}}"#
            ))
        #expect(decoded.failure == nil)
        #expect(decoded.text == "")
        #expect(decoded.finish?.unified == .length)
    }

    @Test func `row 9: a content filter is a guardrail failure with the partial text, not a length stop`() {
        let decoded = Decoding(
            stream(
                Self.created, Self.message, Self.delta("How to"),
                #"{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"content_filter"}}}"#
            ))
        #expect(decoded.failure?.category == .guardrail)
        #expect(decoded.failure?.partial?.text == "How to")
        #expect(decoded.finish == nil)
    }

    @Test(arguments: ["{}", #"{"usage":{"input_tokens":1}}"#, #"{"incomplete_details":null}"#])
    func `row 10: an incomplete response without details ends for another reason`(_ response: String) {
        let decoded = Decoding(stream(Self.created, #"{"type":"response.incomplete","response":\#(response)}"#))
        #expect(decoded.finish == FinishReason(.other, raw: "incomplete"))
        #expect(decoded.failure == nil)
    }

    @Test(arguments: [
        Self.created, Self.created + "\n", #"{"type":"response.output_text.delta","output_index":0,"delta":"x"}"#,
    ])
    func `row 48: a stream that ends before its terminal event is a failure with the partial text`(_ last: String) {
        let decoded = Decoding(stream(Self.created, Self.message, Self.delta("Hel"), last))
        #expect(decoded.failure?.kind == .invalidResponse)
        #expect(decoded.failure?.category == .incompleteStream)
        #expect(decoded.failure?.retryAdvice == .backoff)
        #expect(decoded.failure?.partial?.text.hasPrefix("Hel") == true)
        #expect(decoded.finish == nil)
    }

    @Test(arguments: ["\n\n", "\n", ""])
    func `row 49: a terminal event that lacks its blank line counts`(_ end: String) {
        let decoded = Decoding(stream(Self.created, Self.message, Self.delta("Hi")) + "data: \(Self.completed)\(end)")
        #expect(decoded.finish?.unified == .stop)
        #expect(decoded.failure == nil)
    }

    @Test func `row 49: a terminal event that is cut off does not count`() {
        let decoded = Decoding(
            stream(Self.created, Self.message, Self.delta("Hi")) + "data: \(Self.completed.dropLast())")
        #expect(decoded.finish == nil)
        #expect(decoded.failure?.category == .incompleteStream)
    }

    @Test func `row 51: DONE ends the stream quietly, and is no terminal event`() {
        let answer = stream(Self.created, Self.message, Self.delta("Hi"))
        #expect(Decoding(answer + event(Self.completed) + "data: [DONE]\n\n").failure == nil)
        #expect(Decoding(answer + "data: [DONE]\n\n").failure?.category == .incompleteStream)
    }

    @Test func `row 68: a second response inside the first is a failure, not a mixture`() {
        let decoded = Decoding(
            stream(
                Self.created, Self.message, Self.delta("one"),
                #"{"type":"response.created","response":{"id":"r2","model":"m"}}"#, Self.delta("two")))
        #expect(decoded.failure?.category == .malformedResponse)
        #expect(decoded.failure?.partial?.text == "one")
    }

    @Test func `what follows the terminal event is not read`() {
        let decoded = Decoding(stream(Self.created, Self.message, Self.delta("a"), Self.completed, Self.delta("b")))
        #expect(decoded.text == "a")
        #expect(decoded.violations.isEmpty)
    }

    // MARK: Usage

    @Test(arguments: [#""usage":null"#, #""x":0"#, #""usage":{}"#, #""usage":[]"#])
    func `row 12: usage that is null or missing at the end does no harm`(_ usage: String) {
        let decoded = Decoding(
            stream(
                Self.created, #"{"type":"response.completed","response":{"status":"completed","output":[],\#(usage)}}"#)
        )
        #expect(decoded.finish?.unified == .stop)
        #expect(decoded.usage?.totalTokenCount ?? 0 == 0)
    }

    @Test func `row 13: details of usage that are null count as none`() throws {
        let usage = try Usage(
            responses: JSONValue(
                parsing:
                    #"{"input_tokens":7,"input_tokens_details":null,"output_tokens":2,"output_tokens_details":{"reasoning_tokens":null}}"#
            ))
        #expect(usage?.input == .init(totalTokenCount: 7, cachedTokenCount: 0))
        #expect(usage?.output == .init(totalTokenCount: 2, reasoningTokenCount: 0))
    }

    @Test func `row 15: the context is counted from the last round, the price from all of them`() throws {
        let usage = try Usage(
            responses: JSONValue(
                parsing: """
                    {"input_tokens":5689,"input_tokens_details":{"cached_tokens":192},"output_tokens":444,
                    "output_tokens_details":{"reasoning_tokens":300},"total_tokens":6133,"cost_in_usd_ticks":2521500,
                    "num_sources_used":0,"context_details":{"input_tokens":4640,"output_tokens":353},
                    "server_side_tool_usage_details":{"web_search_calls":1}}
                    """))
        #expect(usage?.input == .init(totalTokenCount: 5689, cachedTokenCount: 192))
        #expect(usage?.output == .init(totalTokenCount: 444, reasoningTokenCount: 300))
        #expect(usage?.contextTokenCount == 4993)
        #expect(usage?.cost?.description == "0.00025215 USD")
        #expect(
            usage?.metadata == [
                "num_sources_used": 0, "server_side_tool_usage_details": ["web_search_calls": 1],
            ])
    }

    @Test func `more cached tokens than input tokens means that the input is counted without them`() throws {
        let usage = try Usage(
            responses: JSONValue(
                parsing: #"{"input_tokens":10,"input_tokens_details":{"cached_tokens":90},"output_tokens":1}"#))
        #expect(usage?.input == .init(totalTokenCount: 100, cachedTokenCount: 90))
    }

    // MARK: Reasoning

    @Test func `row 26: two reasoning items with one identifier are both kept, in order`() {
        func reasoning(_ index: Int, _ text: String) -> [String] {
            [
                #"{"type":"response.output_item.added","output_index":\#(index),"item":{"type":"reasoning","id":"rs_X","summary":[]}}"#,
                #"{"type":"response.reasoning_summary_text.delta","output_index":\#(index),"summary_index":0,"item_id":"rs_X","delta":"\#(text)"}"#,
                #"{"type":"response.output_item.done","output_index":\#(index),"item":{"type":"reasoning","id":"rs_X","summary":[{"type":"summary_text","text":"\#(text)"}],"encrypted_content":"E\#(index)"}}"#,
            ]
        }
        let item = { (index: Int, text: String) in
            #"{"type":"reasoning","id":"rs_X","summary":[{"type":"summary_text","text":"\#(text)"}],"encrypted_content":"E\#(index)"}"#
        }
        let decoded = Decoding(
            ([Self.created] + reasoning(0, "first") + reasoning(5, "second") + [
                #"{"type":"response.completed","response":{"status":"completed","output":[\#(item(0, "first")),\#(item(5, "second"))]}}"#
            ]).map(event).joined())
        #expect(decoded.reasoning == ["first", "second"])
        #expect(decoded.signatures.map(\.encryptedContent) == ["E0", "E5"])
        #expect(decoded.adjustments.isEmpty)
        #expect(decoded.violations.isEmpty)
    }

    @Test func `row 27: several summary parts are parts of one item`() {
        let decoded = Decoding(
            stream(
                Self.created,
                #"{"type":"response.output_item.added","output_index":0,"item":{"type":"reasoning","id":"rs_1","summary":[]}}"#,
                #"{"type":"response.reasoning_summary_part.added","output_index":0,"summary_index":0,"part":{"type":"summary_text","text":""}}"#,
                #"{"type":"response.reasoning_summary_text.delta","output_index":0,"summary_index":0,"delta":"a"}"#,
                #"{"type":"response.reasoning_summary_part.added","output_index":0,"summary_index":1,"part":{"type":"summary_text","text":""}}"#,
                #"{"type":"response.reasoning_summary_text.delta","output_index":0,"summary_index":1,"delta":"b"}"#,
                #"{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"a"},{"type":"summary_text","text":"b"}],"encrypted_content":"E"}}"#,
                Self.completed))
        #expect(decoded.reasoning == ["a", "b"])
        #expect(decoded.signatures.count == 1)
        #expect(decoded.violations.isEmpty)
    }

    @Test func `row 28: reasoning that is encrypted only is an item without parts and with its signature`() {
        let decoded = Decoding(
            stream(
                Self.created,
                #"{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","id":"tco_1","summary":[],"encrypted_content":"E"}}"#,
                Self.completed),
            model: "m")
        #expect(decoded.reasoning.isEmpty)
        #expect(
            decoded.signatures == [
                ProviderData.encryptedReasoning(id: "tco_1", "E", served: "m")
            ])
        #expect(decoded.violations.isEmpty)
    }

    @Test func `row 30: raw reasoning is shown as reasoning, once, also where a summary follows`() {
        let decoded = Decoding(
            stream(
                Self.created,
                #"{"type":"response.output_item.added","output_index":0,"item":{"type":"reasoning","id":"rs_1","summary":[]}}"#,
                #"{"type":"response.reasoning_text.delta","output_index":0,"content_index":0,"delta":"thought"}"#,
                #"{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"short"}],"content":[{"type":"reasoning_text","text":"thought"}]}}"#,
                Self.completed))
        #expect(decoded.reasoning == ["thought"])
        #expect(decoded.adjustments.isEmpty)
        #expect(decoded.violations.isEmpty)
    }

    @Test func `encrypted reasoning that only the terminal response has is not lost`() {
        let decoded = Decoding(
            stream(
                Self.created,
                #"{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","id":"rs_1","summary":[]}}"#,
                #"{"type":"response.completed","response":{"status":"completed","output":[{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"E"}]}}"#
            ))
        #expect(decoded.signatures.map(\.encryptedContent) == [nil, "E"])
    }

    @Test func `ciphertext that differs between the item and the terminal response is taken from the item`() {
        let decoded = Decoding(
            stream(
                Self.created,
                #"{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"one"}}"#,
                #"{"type":"response.completed","response":{"status":"completed","output":[{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"two"}]}}"#
            ))
        #expect(decoded.signatures.map(\.encryptedContent) == ["one"])
    }

    @Test func `row 67: a signature names the model asked for and the one that answered, and the redirect is told`() {
        let decoded = Decoding(
            stream(
                #"{"type":"response.created","response":{"id":"r","model":"grok-4.3"}}"#,
                #"{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","id":"rs","summary":[],"encrypted_content":"E"}}"#,
                Self.completed),
            model: "grok-3-mini")
        #expect(decoded.signatures.first?.requestedModel == "grok-3-mini")
        #expect(decoded.signatures.first?.servedModel == "grok-4.3")
        #expect(decoded.adjustments.map(\.kind) == [.modelRedirected])
    }

    @Test func `a dated name of the model asked for is no redirect`() {
        let decoded = Decoding(
            stream(#"{"type":"response.created","response":{"id":"r","model":"gpt-4o-2024-08-06"}}"#, Self.completed),
            model: "gpt-4o")
        #expect(decoded.adjustments.isEmpty)
        #expect(decoded.info == ResponseInfo(id: "r", model: "gpt-4o-2024-08-06"))
    }

    // MARK: What is unknown or odd

    @Test func `rows 16 and 65: events that are not known are skipped`() {
        let decoded = Decoding(
            stream(
                Self.created, #"{"type":"response.doom_loop_check","doom_loop_check":{"triggers":["x"]}}"#,
                Self.message,
                #"{"type":"response.brand_new.delta","output_index":0,"delta":"no"}"#, Self.delta("yes"),
                #"{"type":"keepalive","sequence_number":3}"#, #"{"no_type":true}"#, Self.completed)
                + "event: ping\ndata: pong\n\n")
        #expect(decoded.text == "yes")
        #expect(decoded.failure == nil)
    }

    @Test func `row 25: identifiers that change from event to event do not matter where the position is given`() {
        let decoded = Decoding(
            stream(
                Self.created, Self.message, Self.delta("a", item: "B"), Self.delta("b", item: "C"),
                #"{"type":"response.output_item.done","output_index":0,"item":{"type":"message","id":"D","content":[{"type":"output_text","text":"ab"}]}}"#,
                #"{"type":"response.completed","response":{"status":"completed","output":[{"type":"message","id":"F","content":[{"type":"output_text","text":"ab"}]}]}}"#
            ))
        #expect(decoded.text == "ab")
        #expect(decoded.violations.isEmpty)
        #expect(decoded.adjustments.isEmpty)
    }

    @Test(arguments: 1...3)
    func `row 52: characters cut between chunks are whole again`(size: Int) {
        let bytes = Array(stream(Self.created, Self.message, Self.delta("北京 🌍 é"), Self.completed).utf8)
        let chunks = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
        #expect(Decoding(chunks).text == "北京 🌍 é")
    }

    @Test func `row 54: a byte order mark is not part of the first event`() {
        let text = stream(Self.created, Self.message, Self.delta("x"), Self.completed)
        #expect(Decoding([[0xEF, 0xBB, 0xBF] + Array(text.utf8)]).text == "x")
    }

    @Test func `row 55: data of several lines, without a space, and other fields are read after the rules`() {
        let decoded = Decoding(
            """
            id: 1
            retry: 5
            nonsense
            data:{"type":"response.output_text.delta",
            data:"output_index":0,"delta":"x"}

            data:

            : keepalive

            data: \(Self.completed)


            """)
        #expect(decoded.text == "x")
        #expect(decoded.finish?.unified == .stop)
    }

    @Test func `row 56: data that is broken names its event and keeps what came before`() {
        let decoded = Decoding(
            stream(Self.created, Self.message, Self.delta("Hel"))
                + "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\"lo\"\n\n"
        )
        #expect(decoded.failure?.kind == .invalidResponse)
        #expect(decoded.failure?.category == .malformedResponse)
        #expect(decoded.failure?.message.contains("response.output_text.delta") == true)
        #expect(decoded.failure?.evidence?.body?.contains("lo") == true)
        #expect(decoded.failure?.partial?.text == "Hel")
    }

    @Test(arguments: [
        (#"{"type":"response.output_text.delta","output_index":0}"#, "response.output_text.delta"),
        (#"{"type":"response.output_text.delta","output_index":0,"delta":7}"#, "response.output_text.delta"),
        (#"{"type":"response.output_item.done","output_index":0}"#, "response.output_item.done"),
        (#"{"type":"response.output_item.added","output_index":0,"item":null}"#, "response.output_item.added"),
    ])
    func `a known event without what it is for is an error that names it`(json: String, name: String) {
        let decoded = Decoding(stream(Self.created, json, Self.completed))
        #expect(decoded.failure?.message.contains(name) == true)
        #expect(decoded.failure?.category == .malformedResponse)
    }

    @Test func `bytes that are not UTF-8 in a text are an error that names the event`() {
        let bytes =
            Array(stream(Self.created, Self.message).utf8)
            + Array(#"data: {"type":"response.output_text.delta","output_index":0,"delta":""#.utf8) + [0xC3, 0x28]
            + Array("\"}\n\n".utf8)
        let decoded = Decoding([bytes])
        #expect(decoded.failure?.category == .malformedResponse)
        #expect(decoded.failure?.message.contains("response.output_text.delta") == true)
    }

    @Test func `row 59: null where words are expected is tolerated`() {
        let decoded = Decoding(
            stream(
                #"{"type":"response.created","response":{"id":"r1","model":null,"metadata":null,"text":{},"tools":null}}"#,
                #"{"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":null,"content":null}}"#,
                #"{"type":"response.output_text.delta","output_index":0,"content_index":null,"delta":null}"#,
                Self.delta("x"),
                #"{"type":"response.output_text.done","output_index":0,"content_index":0,"text":null}"#,
                #"{"type":"response.output_item.added","output_index":1,"item":{"type":"web_search_call","status":null}}"#,
                #"{"type":"response.output_item.done","output_index":1,"item":{"type":"web_search_call"}}"#,
                #"{"type":"response.completed","response":{"status":"completed","output":[{"type":"message","content":null},null]}}"#
            ))
        #expect(decoded.text == "x")
        #expect(decoded.finish?.unified == .stop)
        #expect(decoded.violations.isEmpty)
    }

    @Test func `row 64: tools that are not known in the echo do no harm`() {
        let decoded = Decoding(
            stream(
                #"{"type":"response.created","response":{"id":"r","tools":[{"type":"x_search"},7]}}"#, Self.completed))
        #expect(decoded.failure == nil)
    }

    @Test(arguments: [#""output":[]"#, #""output":null"#, #""x":1"#])
    func `row 58: a terminal response without output leaves what was streamed`(_ output: String) {
        let decoded = Decoding(
            stream(
                Self.created, Self.message, Self.delta("Hi"),
                #"{"type":"response.output_item.done","output_index":0,"item":{"type":"message","id":"msg_1","content":[{"type":"output_text","text":"Hi"}]}}"#,
                #"{"type":"response.completed","response":{"id":"r1","status":"completed",\#(output)}}"#))
        #expect(decoded.text == "Hi")
        #expect(decoded.finish?.unified == .stop)
    }

    @Test func `row 60: items that are open at the same time, and one that is never closed`() {
        let decoded = Decoding(
            stream(
                Self.created,
                #"{"type":"response.output_item.added","output_index":0,"item":{"type":"custom_tool_call","id":"ctc_1","name":"x_keyword_search"}}"#,
                #"{"type":"response.output_item.added","output_index":1,"item":{"type":"web_search_call","id":"ws_1"}}"#,
                #"{"type":"response.web_search_call.searching","output_index":1,"item_id":"ws_1"}"#,
                #"{"type":"response.output_item.done","output_index":1,"item":{"type":"web_search_call","id":"ws_1","status":"completed"}}"#,
                #"{"type":"response.custom_tool_call_input.delta","output_index":0,"delta":"{}"}"#,
                #"{"type":"response.output_item.done","output_index":0,"item":{"type":"custom_tool_call","id":"ctc_1","status":"completed","input":"{}"}}"#,
                #"{"type":"response.output_item.added","output_index":2,"item":{"type":"mcp_list_tools","id":"mcp_1"}}"#,
                #"{"type":"response.output_item.added","output_index":3,"item":{"type":"message","id":"msg_1"}}"#,
                #"{"type":"response.output_text.delta","output_index":3,"content_index":0,"delta":"x"}"#, Self.completed
            ))
        #expect(
            decoded.serverCalls.map { "\($0.item) \($0.type) \($0.phase) \($0.data?.content != nil)" } == [
                "0 custom_tool_call started false", "1 web_search_call started false",
                "1 web_search_call running false", "1 web_search_call completed true",
                "0 custom_tool_call completed true", "2 mcp_list_tools started false",
            ])
        #expect(decoded.text == "x")
        #expect(decoded.violations.isEmpty)
    }

    @Test func `row 69: a line of 4 MB is one event`() {
        let image = String(repeating: "A", count: 4 << 20)
        let bytes = Array(
            stream(
                Self.created,
                #"{"type":"response.output_item.done","output_index":0,"item":{"type":"image_generation_call","id":"ig","status":"completed","result":"\#(image)"}}"#,
                Self.completed
            ).utf8)
        let chunks = stride(from: 0, to: bytes.count, by: 65536).map {
            Array(bytes[$0..<min($0 + 65536, bytes.count)])
        }
        let decoded = Decoding(chunks)
        #expect(decoded.serverCalls.last?.data?.content["result"]?.stringValue?.utf8.count == 4 << 20)
        #expect(decoded.finish?.unified == .stop)
    }
}
