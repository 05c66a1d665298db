import LMJSON

/// What a request's body says, as messages: as far as the common shapes of bodies go.
enum HTMLConversation {
    /// What somebody said.
    struct Message: Equatable {
        var role: String
        var text: String
        /// Pictures, as addresses that hold them whole and that a page may show.
        var pictures: [String] = []
    }

    /// The messages, in order.
    static func messages(of body: JSONValue?) -> [Message] {
        guard let body else { return [] }
        var messages: [Message] = []
        if let instructions = body["instructions"]?.stringValue ?? body["system"]?.stringValue {
            messages.append(Message(role: "system", text: instructions))
        }
        if let prompt = body["input"]?.stringValue { messages.append(Message(role: "user", text: prompt)) }
        for item in (body["input"] ?? body["messages"])?.arrayValue ?? [] {
            let role = item["role"]?.stringValue ?? item["type"]?.stringValue ?? "other"
            let names = ["function_call_output": "tool result", "function_call": "tool"]
            messages.append(
                Message(
                    role: names[role] ?? role, text: text(of: item),
                    pictures: (item["content"]?.arrayValue ?? item["output"]?.arrayValue ?? []).compactMap(picture)))
        }
        return messages
    }

    private static func text(of item: JSONValue) -> String {
        switch item["content"] {
        case .string(let text)?: return text
        case .array(let parts)?: return text(of: parts)
        default:
            if let name = item["name"]?.stringValue { return "\(name) \(item["arguments"]?.stringValue ?? "")" }
            if let parts = item["output"]?.arrayValue { return text(of: parts) }
            if let output = item["output"] { return output.stringValue ?? output.text() }
            return item["summary"]?.arrayValue.map { $0.compactMap { $0["text"]?.stringValue }.joined(separator: "\n") }
                ?? item.text()
        }
    }

    private static func text(of parts: [JSONValue]) -> String {
        parts.compactMap { part in
            if let text = part["text"]?.stringValue { return text }
            return picture(part) == nil ? "[\(part["type"]?.stringValue ?? "part")]" : nil
        }.joined(separator: "\n")
    }

    /// The picture of a part, where it is there as a whole. A page loads nothing, so that an address elsewhere is none; nor
    /// is anything that could be more than a picture.
    private static func picture(_ part: JSONValue) -> String? {
        guard let address = part["image_url"]?.stringValue ?? part["image_url"]?["url"]?.stringValue,
            let comma = address.firstIndex(of: ","),
            ["png", "jpeg", "gif", "webp"].contains(where: { address[..<comma] == "data:image/\($0);base64" }),
            address[comma...].dropFirst().utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
                    true
                default: false
                }
            })
        else { return nil }
        return address
    }
}
