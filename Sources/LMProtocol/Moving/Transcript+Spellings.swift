#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Transcript.ResponseFormat {
    /// The ways to describe a shape.
    public enum Kind: Sendable, Hashable {
        /// By a schema.
        case schema(GenerationSchema)
    }

    /// How the shape is described.
    public var kind: Kind { .schema(schema) }

    /// The shape of a type's values.
    public init<Content: Generable>(type: Content.Type) { self.init(schema: Content.generationSchema) }
}

extension Transcript.StructuredSegment {
    /// The name of the value's schema; the older spelling of ``schemaName``.
    @available(*, deprecated, renamed: "schemaName")
    public var source: String {
        get { schemaName }
        set { schemaName = newValue }
    }

    /// Makes a segment; the older spelling of ``init(id:schemaName:content:)``.
    @available(*, deprecated, renamed: "init(id:schemaName:content:)")
    public init(id: String = UUID().uuidString, source: String, content: GeneratedContent) {
        self.init(id: id, schemaName: source, content: content)
    }
}
