extension Array: ConvertibleFromGeneratedContent where Element: ConvertibleFromGeneratedContent {
    /// Makes an array of an array; throws a ``GeneratedContent/ParsingError`` for anything else, with the path of the
    /// element that is wrong.
    public init(_ content: GeneratedContent) throws { self = try Element.elements(of: content) }
}

extension Array: ConvertibleToGeneratedContent where Element: ConvertibleToGeneratedContent {
    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(elements: self) }
}

extension Array: Generable where Element: Generable {
    /// What is there while it streams: the same of the parts' partial forms.
    public typealias PartiallyGenerated = [Element.PartiallyGenerated]

    /// The shape of a value.
    public static var generationSchema: GenerationSchema {
        .init(shape: .array(.type(Element.self)), name: SchemaName.of(Self.self))
    }
}
