/// A type that a model can generate: it has a schema, it is made of content, and content is made of it.
///
/// The `@Generable` macro writes the conformance. By hand:
/// ```swift
/// struct City: Generable {
///     var name: String
///     static var generationSchema: GenerationSchema {
///         GenerationSchema(type: Self.self, properties: [.init(name: "name", type: String.self)])
///     }
///     init(_ content: GeneratedContent) throws { name = try content.value(forProperty: "name") }
///     var generatedContent: GeneratedContent { GeneratedContent(properties: ["name": name]) }
/// }
/// ```
public protocol Generable: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
    /// What of the value is there while it streams; the type itself where it has no parts.
    ///
    /// It is sendable, because snapshots of a stream go to where they are shown.
    associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent & Sendable = Self

    /// The shape of the type's values.
    static var generationSchema: GenerationSchema { get }
}
