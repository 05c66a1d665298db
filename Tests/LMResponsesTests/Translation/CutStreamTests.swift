import LMJSON
import LMProtocol
import Testing

@testable import LMResponses

/// A stream cut or split anywhere gives the same answer or a typed failure, and nothing else.
struct CutStreamTests {
    static let hello: [UInt8] = Array(
        (": keepalive\n\n"
            + stream(
                #"{"type":"response.created","sequence_number":0,"response":{"id":"1c1cae28","model":"grok-4.3","status":"in_progress","output":[],"usage":null}}"#,
                #"{"type":"response.output_item.added","output_index":0,"item":{"id":"rs_1","type":"reasoning","status":"in_progress","summary":[]}}"#,
                #"{"type":"response.reasoning_summary_part.added","item_id":"rs_1","output_index":0,"summary_index":0,"part":{"type":"summary_text","text":""}}"#,
                #"{"type":"response.reasoning_summary_text.delta","item_id":"rs_1","output_index":0,"summary_index":0,"delta":"Grüße"}"#,
                #"{"type":"response.reasoning_summary_text.done","item_id":"rs_1","output_index":0,"summary_index":0,"text":"Grüße"}"#,
                #"{"type":"response.output_item.done","output_index":0,"item":{"id":"rs_1","type":"reasoning","status":"completed","summary":[{"type":"summary_text","text":"Grüße"}],"encrypted_content":"ENC"}}"#,
                #"{"type":"response.output_item.added","output_index":1,"item":{"id":"msg_1","type":"message","role":"assistant","content":[]}}"#,
                #"{"type":"response.content_part.added","item_id":"msg_1","output_index":1,"content_index":0,"part":{"type":"output_text","text":""}}"#,
                #"{"type":"response.output_text.delta","item_id":"msg_1","output_index":1,"content_index":0,"delta":"Hallo, 北京 "}"#,
                #"{"type":"response.output_text.delta","item_id":"msg_1","output_index":1,"content_index":0,"delta":"🌍!"}"#,
                #"{"type":"response.output_text.done","item_id":"msg_1","output_index":1,"content_index":0,"text":"Hallo, 北京 🌍!"}"#,
                #"{"type":"response.output_item.done","output_index":1,"item":{"id":"msg_1","type":"message","content":[{"type":"output_text","text":"Hallo, 北京 🌍!","annotations":[]}]}}"#,
                #"{"type":"response.completed","response":{"id":"1c1cae28","model":"grok-4.3","status":"completed","output":[{"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"Grüße"}],"encrypted_content":"ENC"},{"id":"msg_1","type":"message","content":[{"type":"output_text","text":"Hallo, 北京 🌍!"}]}],"usage":{"input_tokens":3,"output_tokens":9,"output_tokens_details":{"reasoning_tokens":4}}}}"#
            )).utf8)

    @Test func `cut at every byte, it is the whole answer or a failure with its beginning`() {
        let whole = Decoding([Self.hello], model: "grok-4.3")
        #expect(whole.text == "Hallo, 北京 🌍!")
        #expect(whole.violations.isEmpty)
        #expect(whole.failure == nil)
        // The last two bytes are the blank line, which a terminal event does not need.
        for end in 0...Self.hello.count {
            let cut = Decoding([Array(Self.hello[..<end])], model: "grok-4.3")
            #expect(cut.violations.isEmpty, "cut at \(end)")
            if end >= Self.hello.count - 2 {
                #expect(cut.events == whole.events, "cut at \(end)")
            } else {
                #expect(cut.finish == nil, "cut at \(end)")
                #expect(cut.failure?.category == .incompleteStream, "cut at \(end)")
                #expect(cut.failure?.partial?.text == cut.text, "cut at \(end)")
                #expect(whole.text.hasPrefix(cut.text), "cut at \(end)")
            }
        }
    }

    @Test func `split at every byte, it is the same answer`() {
        let whole = Decoding([Self.hello])
        for split in 0...Self.hello.count {
            let parts = Decoding([Array(Self.hello[..<split]), Array(Self.hello[split...])])
            #expect(parts.events == whole.events, "split at \(split)")
            #expect(parts.failure == nil, "split at \(split)")
        }
    }

    @Test func `with one byte changed, it is an answer or a failure and never breaks a law`() {
        for position in stride(from: 0, to: Self.hello.count, by: 7) {
            for byte in [UInt8(ascii: "\""), 0x00, 0xFF, UInt8(ascii: "}"), UInt8(ascii: "\n")] {
                var bytes = Self.hello
                bytes[position] = byte
                let decoded = Decoding([bytes])
                #expect(decoded.violations.isEmpty, "byte \(byte) at \(position)")
                #expect((decoded.finish == nil) == (decoded.failure != nil), "byte \(byte) at \(position)")
            }
        }
    }

    @Test func `with any event left out or doubled, no law is broken`() {
        let events = String(decoding: Self.hello, as: UTF8.self).split(separator: "\n\n").map { $0 + "\n\n" }
        for index in events.indices {
            var fewer = events
            fewer.remove(at: index)
            var more = events
            more.insert(events[index], at: index)
            for list in [fewer, more] {
                let decoded = Decoding(list.joined())
                #expect(decoded.violations.isEmpty, "at \(index)")
                #expect((decoded.finish == nil) == (decoded.failure != nil), "at \(index)")
                if decoded.failure == nil, decoded.adjustments.allSatisfy({ $0.kind != .streamMismatch }) {
                    #expect(decoded.text == "Hallo, 北京 🌍!", "at \(index)")
                }
            }
        }
    }
}
