import LMJSON

/// Composes the event stream of the Responses API for an answer that is known only by what it says.
struct ComposedResponse {
    /// A part of an answer.
    enum Part {
        case text(String)
        case call(name: String, arguments: String)
    }

    let id: String
    let model: String

    /// The events, framed.
    func events(for parts: [Part]) -> [[UInt8]] {
        var writer = Writer()
        var output: [JSONValue] = []
        writer.add("response.created", ["response": response("in_progress", output: [])])
        for (index, part) in parts.enumerated() {
            let place: JSONValue = .number(JSONNumber(index))
            switch part {
            case .text(let text):
                let item = "msg_\(index)"
                let done: JSONValue = ["type": "output_text", "text": .string(text), "annotations": []]
                let message = self.message(item, status: "completed", content: [done])
                writer.add(
                    "response.output_item.added",
                    ["output_index": place, "item": self.message(item, status: "in_progress", content: [])])
                for piece in Self.pieces(of: text) {
                    writer.add(
                        "response.output_text.delta",
                        ["item_id": .string(item), "output_index": place, "content_index": 0, "delta": .string(piece)])
                }
                writer.add(
                    "response.output_text.done",
                    ["item_id": .string(item), "output_index": place, "content_index": 0, "text": .string(text)])
                writer.add("response.output_item.done", ["output_index": place, "item": message])
                output.append(message)
            case .call(let name, let arguments):
                let item = "fc_\(index)"
                let call = self.call(item, name: name, arguments: arguments, status: "completed")
                writer.add(
                    "response.output_item.added",
                    ["output_index": place, "item": self.call(item, name: name, arguments: "", status: "in_progress")])
                writer.add(
                    "response.function_call_arguments.delta",
                    ["item_id": .string(item), "output_index": place, "delta": .string(arguments)])
                writer.add(
                    "response.function_call_arguments.done",
                    ["item_id": .string(item), "output_index": place, "arguments": .string(arguments)])
                writer.add("response.output_item.done", ["output_index": place, "item": call])
                output.append(call)
            }
        }
        writer.add("response.completed", ["response": response("completed", output: output)])
        return writer.events
    }

    private func response(_ status: String, output: [JSONValue]) -> JSONValue {
        [
            "id": .string(id), "object": "response", "status": .string(status), "model": .string(model),
            "output": .array(output),
        ]
    }

    private func message(_ id: String, status: String, content: [JSONValue]) -> JSONValue {
        [
            "id": .string(id), "type": "message", "role": "assistant", "status": .string(status),
            "content": .array(content),
        ]
    }

    private func call(_ id: String, name: String, arguments: String, status: String) -> JSONValue {
        [
            "id": .string(id), "type": "function_call", "call_id": .string("call_\(id)"), "name": .string(name),
            "arguments": .string(arguments), "status": .string(status),
        ]
    }

    /// A text in pieces as long as a token or two.
    private static func pieces(of text: String) -> [String] {
        var pieces: [String] = []
        var rest = text[...]
        while !rest.isEmpty {
            pieces.append(String(rest.prefix(8)))
            rest = rest.dropFirst(8)
        }
        return pieces
    }

    private struct Writer {
        var events: [[UInt8]] = []

        mutating func add(_ type: String, _ members: JSONValue) {
            let head: [JSONObject.Member] = [
                .init(key: "type", value: .string(type)),
                .init(key: "sequence_number", value: .number(JSONNumber(events.count))),
            ]
            let payload = JSONValue.object(JSONObject(head + (members.objectValue ?? JSONObject())))
            events.append(Array("event: \(type)\ndata: ".utf8) + payload.bytes() + Array("\n\n".utf8))
        }
    }
}
