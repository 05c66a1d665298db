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

    /// Converts each element.
    func convertedElements<Element: ConvertibleFromGeneratedContent>(as type: Element.Type) throws -> [Element] {
        guard case .array(let elements) = json else { throw mismatch("an array") }
        var converted: [Element] = []
        converted.reserveCapacity(elements.count)
        try convert(elements, from: 0, into: &converted)
        return converted
    }

    /// Converts the elements of an array from one on; one that still streams and makes no value yet is left out.
    func convert<Element: ConvertibleFromGeneratedContent>(
        _ elements: [JSONValue], from start: Int, into converted: inout [Element]
    ) throws {
        var index = start
        while index < elements.count {
            do {
                if let value = try element(index, of: elements).convertedIfReady(to: Element.self) {
                    converted.append(value)
                }
            } catch let error as ParsingError {
                throw error.located(at: String(index))
            }
            index += 1
        }
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
