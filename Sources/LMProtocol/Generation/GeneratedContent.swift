import LMJSON

/// A value that a model generated, or a part of one while it streams. Numbers and the order of properties are exact.
public struct GeneratedContent: Sendable {
    enum Storage: Sendable {
        case whole(JSONValue)
        case growing(GrowingValue)
    }
    var storage: Storage
    /// Names the value across snapshots; not part of equality. The values inside have identifiers that follow from it.
    public var id: GenerationID?
    /// Whether the value is whole; a value from a stream may not be yet.
    public var isComplete: Bool
    /// What earlier snapshots of the same stream have converted; not part of the value.
    var memo: ConversionMemo?

    /// Makes content from a JSON value.
    public init(_ json: JSONValue, id: GenerationID? = nil, isComplete: Bool = true) {
        storage = .whole(json)
        self.id = id
        self.isComplete = isComplete
    }

    init(growing value: GrowingValue, id: GenerationID?, memo: ConversionMemo?) {
        storage = .growing(value)
        self.id = id
        isComplete = false
        self.memo = memo
    }

    /// The value. For a value that still streams it is built on each access, in time proportional to its size.
    public var json: JSONValue {
        get {
            switch storage {
            case .whole(let value): value
            case .growing(let value): value.json
            }
        }
        set { storage = .whole(newValue) }
    }
}

extension GeneratedContent {
    /// Makes content of a value.
    public init(_ value: some ConvertibleToGeneratedContent) { self = value.generatedContent }

    /// Makes content of a value, under an identifier.
    public init(_ value: some ConvertibleToGeneratedContent, id: GenerationID) {
        self = value.generatedContent
        self.id = id
    }

    /// Makes an object of properties in the order they are given. A name that stands twice keeps its first place and
    /// takes its last value.
    public init(
        properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>, id: GenerationID? = nil
    ) {
        self.init(
            properties: properties.map { ($0.key, $0.value) }, id: id,
            uniquingKeysWith: { $1 })
    }

    /// Makes an object of properties in the order they are given; where a name stands twice, `combine` decides on its
    /// value, and the name keeps its first place.
    public init(
        properties: some Sequence<(String, any ConvertibleToGeneratedContent)>, id: GenerationID? = nil,
        uniquingKeysWith combine: (GeneratedContent, GeneratedContent) throws ->
            some ConvertibleToGeneratedContent
    ) rethrows {
        var members: [JSONObject.Member] = []
        var places: [String: Int] = [:]
        var isComplete = true
        for (name, value) in properties {
            var content = value.generatedContent
            if let place = places[name] {
                content = try combine(GeneratedContent(members[place].value), content).generatedContent
                members[place].value = content.json
            } else {
                places[name] = members.count
                members.append(.init(key: name, value: content.json))
            }
            isComplete = isComplete && content.isComplete
        }
        self.init(.object(JSONObject(members)), id: id, isComplete: isComplete)
    }

    /// Makes an array.
    public init(elements: some Sequence<any ConvertibleToGeneratedContent>, id: GenerationID? = nil) {
        let contents = elements.map(\.generatedContent)
        self.init(.array(contents.map(\.json)), id: id, isComplete: contents.allSatisfy(\.isComplete))
    }

    /// Makes an array of values of one type.
    public init<Element: ConvertibleToGeneratedContent>(
        elements: some Sequence<Element>, id: GenerationID? = nil
    ) {
        let contents = elements.map(\.generatedContent)
        self.init(.array(contents.map(\.json)), id: id, isComplete: contents.allSatisfy(\.isComplete))
    }
}

extension GeneratedContent {
    /// The content as a value of a type.
    ///
    /// Throws a ``ParsingError`` where the content has another shape.
    public func value<Value: ConvertibleFromGeneratedContent>(_ type: Value.Type = Value.self) throws -> Value {
        try Value(self)
    }

    /// A property as a value of a type.
    ///
    /// Throws a ``ParsingError`` where there is no such property or where it has another shape.
    public func value<Value: ConvertibleFromGeneratedContent>(
        _ type: Value.Type = Value.self, forProperty name: String
    ) throws -> Value {
        guard let content = property(name) else {
            if case .object = shape {
                throw ParsingError(
                    content: self, debugDescription: "GeneratedContent does not contain a property '\(name)'.")
            }
            throw ParsingError(
                content: self, debugDescription: "Expected an object with a property '\(name)', found \(shape).")
        }
        return try ParsingError.located(at: name) { try Value(content) }
    }

    /// A property as a value of a type; `nil` where there is none, where it is `null`, and where it still streams and
    /// makes no value of the type yet.
    ///
    /// Throws a ``ParsingError`` where the property is whole and has another shape.
    public func value<Value: ConvertibleFromGeneratedContent>(
        _ type: Value?.Type = Value?.self, forProperty name: String
    ) throws -> Value? {
        guard let content = property(name) else {
            guard case .object = shape else {
                throw ParsingError(
                    content: self, debugDescription: "Expected an object with a property '\(name)', found \(shape).")
            }
            return nil
        }
        if case .null = content.shape { return nil }
        return try ParsingError.located(at: name) { try content.convertedIfReady(to: Value.self) }
    }

    /// The value of a type; `nil` where the content still streams and makes none yet.
    ///
    /// A stream has such moments: a choice whose name is half written, or a type that has no partial form. Throws a
    /// ``ParsingError`` where the content is whole and has another shape.
    public func convertedIfReady<Value: ConvertibleFromGeneratedContent>(to type: Value.Type) throws -> Value? {
        if isComplete { return try Value(self) }
        if case .string = shape, !Value.acceptsGrowingText { return nil }
        return try? Value(self)
    }
}

extension GeneratedContent: Generable, StreamedElement {
    public static var generationSchema: GenerationSchema {
        GenerationSchema(shape: .anything, name: "GeneratedContent")
    }
    public static var acceptsGrowingText: Bool { true }
    public init(_ content: GeneratedContent) { self = content }
    public var generatedContent: GeneratedContent { self }
}

extension GeneratedContent: Hashable {
    /// Whether the values are the same and equally whole, whatever their identifiers.
    public static func == (left: GeneratedContent, right: GeneratedContent) -> Bool {
        left.isComplete == right.isComplete && left.json == right.json
    }
    public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

extension GeneratedContent: CustomDebugStringConvertible {
    public var debugDescription: String { isComplete ? jsonString : jsonString + "…" }
}
