import LMJSON

/// An answer as its terminal response states it, read without any of the code under test but the JSON parser.
struct Reference {
    var text = ""
    var reasoning: [String] = []
    var calls: [(id: String, name: String, arguments: JSONValue?)] = []
    var inputTokens: Int?
    var outputTokens: Int?
    var status = ""

    /// Reads the first response of a stream; `nil` where it has no terminal event that is well-formed.
    init?(stream: [UInt8]) {
        let text = String(decoding: stream, as: UTF8.self).replacing("\r\n", with: "\n")
        var done: [JSONValue] = []
        for block in text.split(separator: "\n\n") {
            let data = block.split(separator: "\n").filter { $0.hasPrefix("data:") }.map { $0.dropFirst(5) }
            guard let json = try? JSONValue(parsing: data.joined(separator: "\n")) else { continue }
            switch json["type"]?.stringValue {
            case "response.output_item.done": if let item = json["item"] { done.append(item) }
            case "response.completed", "response.incomplete":
                guard let response = json["response"] else { return nil }
                self.init(response: response, streamed: done)
                return
            case "response.failed", "error": return nil
            default: break
            }
        }
        return nil
    }

    /// Reads a response; where its output is empty, as the Codex backend's is, the items that were streamed.
    init(response: JSONValue, streamed: [JSONValue] = []) {
        let output = response["output"]?.arrayValue ?? []
        for item in output.isEmpty ? streamed : output {
            switch item["type"]?.stringValue {
            case "message":
                for part in item["content"]?.arrayValue ?? [] {
                    text += part["text"]?.stringValue ?? part["refusal"]?.stringValue ?? ""
                }
            case "reasoning":
                let summary = item["summary"]?.arrayValue ?? []
                let parts = summary.isEmpty ? item["content"]?.arrayValue ?? [] : summary
                reasoning += parts.compactMap { $0["text"]?.stringValue }
            case "function_call":
                calls.append(
                    (
                        item["call_id"]?.stringValue ?? "", item["name"]?.stringValue ?? "",
                        item["arguments"]?.stringValue.flatMap { try? JSONValue(parsing: $0.isEmpty ? "{}" : $0) }
                    ))
            default: break
            }
        }
        inputTokens = response["usage"]?["input_tokens"]?.intValue
        outputTokens = response["usage"]?["output_tokens"]?.intValue
        status = response["status"]?.stringValue ?? ""
    }
}
