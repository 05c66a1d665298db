import LMJSON
import LMProtocol
import LMTestSupport
import Testing

@testable import LMGrok

/// The public bug reports of other clients that are about the bytes of a stream and about odd events, one test for each row
/// of the project's list. Each asserts the events of the model and what an app sees through a session.
struct FramingRowTests {
    @Test func `row 52: characters that are cut between chunks, at any byte, are whole again`() async {
        let text = "北京 🌍 é"
        let bytes = Array(Wire.text([Wire.created, Wire.delta(text), Wire.completed]).utf8)
        let start = bytes.firstIndex(of: 0xE5) ?? 0
        for offset in start...start + text.utf8.count {
            var reply = StubTransport.Reply.events("")
            reply.chunks = [Array(bytes[..<offset]), Array(bytes[offset...])]
            await RowRun(reply).expectAnswer(text)
        }
        await RowRun(StubTransport.Reply.events(String(decoding: bytes, as: UTF8.self)).perByte).expectAnswer(text)
    }

    @Test func `row 54: a byte order mark is stripped once`() async {
        await RowRun(.events("\u{FEFF}" + Wire.text([Wire.created, Wire.delta("\u{FEFF}Hi"), Wire.completed])))
            .expectAnswer("\u{FEFF}Hi")
    }

    @Test func `row 55: data of several lines, data without a space, comments and other fields follow the rules`() async
    {
        await RowRun(
            .events(
                """
                : keepalive

                id: 1
                retry: 5
                nonsense
                data:{"type":"response.output_text.delta",
                data:"output_index":0,"delta":"Hi"}

                data:

                data: \(Wire.completed)


                """)
        ).expectAnswer("Hi")
    }

    @Test func `row 59: null and the wrong shape where words are expected are tolerated`() async {
        let run = await RowRun(
            Wire.reply(
                #"{"type":"response.created","response":{"id":"r1","model":null,"metadata":null,"text":{},"tools":null}}"#,
                Wire.added(0, #"{"type":"message","id":null,"content":null}"#),
                #"{"type":"response.output_text.delta","output_index":0,"content_index":null,"delta":null}"#,
                Wire.delta("Hi"),
                #"{"type":"response.output_text.done","output_index":0,"content_index":0,"text":null}"#,
                Wire.done(1, #"{"type":"web_search_call","status":null}"#),
                Wire.ended("completed", #""output":[{"type":"message","content":null},null]"#)))
        run.expectAnswer("Hi")
    }

    @Test func `row 60: items that are open at once, and one that never closes, keep their places`() async {
        let run = await RowRun(
            Wire.reply(
                Wire.created,
                Wire.added(0, #"{"type":"custom_tool_call","id":"ctc_1","name":"x_keyword_search","input":""}"#),
                Wire.added(1, #"{"type":"web_search_call","id":"ws_1","status":"in_progress"}"#),
                #"{"type":"response.web_search_call.searching","output_index":1,"item_id":"ws_1"}"#,
                Wire.done(1, #"{"type":"web_search_call","id":"ws_1","status":"completed"}"#),
                #"{"type":"response.custom_tool_call_input.delta","output_index":0,"delta":"{}"}"#,
                Wire.done(0, #"{"type":"custom_tool_call","id":"ctc_1","status":"completed","input":"{}"}"#),
                Wire.added(2, #"{"type":"mcp_list_tools","id":"mcp_1"}"#), Wire.delta("Hi", 3), Wire.completed))
        run.expectAnswer("Hi")
        #expect(
            run.log.serverCalls.map { "\($0.item) \($0.type) \($0.phase)" } == [
                "0 custom_tool_call started", "1 web_search_call started", "1 web_search_call running",
                "1 web_search_call completed", "0 custom_tool_call completed", "2 mcp_list_tools started",
            ])
        let kinds = run.session.transcript.map { entry -> String in
            guard case .data(let data) = entry else { return "" }
            return data.providerData?.content["type"]?.stringValue ?? ""
        }
        // In the order of the output; what never closed has nothing to be sent back.
        #expect(kinds == ["", "custom_tool_call", "web_search_call", ""])
    }

    @Test func `row 64: tools that nobody knows in the echo do no harm`() async {
        let tools = #""output":[],"tools":[{"type":"x_search"},{"type":"view_image","x":[1]},7]"#
        await RowRun(
            Wire.reply(
                #"{"type":"response.created","response":{"id":"r","model":"grok-4.3","tools":[{"type":"x_search"},7]}}"#,
                Wire.delta("Hi"), Wire.ended("completed", tools))
        ).expectAnswer("Hi")
    }

    @Test func `row 65: events that nobody knows are skipped`() async {
        await RowRun(
            .events(
                Wire.text([
                    Wire.created,
                    #"{"type":"response.doom_loop_check","doom_loop_check":{"triggers":["tail_repetition:4@response"]}}"#,
                    Wire.delta("Hi"), #"{"type":"response.brand_new.delta","output_index":0,"delta":"no"}"#,
                    #"{"no_type":true}"#,
                ]) + "event: ping\ndata: pong\n\n" + Wire.framed(Wire.completed))
        ).expectAnswer("Hi")
    }

    @Test func `row 69: a line of 4 MB is one event, and goes into the transcript whole`() async {
        let image = String(repeating: "A", count: 4 << 20)
        let item = #"{"type":"image_generation_call","id":"ig_1","status":"completed","result":"\#(image)"}"#
        let bytes = Array(
            Wire.text([Wire.created, Wire.done(0, item), Wire.delta("Hi", 1), Wire.completed]).utf8)
        var reply = StubTransport.Reply.events("")
        reply.chunks = stride(from: 0, to: bytes.count, by: 65536).map {
            Array(bytes[$0..<min($0 + 65536, bytes.count)])
        }
        let run = await RowRun(reply)
        run.expectAnswer("Hi")
        #expect(run.log.serverCalls.last?.data?.content["result"]?.stringValue?.utf8.count == 4 << 20)
        let sizes = run.session.transcript.compactMap {
            if case .data(let data) = $0 { data.providerData?.content.bytes().count } else { nil }
        }
        #expect(sizes == [item.utf8.count])
    }
}
