import LMJSON
import LMProtocol
import Testing

/// A value of a type of the zoo, with what is to hold of it.
struct Specimen: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let check: @Sendable () throws -> Void

    /// The value comes back from its content, from its JSON, and piece by piece from every prefix of that JSON.
    init<Value: Generable & Equatable>(
        _ make: @autoclosure @escaping @Sendable () -> Value, isObject: Bool = true
    ) {
        testDescription = String(describing: Value.self)
        check = {
            let value = make()
            let content = value.generatedContent
            #expect(Value.generationSchema.validate(content).isEmpty)
            #expect(try Value(content) == value)
            let json = content.jsonString
            #expect(try Value(GeneratedContent(json: json)) == value)
            let whole = Shape(of: try Value.PartiallyGenerated(content))
            #expect(Shape(of: value.asPartiallyGenerated()) == whole)
            try Specimen.checkPrefixes(of: json, as: Value.self, whole: whole, isObject: isObject)
        }
    }

    private static func checkPrefixes<Value: Generable>(
        of json: String, as type: Value.Type, whole: Shape, isObject: Bool
    ) throws {
        var previous: Shape?
        for end in json.indices.dropFirst() {
            let prefix = String(json[..<end])
            let content = try GeneratedContent(json: prefix)
            // A value without parts is there only when it is whole; one with a discriminator when that is.
            guard let partial = try? Value.PartiallyGenerated(content) else {
                #expect(!isObject, "no partial value at \(prefix)")
                continue
            }
            let shape = Shape(of: partial)
            #expect(shape.isPrefix(of: whole), "\(shape) is not part of \(whole) at \(prefix)")
            if let previous { #expect(previous.isPrefix(of: shape), "\(previous) shrank to \(shape) at \(prefix)") }
            previous = shape
        }
        let content = try GeneratedContent(json: json)
        #expect(Shape(of: try Value.PartiallyGenerated(content)) == whole)
    }
}

/// What a partial value holds, without the identifiers that differ from one value to the next.
indirect enum Shape: Equatable {
    case missing
    case text(String)
    case list([Shape])
    case fields([String: Shape])
    case leaf(String)

    init(of value: Any) {
        let mirror = Mirror(reflecting: value)
        if let text = value as? String {
            self = .text(text)
        } else if mirror.displayStyle == .optional {
            self = mirror.children.first.map { Shape(of: $0.value) } ?? .missing
        } else if mirror.displayStyle == .collection {
            self = .list(mirror.children.map { Shape(of: $0.value) })
        } else if let dictionary = value as? [String: Any] {
            self = .fields(dictionary.mapValues { Shape(of: $0) })
        } else if mirror.displayStyle == .struct || mirror.displayStyle == .tuple || mirror.displayStyle == .enum,
            !mirror.children.isEmpty, !(value is any BinaryInteger), !(value is any BinaryFloatingPoint)
        {
            let children = mirror.children.enumerated().filter { !($0.element.value is GenerationID) }
            self = .fields(
                Dictionary(children.map { ($0.element.label ?? "\($0.offset)", Shape(of: $0.element.value)) }) { $1 })
        } else {
            self = .leaf(String(describing: value))
        }
    }

    /// Whether this may still grow into another shape.
    func isPrefix(of whole: Shape) -> Bool {
        switch (self, whole) {
        case (.missing, _): true
        case (.text(let part), .text(let all)): all.hasPrefix(part) || part.isEmpty
        case (.list(let part), .list(let all)):
            part.count <= all.count && zip(part, all).allSatisfy { $0.isPrefix(of: $1) }
        case (.fields(let part), .fields(let all)):
            part.allSatisfy { key, value in all[key].map { value.isPrefix(of: $0) } ?? (value == .missing) }
        default: self == whole
        }
    }
}
