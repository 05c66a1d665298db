// What the code calls that `@Generable` writes, and nothing else.
//
// Whether a type is generable only the compiler knows, so that there are two functions for each purpose, of which it
// takes the second where the type is not. What is wrong is said once, where the schema is made: everywhere else the
// second function does nothing, so that it does not say the same again.

/// The properties of a value, in the order in which they are declared. Only `@Generable` uses it.
public struct __GeneratedProperties {
    private var properties: [(String, any ConvertibleToGeneratedContent)] = []
    private let representsNil: Bool

    /// The properties that `add` adds as an object. A value that is missing is left out, or is `null`.
    public static func content(
        id: GenerationID? = nil, representsNil: Bool = false, _ add: (inout Self) -> Void
    ) -> GeneratedContent {
        var list = Self(representsNil: representsNil)
        add(&list)
        return GeneratedContent(properties: list.properties, id: id, uniquingKeysWith: { $1 })
    }

    private init(representsNil: Bool) { self.representsNil = representsNil }

    /// Adds a property.
    public mutating func add(_ name: String, _ value: some Generable) { properties.append((name, value)) }

    /// Adds a property that may have no value.
    public mutating func add<Value: Generable>(_ name: String, _ value: Value?) {
        if value != nil || representsNil { properties.append((name, value)) }
    }

    /// Leaves out a property whose type is not generable.
    @_disfavoredOverload
    public mutating func add<Value>(_ name: String, _ value: Value) {}
}

extension GeneratedContent {
    /// A property of a value; throws where it is missing or has another shape. Only `@Generable` uses it.
    public func __value<Value: ConvertibleFromGeneratedContent>(forProperty name: String) throws -> Value {
        try value(forProperty: name)
    }

    /// A property of a value, which may be missing; throws where it has another shape. Only `@Generable` uses it.
    public func __value<Value: ConvertibleFromGeneratedContent>(forProperty name: String) throws -> Value? {
        try value(forProperty: name)
    }

    /// Throws, for a property whose type is not generable. Only `@Generable` uses it, in code that does not compile.
    @_disfavoredOverload
    public func __value<Value>(forProperty name: String) throws -> Value {
        throw ParsingError(content: self, debugDescription: "\(Value.self) is not Generable.")
    }

    /// A value of an enum's case; throws where it is missing or has another shape. Only `@Generable` uses it.
    public func __payload<Value: ConvertibleFromGeneratedContent>(forProperty name: String) throws -> Value {
        try value(forProperty: name)
    }

    /// A value of an enum's case, which may be missing; throws where it has another shape. Only `@Generable` uses it.
    public func __payload<Value: ConvertibleFromGeneratedContent>(forProperty name: String) throws -> Value? {
        try value(forProperty: name)
    }

    /// Says what to do about a value whose type is not generable.
    @available(
        *, unavailable,
        message: "the values of a '@Generable' enum have to be 'Generable' themselves: add '@Generable' to their type"
    )
    @_disfavoredOverload
    public func __payload<Value>(forProperty name: String) throws -> Value { try __value(forProperty: name) }

    /// Sets a property that has a value; throws where it is missing or has another shape. Only `@Generable` uses it.
    public func __read<Value: ConvertibleFromGeneratedContent>(
        _ property: inout Value, forProperty name: String
    ) throws {
        property = try value(forProperty: name)
    }

    /// Sets a property that may have no value; throws where it has another shape. Only `@Generable` uses it.
    public func __read<Value: ConvertibleFromGeneratedContent>(
        _ property: inout Value?, forProperty name: String
    ) throws {
        property = try value(forProperty: name)
    }

    /// Leaves a property its value whose type is not generable. Only `@Generable` uses it.
    @_disfavoredOverload
    public func __read<Value>(_ property: inout Value, forProperty name: String) throws {}
}

/// The partial form of a property that is not generated: nothing. Only `@Generable` uses it.
public struct __NotGenerated: ConvertibleFromGeneratedContent, Sendable {
    /// Takes no notice of the content.
    public init(_ content: GeneratedContent) {}
}

/// The type of a property, for a name that may mean nothing. Only `@Generable` uses it; the closure is never called.
@inlinable
public func __type<Whole, Value>(_ property: (Whole) -> Value) -> Value.Type { Value.self }

/// The partial form of a property, before it is generated. Only `@Generable` uses it.
@inlinable
public func __partialForm<Value: Generable>(of type: Value.Type) -> Value.PartiallyGenerated? { nil }

/// The partial form of a property that may be missing, before it is generated. Only `@Generable` uses it.
@inlinable
public func __partialForm<Value: Generable>(of type: Value?.Type) -> Value.PartiallyGenerated? { nil }

/// Nothing, for a property whose type is not generable. Only `@Generable` uses it.
@_disfavoredOverload
@inlinable
public func __partialForm<Value>(of type: Value.Type) -> __NotGenerated? { nil }

extension GenerationSchema.Property {
    /// A property that has a value of its own. Only `@Generable` uses it.
    public static func __ifGenerable<Value: Generable>(
        name: String, description: String? = nil, type: Value.Type, guides: [GenerationGuide<Value>] = []
    ) -> [Self] { [Self(name: name, description: description, type: type, guides: guides)] }

    /// A property that has a value of its own, and may be missing. Only `@Generable` uses it.
    public static func __ifGenerable<Value: Generable>(
        name: String, description: String? = nil, type: Value?.Type, guides: [GenerationGuide<Value>] = []
    ) -> [Self] { [Self(name: name, description: description, type: type, guides: guides)] }

    /// None, for a property whose type is not generable. Only `@Generable` uses it.
    @_disfavoredOverload
    public static func __ifGenerable<Value>(name: String, description: String? = nil, type: Value.Type) -> [Self] { [] }

    /// A value of an enum's case. Only `@Generable` uses it.
    public static func __ofValue<Value: Generable>(name: String, type: Value.Type) -> Self {
        Self(name: name, type: type)
    }

    /// A value of an enum's case that may be missing. Only `@Generable` uses it.
    public static func __ofValue<Value: Generable>(name: String, type: Value?.Type) -> Self {
        Self(name: name, type: type)
    }

    /// Stands for a value whose type is not generable, of which ``GeneratedContent`` says so. Only `@Generable` uses it.
    @_disfavoredOverload
    public static func __ofValue<Value>(name: String, type: Value.Type) -> Self { Self(name: name, type: String.self) }

    /// Says what to do about a property whose type is not generable.
    @available(
        *, unavailable,
        message: """
            a property of a '@Generable' type has to be 'Generable' itself: add '@Generable' to the type of the property, \
            or give the property a value, which leaves it out
            """
    )
    @_disfavoredOverload
    public init<Value>(name: String, description: String? = nil, type: Value.Type) {
        self.init(name: name, description: description, type: String.self)
    }

    /// Says what to do about a property whose type is not generable, or has no such guide.
    @available(
        *, unavailable,
        message: """
            the guide does not fit the type of the property: a string has 'anyOf', 'constant' and 'pattern', a number \
            'minimum', 'maximum' and 'range', an array 'count', 'minimumCount', 'maximumCount' and 'element'
            """
    )
    @_disfavoredOverload
    public init<Value, Guided>(
        name: String, description: String? = nil, type: Value.Type, guides: [GenerationGuide<Guided>]
    ) {
        self.init(name: name, description: description, type: String.self)
    }

    /// Says what to do about a property that is no string and has a regular expression as its guide.
    @available(
        *, unavailable,
        message: "a regular expression is a guide of a string; make the property a 'String', or remove the expression"
    )
    @_disfavoredOverload
    public init<Value, Output>(
        name: String, description: String? = nil, type: Value.Type, guides: [Regex<Output>]
    ) {
        self.init(name: name, description: description, type: String.self)
    }
}
