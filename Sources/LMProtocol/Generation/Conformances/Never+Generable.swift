extension Never: Generable, StreamedElement {
    /// The shape of a value.
    public static var generationSchema: GenerationSchema { .init(shape: .nothing, name: "Never") }

    /// Always throws.
    public init(_ content: GeneratedContent) throws { throw content.mismatch("nothing at all") }
    /// The value as content.
    public var generatedContent: GeneratedContent { switch self {} }
}
