import LMJSON

extension SchemaResolver {
    /// A document inside another: its definitions join those of the whole, and its references follow them.
    mutating func hoisted(_ document: JSONValue, to place: String) -> JSONObject {
        guard var root = document.objectValue else { return JSONObject() }
        var renamed: [String: String] = [:]
        var inner: [(name: String, schema: JSONValue)] = []
        for keyword in ["$defs", "definitions"] {
            for member in root[keyword]?.objectValue ?? JSONObject() {
                let name = uniqueName(member.key, of: nil)
                renamed["#/\(keyword)/\(JSONPointer.Token.key(member.key))"] = "#/$defs/\(name)"
                inner.append((name, member.value))
            }
            root[keyword] = nil
        }
        func redirect(_ pointer: String) -> String {
            for (old, new) in renamed where pointer == old || pointer.hasPrefix(old + "/") {
                return new + pointer.dropFirst(old.count)
            }
            return pointer.hasPrefix("#") ? "#/$defs/\(place)" + pointer.dropFirst() : pointer
        }
        for (name, schema) in inner {
            let redirected = SchemaTree.map(schema) { Self.redirected($0, redirect) }
            definitions.append((name, redirected.objectValue ?? JSONObject()))
        }
        return SchemaTree.map(.object(root)) { Self.redirected($0, redirect) }.objectValue ?? root
    }

    private static func redirected(_ schema: JSONObject, _ redirect: (String) -> String) -> JSONObject {
        guard let pointer = schema["$ref"]?.stringValue else { return schema }
        var schema = schema
        schema["$ref"] = .string(redirect(pointer))
        return schema
    }
}
