import LMJSON

/// The parts of a value, each with what it inherits: an identifier that follows from the whole's and the part's place,
/// whether it is still open, and what earlier snapshots have converted.
extension GeneratedContent {
    /// How many elements of an array will not change any more.
    func finishedCount(of elements: [JSONValue]) -> Int { elements.count - (openDepth > 1 ? 1 : 0) }

    func element(_ index: Int, of elements: [JSONValue]) -> GeneratedContent {
        let isOpen = openDepth > 1 && index == elements.count - 1
        return GeneratedContent(
            elements[index], id: id?.element(index), openDepth: isOpen ? openDepth - 1 : 0, depth: depth + 1,
            memo: isOpen ? memo?.openElement(index) : nil)
    }

    func property(at position: Int, of members: JSONObject) -> GeneratedContent {
        let member = members[position]
        let isOpen = openDepth > 1 && position == members.count - 1
        // A finished array of an open object is converted once, too.
        let isContainer = member.value.arrayValue != nil || member.value.objectValue != nil
        return GeneratedContent(
            member.value, id: id?.property(member.key), openDepth: isOpen ? openDepth - 1 : 0, depth: depth + 1,
            memo: isContainer ? memo?.property(position) : nil)
    }

    /// The property of a name, the last where the name stands more than once.
    func property(_ name: String) -> GeneratedContent? {
        guard case .object(let members) = json,
            let position = members.lastIndex(where: { $0.key.utf8.elementsEqual(name.utf8) })
        else { return nil }
        return property(at: position, of: members)
    }

    /// Converts each element from one on; one that still streams and makes no value yet is left out.
    func convertedElements<Element: ConvertibleFromGeneratedContent>(
        from start: Int = 0, as type: Element.Type
    ) throws -> [Element] {
        guard case .array(let elements) = json else { throw mismatch("an array") }
        var converted: [Element] = []
        converted.reserveCapacity(max(0, elements.count - start))
        for index in elements.indices.dropFirst(start) {
            let content = element(index, of: elements)
            let value = try ParsingError.located(at: String(index)) { try content.convertedIfReady(to: Element.self) }
            if let value { converted.append(value) }
        }
        return converted
    }

    /// The error of a value that is of another kind.
    func mismatch(_ expected: String) -> ParsingError {
        ParsingError(content: self, debugDescription: "Expected \(expected), found \(json.kindInWords).")
    }
}

extension JSONValue {
    /// The kind of the value for an error; scalars that say little show themselves.
    var kindInWords: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let number): "the number \(number)"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
