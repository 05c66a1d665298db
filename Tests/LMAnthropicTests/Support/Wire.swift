import LMJSON
import LMTestSupport

/// Events of the wire, composed from what the API documents.
enum Wire {
    static func event(_ type: String, _ members: JSONValue = [:]) -> String {
        var json = JSONObject(["type": .string(type)])
        for member in members.objectValue ?? JSONObject() { json[member.key] = member.value }
        return "event: \(type)\ndata: \(JSONValue.object(json).text())\n\n"
    }
    static func start(
        _ model: String = "claude-sonnet-4-6", id: String = "msg_1",
        usage: JSONValue = ["input_tokens": 10, "output_tokens": 1]
    ) -> String {
        event(
            "message_start",
            [
                "message": [
                    "id": .string(id), "type": "message", "role": "assistant", "model": .string(model), "content": [],
                    "stop_reason": nil, "usage": usage,
                ]
            ])
    }
    static func open(_ index: Int, _ block: JSONValue) -> String {
        event("content_block_start", ["index": .number(JSONNumber(index)), "content_block": block])
    }
    static func delta(_ index: Int, _ delta: JSONValue) -> String {
        event("content_block_delta", ["index": .number(JSONNumber(index)), "delta": delta])
    }
    static func stop(_ index: Int) -> String { event("content_block_stop", ["index": .number(JSONNumber(index))]) }
    static func text(_ index: Int, _ pieces: String...) -> String {
        open(index, ["type": "text", "text": ""])
            + pieces.map { delta(index, ["type": "text_delta", "text": .string($0)]) }.joined() + stop(index)
    }
    static func thinking(_ index: Int, _ words: String, _ signature: String) -> String {
        open(index, ["type": "thinking", "thinking": "", "signature": ""])
            + (words.isEmpty ? "" : delta(index, ["type": "thinking_delta", "thinking": .string(words)]))
            + delta(index, ["type": "signature_delta", "signature": .string(signature)]) + stop(index)
    }
    static func call(_ index: Int, _ id: String, _ name: String, _ arguments: String...) -> String {
        open(index, ["type": "tool_use", "id": .string(id), "name": .string(name), "input": [:]])
            + arguments.map { delta(index, ["type": "input_json_delta", "partial_json": .string($0)]) }.joined()
            + stop(index)
    }
    static func end(_ reason: String, usage: JSONValue = ["output_tokens": 7]) -> String {
        event("message_delta", ["delta": ["stop_reason": .string(reason), "stop_sequence": nil], "usage": usage])
            + event("message_stop")
    }
    static func reply(_ parts: String...) -> StubTransport.Reply { .events(parts.joined()) }
    static let answer = reply(start(), text(0, "Done", "."), end("end_turn"))
}
