import LMJSON

/// Access to the parts of a value that does not build what it does not give.
extension GeneratedContent {
    /// The kind of a value, without its parts.
    enum Shape: CustomStringConvertible {
        case null
        case bool(Bool)
        case number(JSONNumber)
        case string(String)
        case array(count: Int)
        case object

        /// For an error: the kind in words.
        var description: String {
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

    var shape: Shape {
        switch storage {
        case .whole(.null): .null
        case .whole(.bool(let value)): .bool(value)
        case .whole(.number(let number)): .number(number)
        case .whole(.string(let text)), .growing(.string(let text)): .string(text)
        case .whole(.array(let elements)): .array(count: elements.count)
        case .growing(.array(let finished, let open)): .array(count: finished.count + (open == nil ? 0 : 1))
        case .whole(.object), .growing(.object): .object
        }
    }

    /// The elements that will not change any more.
    var finishedElementCount: Int {
        switch storage {
        case .whole(.array(let elements)): elements.count
        case .growing(.array(let finished, _)): finished.count
        default: 0
        }
    }

    func element(_ index: Int) -> GeneratedContent? {
        switch storage {
        case .whole(.array(let elements)) where elements.indices.contains(index):
            GeneratedContent(elements[index], id: id?.element(index))
        case .growing(.array(let finished, _)) where index < finished.count:
            GeneratedContent(finished[index], id: id?.element(index))
        case .growing(.array(let finished, let open?)) where index == finished.count:
            GeneratedContent(growing: open, id: id?.element(index), memo: memo?.openElement(index))
        default: nil
        }
    }

    /// The names of an object's properties in the order they were written; one that was written twice stands twice.
    var propertyNames: [String] {
        switch storage {
        case .whole(.object(let object)): object.keys
        case .growing(.object(let finished, let open)): finished.map(\.key) + (open.map { [$0.key] } ?? [])
        default: []
        }
    }

    /// The property of a name, the last where the name stands more than once.
    func property(_ name: String) -> GeneratedContent? {
        switch storage {
        case .whole(.object(let object)):
            guard let value = object[name] else { return nil }
            return GeneratedContent(value, id: id?.property(name))
        case .growing(.object(let finished, let open)):
            if let open, open.key.utf8.elementsEqual(name.utf8) {
                return GeneratedContent(growing: open.value, id: id?.property(name), memo: memo?.property(name))
            }
            guard let member = finished.last(where: { $0.key.utf8.elementsEqual(name.utf8) }) else { return nil }
            var content = GeneratedContent(member.value, id: id?.property(name))
            content.memo = memo?.property(name)
            return content
        default: return nil
        }
    }

    /// Converts each element; one that still streams and makes no value yet is left out.
    func convertedElements<Element: ConvertibleFromGeneratedContent>(
        from start: Int = 0, as type: Element.Type
    ) throws -> [Element] {
        guard case .array(let count) = shape else {
            throw ParsingError(content: self, debugDescription: "Expected an array, found \(shape).")
        }
        var converted: [Element] = []
        converted.reserveCapacity(max(0, count - start))
        var index = start
        while index < count, let content = element(index) {
            let value = try ParsingError.located(at: String(index)) { try content.convertedIfReady(to: Element.self) }
            if let value { converted.append(value) }
            index += 1
        }
        return converted
    }
}
