import LMJSON

/// A value that a model generated, or a part of one while it streams. Numbers and the order of properties are exact.
public struct GeneratedContent: Sendable {
    /// The value. What still streams is closed as it stands.
    public var json: JSONValue
    /// Names the value across snapshots; not part of equality. The values inside have identifiers that follow from it.
    public var id: GenerationID?
    /// How many values are still open: this one, the last part of it, the last part of that, and so on.
    var openDepth: Int
    /// How many values this one stands in.
    var depth: Int
    /// What earlier snapshots of the same stream have converted; not part of the value.
    var memo: ConversionMemo?

    /// Makes content from a JSON value.
    public init(_ json: JSONValue, id: GenerationID? = nil, isComplete: Bool = true) {
        self.init(json, id: id, openDepth: isComplete ? 0 : 1, depth: 0, memo: nil)
    }

    init(_ json: JSONValue, id: GenerationID?, openDepth: Int, depth: Int, memo: ConversionMemo?) {
        self.json = json
        self.id = id
        self.openDepth = openDepth
        self.depth = depth
        self.memo = memo
    }

    /// How many values may stand inside each other for a value to be converted to a type or checked against a schema.
    ///
    /// Both call themselves for each level, and a task's stack may be as small as 512 KiB: what a model writes must not
    /// be able to exhaust it. Content itself, which is not converted, may be as deep as JSON is here: 512 levels.
    public static let depthLimit = 100

    /// Whether the value is whole; a value from a stream may not be yet.
    public var isComplete: Bool {
        get { openDepth == 0 }
        set { openDepth = newValue ? 0 : max(openDepth, 1) }
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
            if case .object = json {
                throw ParsingError(
                    content: self, debugDescription: "GeneratedContent does not contain a property '\(name)'.")
            }
            throw ParsingError(
                content: self,
                debugDescription: "Expected an object with a property '\(name)', found \(json.kindInWords).")
        }
        return try ParsingError.located(at: name) {
            try content.checkDepth()
            return try Value(content)
        }
    }

    /// A property as a value of a type; `nil` where there is none, where it is `null`, and where it still streams and
    /// makes no value of the type yet.
    ///
    /// Throws a ``ParsingError`` where the property is whole and has another shape.
    public func value<Value: ConvertibleFromGeneratedContent>(
        _ type: Value?.Type = Value?.self, forProperty name: String
    ) throws -> Value? {
        guard let content = property(name) else {
            guard case .object = json else {
                throw ParsingError(
                    content: self,
                    debugDescription: "Expected an object with a property '\(name)', found \(json.kindInWords).")
            }
            return nil
        }
        if content.json.isNull { return nil }
        return try ParsingError.located(at: name) { try content.convertedIfReady(to: Value.self) }
    }

    /// The value of a type; `nil` where the content still streams and makes none yet.
    ///
    /// A stream has such moments: a choice whose name is half written, or a type that has no partial form. Throws a
    /// ``ParsingError`` where the content is whole and has another shape.
    public func convertedIfReady<Value: ConvertibleFromGeneratedContent>(to type: Value.Type) throws -> Value? {
        try checkDepth()
        if isComplete { return try Value(self) }
        if case .string = json, !Value.acceptsGrowingText { return nil }
        return try? Value(self)
    }

    private func checkDepth() throws {
        if depth > Self.depthLimit { throw tooDeep }
    }

    private var tooDeep: ParsingError {
        ParsingError(content: self, debugDescription: "The value is nested deeper than \(Self.depthLimit) levels.")
    }
}

extension GeneratedContent: Generable, StreamedElement {
    /// Any value.
    public static var generationSchema: GenerationSchema {
        GenerationSchema(shape: .anything, name: "GeneratedContent")
    }
    /// A string that still grows is a value.
    public static var acceptsGrowingText: Bool { true }
    /// Makes the same content again.
    public init(_ content: GeneratedContent) { self = content }
    /// The content itself.
    public var generatedContent: GeneratedContent { self }
}

extension GeneratedContent: Hashable {
    /// Whether the values are the same and equally whole, whatever their identifiers.
    public static func == (left: GeneratedContent, right: GeneratedContent) -> Bool {
        left.isComplete == right.isComplete && left.json == right.json
    }
    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

extension GeneratedContent: CustomDebugStringConvertible {
    /// The JSON, with an ellipsis where it is not whole.
    public var debugDescription: String { isComplete ? jsonString : jsonString + "…" }
}
