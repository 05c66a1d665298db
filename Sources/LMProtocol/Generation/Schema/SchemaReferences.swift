import LMJSON

/// The references of a schema: where they lead, and whether they lead back.
struct SchemaReferences {
    let root: JSONValue

    /// The schema that a pointer such as `#/$defs/City` names; `nil` where there is none.
    func target(of reference: String) -> JSONValue? {
        guard reference.utf8.first == UInt8(ascii: "#") else { return nil }
        return JSONPointer(String(reference.dropFirst())).flatMap { root[$0] }
    }

    /// Whether the schema that a reference names contains that reference again.
    func isCircular(_ reference: String) -> Bool {
        guard let target = target(of: reference) else { return false }
        var seen: Set<String> = []
        return reaches(reference, from: target, seen: &seen)
    }

    /// A reference that leads back to itself; `nil` where none does.
    var circular: String? { Self.references(in: root).first(where: isCircular) }

    private func reaches(_ reference: String, from schema: JSONValue, seen: inout Set<String>) -> Bool {
        for found in Self.references(in: schema, withDefinitions: false) {
            // A pointer to a part of what is looked for leads into it as well.
            if found == reference || reference == "#" || found == "#" { return true }
            guard seen.insert(found).inserted, let target = target(of: found) else { continue }
            if reaches(reference, from: target, seen: &seen) { return true }
        }
        return false
    }

    /// The references of a schema in the order they stand.
    static func references(in schema: JSONValue, withDefinitions: Bool = true) -> [String] {
        var found: [String] = []
        var schema = schema
        if !withDefinitions, var object = schema.objectValue {
            object["$defs"] = nil
            object["definitions"] = nil
            schema = .object(object)
        }
        _ = SchemaTree.map(schema) { object in
            if let reference = object["$ref"]?.stringValue { found.append(reference) }
            return object
        }
        return found
    }
}
