import LMJSON

extension GenerationSchema {
    /// The schema for a provider that takes only an object as the whole value, and the name of the property that is the
    /// value then; the schema itself and `nil` where its value is an object anyway.
    ///
    /// A ``StructuredStreamParser`` with that name reads the value out of the object.
    public var rootedInObject: (schema: GenerationSchema, property: String?) {
        guard var root = jsonSchema.objectValue, root["type"]?.stringValue != "object" else { return (self, nil) }
        let property = "value"
        var definitions = root["$defs"]?.objectValue ?? JSONObject()
        root["$defs"] = nil
        var value = root
        let selfReferences = SchemaReferences.references(in: jsonSchema).filter { !$0.hasPrefix("#/$defs/") }
        if !selfReferences.isEmpty {
            // What refers to the root goes on doing so in the root's new place.
            var place = SchemaName.wire(name)
            while definitions[place] != nil { place += "_" }
            func redirected(_ schema: JSONValue) -> JSONValue {
                SchemaTree.map(schema) { schema in
                    guard let reference = schema["$ref"]?.stringValue, !reference.hasPrefix("#/$defs/") else {
                        return schema
                    }
                    var schema = schema
                    schema["$ref"] = .string("#/$defs/\(place)" + reference.dropFirst())
                    return schema
                }
            }
            var moved = JSONObject([JSONObject.Member(key: place, value: redirected(.object(root)))])
            for definition in definitions { moved.append(key: definition.key, value: redirected(definition.value)) }
            definitions = moved
            value = JSONObject(["$ref": .string("#/$defs/\(place)")])
        }
        var wrapped = JSONObject([
            "type": "object", "properties": [property: .object(value)], "required": [.string(property)],
            "additionalProperties": false,
        ])
        if !definitions.isEmpty { wrapped["$defs"] = .object(definitions) }
        return (GenerationSchema(name: name, jsonSchema: .object(wrapped)), property)
    }
}
