extension Never: Generable, StreamedElement {
    public static var generationSchema: GenerationSchema { .init(shape: .nothing, name: "Never") }

    /// Always throws.
    public init(_ content: GeneratedContent) throws { throw content.mismatch("nothing at all") }
    public var generatedContent: GeneratedContent { switch self {} }
}
