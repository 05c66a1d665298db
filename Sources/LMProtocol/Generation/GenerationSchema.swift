import LMJSON
import Synchronization

/// The shape of a value that a model is to generate.
///
/// A schema is built of a type's properties, of a ``DynamicGenerationSchema``, or of JSON Schema. However it is built,
/// ``jsonSchema`` is strict JSON Schema with properties in declared order, and a finished value can be checked against it
/// with ``validate(_:)``.
public struct GenerationSchema: Sendable {
    /// The name of the shape; for a type, the type's own.
    public let name: String
    let shape: SchemaShape
    let dependencies: [DynamicGenerationSchema]
    /// The type that the schema is of, by which a property of the same type is known for a recursion.
    let typeID: ObjectIdentifier?
    private let resolution: Resolution

    init(
        shape: SchemaShape, name: String, typeID: ObjectIdentifier? = nil,
        dependencies: [DynamicGenerationSchema] = []
    ) {
        self.shape = shape
        self.name = name
        self.typeID = typeID
        self.dependencies = dependencies
        resolution = Resolution()
    }

    /// Makes the schema of an object from its properties, in the order that the model is to write them.
    ///
    /// - Parameters:
    ///   - type: The type that the object makes a value of.
    ///   - name: The name that the model sees; `nil` takes the type's.
    ///   - description: What the object is, for the model.
    ///   - representNilExplicitlyInGeneratedContent: Whether the model may write `null` for a property that is `nil`,
    ///     rather than leave it out.
    ///   - properties: The properties. A name that stands twice makes the request fail with
    ///     ``LanguageModelError/unsupportedGenerationGuide(_:)``.
    public init(
        type: any Generable.Type, name: String? = nil, description: String? = nil,
        representNilExplicitlyInGeneratedContent: Bool = false, properties: [Property]
    ) {
        let object = SchemaShape.ObjectShape(
            properties: properties.map(\.shape), representsNilExplicitly: representNilExplicitlyInGeneratedContent)
        self.init(named: name, description: description, type: type, .object(object))
    }

    /// Makes the schema of a choice of strings.
    public init(type: any Generable.Type, name: String? = nil, description: String? = nil, anyOf choices: [String]) {
        self.init(named: name, description: description, type: type, .choices(choices))
    }

    /// Makes the schema of a choice of types.
    public init(
        type: any Generable.Type, name: String? = nil, description: String? = nil,
        anyOf types: [any Generable.Type]
    ) {
        self.init(named: name, description: description, type: type, .union(types.map { .type($0) }))
    }

    private init(named name: String?, description: String?, type: any Generable.Type, _ shape: SchemaShape) {
        let name = name ?? SchemaName.of(type)
        self.init(shape: .named(name, description: description, shape), name: name, typeID: ObjectIdentifier(type))
    }

    /// Makes a schema that is known only at run time.
    ///
    /// Throws a ``SchemaError`` where a name is defined twice, an object has a property twice, a choice is empty, or a
    /// reference leads nowhere.
    public init(root: DynamicGenerationSchema, dependencies: [DynamicGenerationSchema] = []) throws {
        self.init(shape: root.shape, name: root.name ?? "schema", dependencies: dependencies)
        if let problem = resolved.problems.first { throw problem }
    }

    /// Makes a schema of JSON Schema, taken as it is.
    ///
    /// What cannot be expressed is found when the schema is used: then ``adapted(to:)`` throws.
    /// ``init(jsonSchema:name:)`` finds it at once.
    public init(name: String, jsonSchema: JSONValue) {
        guard !jsonSchema.isNested(deeperThan: Self.depthLimit) else {
            let problem = SchemaError.inexpressible(
                schema: name, pointer: "",
                context: .init(
                    debugDescription: "The schema '\(name)' is nested deeper than \(Self.depthLimit) levels of JSON."))
            self.init(shape: .unusable(problem), name: name)
            return
        }
        self.init(shape: .document(jsonSchema), name: name)
    }

    /// How deep the JSON of a schema may be nested. Tools of a remote server bring schemas that nobody has looked at, and
    /// what goes through a schema calls itself for each level.
    static let depthLimit = 128

    /// The shape as JSON Schema, its properties in declared order and its named types in `$defs`.
    public var jsonSchema: JSONValue { resolved.document }

    /// What is wrong with the schema itself.
    var problems: [SchemaError] { resolved.problems }

    private var resolved: SchemaResolver.Result { resolution.value { SchemaResolver.resolve(self) } }

    /// Keeps what the schema resolves to: it is asked for at every turn, and resolving asks every type in it.
    private final class Resolution: Sendable {
        private let result = Mutex<SchemaResolver.Result?>(nil)

        func value(_ resolve: () -> SchemaResolver.Result) -> SchemaResolver.Result {
            if let known = result.withLock({ $0 }) { return known }
            // Not under the lock: a type's schema may be built of this one.
            let new = resolve()
            result.withLock { $0 = new }
            return new
        }
    }
}

extension GenerationSchema: Hashable {
    /// Whether the schemas have the same name and ask for the same, whatever the order of their keywords.
    public static func == (left: GenerationSchema, right: GenerationSchema) -> Bool {
        left.name == right.name
            && SchemaNormalizer.normalized(left.jsonSchema) == SchemaNormalizer.normalized(right.jsonSchema)
    }
    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension GenerationSchema: CustomDebugStringConvertible {
    /// The name and the JSON Schema.
    public var debugDescription: String { "\(name): \(jsonSchema.text())" }
}
