import LMJSON

/// What a request's body says, as messages: as far as the common shapes of bodies go.
enum HTMLConversation {
    /// The messages: who speaks, and what.
    static func messages(of body: JSONValue?) -> [(role: String, text: String)] {
        guard let body else { return [] }
        var messages: [(role: String, text: String)] = []
        if let instructions = body["instructions"]?.stringValue ?? body["system"]?.stringValue {
            messages.append(("system", instructions))
        }
        if let prompt = body["input"]?.stringValue { messages.append(("user", prompt)) }
        for item in (body["input"] ?? body["messages"])?.arrayValue ?? [] {
            let role = item["role"]?.stringValue ?? item["type"]?.stringValue ?? "other"
            messages.append((role == "function_call_output" ? "tool" : role, text(of: item)))
        }
        return messages
    }

    private static func text(of item: JSONValue) -> String {
        switch item["content"] {
        case .string(let text)?: return text
        case .array(let parts)?:
            return parts.map { part in
                part["text"]?.stringValue ?? "[\(part["type"]?.stringValue ?? "part")]"
            }.joined(separator: "\n")
        default:
            if let name = item["name"]?.stringValue { return "\(name) \(item["arguments"]?.stringValue ?? "")" }
            if let output = item["output"] { return output.stringValue ?? output.text() }
            return item["summary"]?.arrayValue.map { $0.compactMap { $0["text"]?.stringValue }.joined(separator: "\n") }
                ?? item.text()
        }
    }
}
