import LMJSON

/// The conversation that a recorded request holds, as a person reads it.
enum RecordedConversation {
    /// A line or more for each message, from its role on.
    static func lines(of body: JSONValue?) -> [String] {
        var lines = body?["instructions"]?.stringValue.map { ["system: \($0)"] } ?? []
        switch body?["input"] {
        case .string(let text): lines.append("user: \(text)")
        case .array(let items): lines += items.compactMap(line)
        default: break
        }
        return lines
    }

    private static func line(_ item: JSONValue) -> String? {
        switch item["type"]?.stringValue ?? "message" {
        case "message":
            return "\(item["role"]?.stringValue ?? "user"): \(text(of: item["content"]))"
        case "function_call":
            return "tool call: \(item["name"]?.stringValue ?? "?") \(item["arguments"]?.stringValue ?? "")"
        case "function_call_output":
            return "tool result: \(text(of: item["output"]))"
        case "reasoning":
            let words = (item["summary"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
            return words.isEmpty ? nil : "thought: \(words.joined(separator: " "))"
        case let other: return "(\(other))"
        }
    }

    private static func text(of content: JSONValue?) -> String {
        switch content {
        case .string(let text): text
        case .array(let parts):
            parts.map {
                $0["text"]?.stringValue ?? "[\($0["type"]?.stringValue?.replacing("input_", with: "") ?? "?")]"
            }
            .joined(separator: " ")
        default: ""
        }
    }
}
