import LMJSON
import LMTestSupport

@testable import lm_cli

/// Event streams as servers of the Responses API send them, composed for tests.
enum ServedReply {
    /// The stream of a reply with these pieces of text.
    static func stream(_ pieces: [String], id: String = "resp_1", model: String = "test") -> [String] {
        let text = pieces.joined()
        let head: JSONValue = [
            "id": .string(id), "object": "response", "model": .string(model), "status": "in_progress", "output": [],
        ]
        let message: JSONValue = [
            "id": "msg_1", "type": "message", "role": "assistant", "status": "completed",
            "content": [["type": "output_text", "text": .string(text), "annotations": []]],
        ]
        let usage: JSONValue = [
            "input_tokens": 31, "input_tokens_details": ["cached_tokens": 10], "output_tokens": 7,
            "output_tokens_details": ["reasoning_tokens": 2], "total_tokens": 38, "cost_in_usd_ticks": 11_000_000,
        ]
        var events = [
            event("response.created", ["response": head]),
            event(
                "response.output_item.added",
                ["output_index": 0, "item": ["id": "msg_1", "type": "message", "role": "assistant", "content": []]]),
            event(
                "response.content_part.added",
                [
                    "item_id": "msg_1", "output_index": 0, "content_index": 0,
                    "part": ["type": "output_text", "text": "", "annotations": []],
                ]),
        ]
        events += pieces.map { delta($0) }
        events += [
            event(
                "response.output_text.done",
                ["item_id": "msg_1", "output_index": 0, "content_index": 0, "text": .string(text)]),
            event("response.output_item.done", ["output_index": 0, "item": message]),
            event(
                "response.completed",
                [
                    "response": [
                        "id": .string(id), "object": "response", "model": .string(model), "status": "completed",
                        "output": [message], "usage": usage,
                    ]
                ]),
        ]
        return events
    }

    /// The event of a piece of text.
    static func delta(_ text: String) -> String {
        event(
            "response.output_text.delta",
            ["item_id": "msg_1", "output_index": 0, "content_index": 0, "delta": .string(text)])
    }

    /// The steps that serve a whole stream, one chunk an event.
    static func steps(_ pieces: String...) -> [LoopbackStep] {
        [.streamHead] + stream(pieces).map { LoopbackStep.chunk($0) } + [.lastChunk]
    }

    /// The steps that serve a reply that calls a tool.
    static func toolCall(_ name: String, _ arguments: String) -> [LoopbackStep] {
        let item: JSONValue = [
            "id": "fc_1", "type": "function_call", "call_id": "call_1", "name": .string(name),
            "arguments": .string(arguments),
            "status": "completed",
        ]
        let events = [
            event(
                "response.created",
                [
                    "response": [
                        "id": "resp_0", "object": "response", "model": "test", "status": "in_progress", "output": [],
                    ]
                ]),
            event("response.output_item.added", ["output_index": 0, "item": item]),
            event(
                "response.function_call_arguments.done",
                ["output_index": 0, "item_id": "fc_1", "arguments": .string(arguments)]),
            event("response.output_item.done", ["output_index": 0, "item": item]),
            event(
                "response.completed",
                [
                    "response": [
                        "id": "resp_0", "object": "response", "model": "test", "status": "completed", "output": [item],
                        "usage": ["input_tokens": 3, "output_tokens": 4, "total_tokens": 7],
                    ]
                ]),
        ]
        return [.streamHead] + events.map { LoopbackStep.chunk($0) } + [.lastChunk]
    }

    /// The steps that serve a document.
    static func document(
        _ status: Int, _ type: String, _ body: String, _ fields: KeyValuePairs<String, String> = [:]
    ) -> [LoopbackStep] {
        let all =
            "HTTP/1.1 \(status) Reason\r\nContent-Type: \(type)\r\n" + fields.map { "\($0): \($1)\r\n" }.joined()
            + "Content-Length: \(body.utf8.count)\r\n\r\n"
        return [.text(all + body)]
    }

    private static func event(_ type: String, _ members: JSONValue) -> String {
        let all = [JSONObject.Member(key: "type", value: .string(type))] + (members.objectValue.map(Array.init) ?? [])
        return "event: \(type)\ndata: \(JSONValue.object(JSONObject(all)).text())\n\n"
    }
}
