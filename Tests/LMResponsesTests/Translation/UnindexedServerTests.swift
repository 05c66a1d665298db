import LMJSON
import LMProtocol
import Testing

@testable import LMResponses

/// Streams of servers that leave out `output_index`, `content_index` and `sequence_number`, as llama.cpp's does.
struct UnindexedServerTests {
    @Test func `reasoning, text and a call are told apart by their identifiers`() {
        let decoded = Decoding(
            stream(
                #"{"type":"response.created","response":{"id":"resp_1","object":"response","status":"in_progress"}}"#,
                #"{"type":"response.output_item.added","item":{"id":"rs_1","type":"reasoning","summary":[],"content":[],"encrypted_content":""}}"#,
                #"{"type":"response.reasoning_text.delta","item_id":"rs_1","delta":"Hm"}"#,
                #"{"type":"response.reasoning_text.delta","item_id":"rs_1","delta":"m."}"#,
                #"{"type":"response.output_item.added","item":{"id":"msg_1","type":"message","role":"assistant","content":[]}}"#,
                #"{"type":"response.content_part.added","item_id":"msg_1","part":{"type":"output_text","text":""}}"#,
                #"{"type":"response.output_text.delta","item_id":"msg_1","delta":"Hello"}"#,
                #"{"type":"response.output_text.delta","item_id":"msg_1","delta":", you."}"#,
                #"{"type":"response.output_item.added","item":{"type":"function_call","call_id":"fc_1","name":"f","arguments":"","status":"in_progress"}}"#,
                #"{"type":"response.function_call_arguments.delta","item_id":"fc_1","delta":"{\"x\""}"#,
                #"{"type":"response.function_call_arguments.delta","item_id":"fc_1","delta":":1}"}"#,
                #"{"type":"response.output_item.done","item":{"id":"rs_1","type":"reasoning","summary":[],"content":[{"type":"reasoning_text","text":"Hmm."}],"encrypted_content":""}}"#,
                #"{"type":"response.output_text.done","item_id":"msg_1","text":"Hello, you."}"#,
                #"{"type":"response.content_part.done","item_id":"msg_1","part":{"type":"output_text","text":"Hello, you.","annotations":[]}}"#,
                #"{"type":"response.output_item.done","item":{"id":"msg_1","type":"message","content":[{"type":"output_text","text":"Hello, you."}]}}"#,
                #"{"type":"response.output_item.done","item":{"type":"function_call","call_id":"fc_1","name":"f","arguments":"{\"x\":1}","status":"completed"}}"#,
                #"{"type":"response.completed","response":{"id":"resp_1","status":"completed","model":"m","output":[{"id":"rs_1","type":"reasoning","summary":[],"content":[{"type":"reasoning_text","text":"Hmm."}]},{"id":"msg_1","type":"message","content":[{"type":"output_text","text":"Hello, you."}]},{"type":"function_call","call_id":"fc_1","name":"f","arguments":"{\"x\":1}"}],"usage":{"input_tokens":1,"output_tokens":2,"total_tokens":3}}}"#
            ))
        #expect(decoded.text == "Hello, you.")
        #expect(decoded.reasoning == ["Hmm."])
        #expect(decoded.calls == [.init(item: 2, id: "fc_1", name: "f", arguments: #"{"x":1}"#)])
        #expect(decoded.signatures.map(\.encryptedContent) == [nil])
        #expect(decoded.usage?.totalTokenCount == 3)
        #expect(decoded.finish?.unified == .toolCalls)
        #expect(decoded.adjustments.isEmpty)
        #expect(decoded.violations.isEmpty)
    }

    @Test func `two messages stay two, also where the second repeats the identifier of the first`() {
        let decoded = Decoding(
            stream(
                #"{"type":"response.output_item.added","item":{"id":"msg","type":"message"}}"#,
                #"{"type":"response.output_text.delta","item_id":"msg","delta":"one"}"#,
                #"{"type":"response.output_item.done","item":{"id":"msg","type":"message","content":[{"type":"output_text","text":"one"}]}}"#,
                #"{"type":"response.output_item.added","item":{"id":"msg","type":"message"}}"#,
                #"{"type":"response.output_text.delta","item_id":"msg","delta":"two"}"#,
                #"{"type":"response.output_item.done","item":{"id":"msg","type":"message","content":[{"type":"output_text","text":"two"}]}}"#,
                #"{"type":"response.completed","response":{"status":"completed","output":[{"id":"msg","type":"message","content":[{"type":"output_text","text":"one"}]},{"id":"msg","type":"message","content":[{"type":"output_text","text":"two"}]}]}}"#
            ))
        #expect(decoded.text == "onetwo")
        #expect(decoded.events.contains(.textEnd(PartID(item: 1), text: "two")))
        #expect(decoded.adjustments.isEmpty)
        #expect(decoded.violations.isEmpty)
    }

    @Test func `events that name no item at all belong to the one that is open`() {
        let decoded = Decoding(
            stream(
                #"{"type":"response.output_item.added","item":{"type":"message"}}"#,
                #"{"type":"response.output_text.delta","delta":"a"}"#,
                #"{"type":"response.output_text.delta","delta":"b"}"#,
                #"{"type":"response.output_text.done","text":"abc"}"#,
                #"{"type":"response.output_item.done","item":{"type":"message","content":[{"type":"output_text","text":"abc"}]}}"#,
                #"{"type":"response.completed","response":{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"abc"}]}]}}"#
            ))
        #expect(decoded.text == "abc")
        #expect(decoded.violations.isEmpty)
        #expect(decoded.adjustments.isEmpty)
    }

    @Test func `text without any announcement is text`() {
        let decoded = Decoding(
            stream(
                #"{"type":"response.output_text.delta","delta":"a"}"#,
                #"{"type":"response.output_text.delta","delta":"b"}"#,
                #"{"type":"response.completed","response":{}}"#))
        #expect(decoded.text == "ab")
        #expect(decoded.finish?.unified == .stop)
        #expect(decoded.violations.isEmpty)
    }

    @Test func `a server that gives every item the position 0 still has items of two kinds`() {
        let decoded = Decoding(
            stream(
                #"{"type":"response.output_item.added","output_index":0,"item":{"id":"rs","type":"reasoning","summary":[]}}"#,
                #"{"type":"response.reasoning_summary_text.delta","output_index":0,"summary_index":0,"delta":"hm"}"#,
                #"{"type":"response.output_item.done","output_index":0,"item":{"id":"rs","type":"reasoning","summary":[{"type":"summary_text","text":"hm"}]}}"#,
                #"{"type":"response.output_item.added","output_index":0,"item":{"id":"msg","type":"message"}}"#,
                #"{"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":"hi"}"#,
                #"{"type":"response.output_item.done","output_index":0,"item":{"id":"msg","type":"message","content":[{"type":"output_text","text":"hi"}]}}"#,
                #"{"type":"response.completed","response":{"status":"completed","output":[{"id":"rs","type":"reasoning","summary":[{"type":"summary_text","text":"hm"}]},{"id":"msg","type":"message","content":[{"type":"output_text","text":"hi"}]}]}}"#
            ))
        #expect(decoded.text == "hi")
        #expect(decoded.reasoning == ["hm"])
        #expect(decoded.adjustments.isEmpty)
        #expect(decoded.violations.isEmpty)
    }

    @Test(arguments: ["-1", "1e300", "\"0\"", "null", "1.5"])
    func `a position that is none is as good as missing`(_ position: String) {
        let decoded = Decoding(
            stream(
                #"{"type":"response.output_item.added","output_index":\#(position),"item":{"id":"msg","type":"message"}}"#,
                #"{"type":"response.output_text.delta","output_index":\#(position),"content_index":\#(position),"item_id":"msg","delta":"hi"}"#,
                #"{"type":"response.completed","response":{"status":"completed"}}"#))
        #expect(decoded.text == "hi")
        #expect(decoded.violations.isEmpty)
    }
}
