import LMJSON
import LMTestSupport

/// Events of a stream, composed after the facts about xAI's wire.
enum Wire {
    /// An event as xAI frames it.
    static func framed(_ json: String) -> String {
        let type = (try? JSONValue(parsing: json))?["type"]?.stringValue
        return (type.map { "event: \($0)\n" } ?? "") + "data: \(json)\n\n"
    }

    /// A stream of such events.
    static func text(_ events: [String]) -> String { events.map(framed).joined() }

    /// The reply that streams these events.
    static func reply(_ events: String...) -> StubTransport.Reply { .events(text(events)) }

    static let created =
        #"{"type":"response.created","sequence_number":0,"response":{"id":"1c1cae28","model":"grok-4.3","status":"in_progress","output":[],"usage":null}}"#
    static let completed = ended("completed")

    /// The terminal event; `members` are further members of its response.
    static func ended(_ status: String, _ members: String = #""output":[]"#) -> String {
        #"{"type":"response.\#(status)","response":{"id":"1c1cae28","model":"grok-4.3","status":"\#(status)",\#(members)}}"#
    }

    /// The end of an answer that met the limit on tokens.
    static let limited = ended("incomplete", #""incomplete_details":{"reason":"max_output_tokens"},"output":[]"#)

    static func added(_ index: Int, _ item: String) -> String {
        #"{"type":"response.output_item.added","output_index":\#(index),"item":\#(item)}"#
    }
    static func done(_ index: Int, _ item: String) -> String {
        #"{"type":"response.output_item.done","output_index":\#(index),"item":\#(item)}"#
    }

    /// A piece of the answer; JSON escapes stay as they are.
    static func delta(_ text: String, _ index: Int = 0, item: String = "msg_1") -> String {
        #"{"type":"response.output_text.delta","output_index":\#(index),"content_index":0,"item_id":"\#(item)","delta":"\#(text)"}"#
    }
    static func message(_ text: String, id: String = "msg_1") -> String {
        #"{"type":"message","id":"\#(id)","role":"assistant","status":"completed","content":[{"type":"output_text","text":"\#(text)","annotations":[]}]}"#
    }

    /// A call of a function; its arguments with the quotes escaped.
    static func call(
        _ arguments: String = "", id: String = "fc_1", callID: String = "call-1", name: String = "count",
        status: String = "completed"
    ) -> String {
        #"{"type":"function_call","id":"\#(id)","call_id":"\#(callID)","name":"\#(name)","arguments":"\#(arguments)","status":"\#(status)"}"#
    }
    static func arguments(_ delta: String, _ index: Int = 0, item: String = "fc_1") -> String {
        #"{"type":"response.function_call_arguments.delta","output_index":\#(index),"item_id":"\#(item)","delta":"\#(delta)"}"#
    }

    /// A reasoning item.
    static func reasoning(_ summary: [String] = [], id: String = "rs_1", encrypted: String? = nil) -> String {
        let parts = summary.map { #"{"type":"summary_text","text":"\#($0)"}"# }.joined(separator: ",")
        let cipher = encrypted.map { #","encrypted_content":"\#($0)""# } ?? ""
        return #"{"type":"reasoning","id":"\#(id)","status":"completed","summary":[\#(parts)]\#(cipher)}"#
    }

    /// A whole answer of one message.
    static func answer(_ text: String) -> StubTransport.Reply {
        reply(created, delta(text), done(0, message(text)), completed)
    }
}
