import LMJSON

/// The integers. A narrow one says its bounds in its schema, since a number outside makes no value of it.
private enum IntegerConversion {
    static func schema<Value: FixedWidthInteger>(of type: Value.Type) -> GenerationSchema {
        var keywords = JSONObject(["type": "integer"])
        if Value.bitWidth < 64 || !Value.isSigned { keywords["minimum"] = .number(JSONNumber(Value.min)) }
        if Value.bitWidth < 64 { keywords["maximum"] = .number(JSONNumber(Value.max)) }
        return GenerationSchema(shape: .value(keywords), name: "\(Value.self)")
    }

    static func value<Value: FixedWidthInteger>(of content: GeneratedContent) throws -> Value {
        guard case .number(let number) = content.json, let value = number.integer(as: Value.self) else {
            throw content.mismatch("a whole number that fits \(Value.self)")
        }
        return value
    }
}

extension Int: Generable, StreamedElement {
    /// The shape of a value.
    public static var generationSchema: GenerationSchema { IntegerConversion.schema(of: Self.self) }

    /// Makes an integer of a number that is whole and fits, such as `1`, `1.0` or `1e2`; throws a
    /// ``GeneratedContent/ParsingError`` for anything else.
    public init(_ content: GeneratedContent) throws { self = try IntegerConversion.value(of: content) }
    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(JSONValue.number(JSONNumber(self))) }
}

extension Int8: Generable, StreamedElement {
    /// The shape of a value.
    public static var generationSchema: GenerationSchema { IntegerConversion.schema(of: Self.self) }

    /// Makes an integer of a number that is whole and fits, such as `1`, `1.0` or `1e2`; throws a
    /// ``GeneratedContent/ParsingError`` for anything else.
    public init(_ content: GeneratedContent) throws { self = try IntegerConversion.value(of: content) }
    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(JSONValue.number(JSONNumber(self))) }
}

extension Int16: Generable, StreamedElement {
    /// The shape of a value.
    public static var generationSchema: GenerationSchema { IntegerConversion.schema(of: Self.self) }

    /// Makes an integer of a number that is whole and fits, such as `1`, `1.0` or `1e2`; throws a
    /// ``GeneratedContent/ParsingError`` for anything else.
    public init(_ content: GeneratedContent) throws { self = try IntegerConversion.value(of: content) }
    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(JSONValue.number(JSONNumber(self))) }
}

extension Int32: Generable, StreamedElement {
    /// The shape of a value.
    public static var generationSchema: GenerationSchema { IntegerConversion.schema(of: Self.self) }

    /// Makes an integer of a number that is whole and fits, such as `1`, `1.0` or `1e2`; throws a
    /// ``GeneratedContent/ParsingError`` for anything else.
    public init(_ content: GeneratedContent) throws { self = try IntegerConversion.value(of: content) }
    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(JSONValue.number(JSONNumber(self))) }
}

extension Int64: Generable, StreamedElement {
    /// The shape of a value.
    public static var generationSchema: GenerationSchema { IntegerConversion.schema(of: Self.self) }

    /// Makes an integer of a number that is whole and fits, such as `1`, `1.0` or `1e2`; throws a
    /// ``GeneratedContent/ParsingError`` for anything else.
    public init(_ content: GeneratedContent) throws { self = try IntegerConversion.value(of: content) }
    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(JSONValue.number(JSONNumber(self))) }
}

extension UInt: Generable, StreamedElement {
    /// The shape of a value.
    public static var generationSchema: GenerationSchema { IntegerConversion.schema(of: Self.self) }

    /// Makes an integer of a number that is whole and fits, such as `1`, `1.0` or `1e2`; throws a
    /// ``GeneratedContent/ParsingError`` for anything else.
    public init(_ content: GeneratedContent) throws { self = try IntegerConversion.value(of: content) }
    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(JSONValue.number(JSONNumber(self))) }
}

extension UInt8: Generable, StreamedElement {
    /// The shape of a value.
    public static var generationSchema: GenerationSchema { IntegerConversion.schema(of: Self.self) }

    /// Makes an integer of a number that is whole and fits, such as `1`, `1.0` or `1e2`; throws a
    /// ``GeneratedContent/ParsingError`` for anything else.
    public init(_ content: GeneratedContent) throws { self = try IntegerConversion.value(of: content) }
    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(JSONValue.number(JSONNumber(self))) }
}

extension UInt16: Generable, StreamedElement {
    /// The shape of a value.
    public static var generationSchema: GenerationSchema { IntegerConversion.schema(of: Self.self) }

    /// Makes an integer of a number that is whole and fits, such as `1`, `1.0` or `1e2`; throws a
    /// ``GeneratedContent/ParsingError`` for anything else.
    public init(_ content: GeneratedContent) throws { self = try IntegerConversion.value(of: content) }
    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(JSONValue.number(JSONNumber(self))) }
}

extension UInt32: Generable, StreamedElement {
    /// The shape of a value.
    public static var generationSchema: GenerationSchema { IntegerConversion.schema(of: Self.self) }

    /// Makes an integer of a number that is whole and fits, such as `1`, `1.0` or `1e2`; throws a
    /// ``GeneratedContent/ParsingError`` for anything else.
    public init(_ content: GeneratedContent) throws { self = try IntegerConversion.value(of: content) }
    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(JSONValue.number(JSONNumber(self))) }
}

extension UInt64: Generable, StreamedElement {
    /// The shape of a value.
    public static var generationSchema: GenerationSchema { IntegerConversion.schema(of: Self.self) }

    /// Makes an integer of a number that is whole and fits, such as `1`, `1.0` or `1e2`; throws a
    /// ``GeneratedContent/ParsingError`` for anything else.
    public init(_ content: GeneratedContent) throws { self = try IntegerConversion.value(of: content) }
    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(JSONValue.number(JSONNumber(self))) }
}
