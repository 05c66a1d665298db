import LMJSON

extension Optional where Wrapped: Generable {
    /// What of the value is there while it streams: as for a value that is not optional.
    public typealias PartiallyGenerated = Wrapped.PartiallyGenerated
}

extension Optional: PromptRepresentable where Wrapped: ConvertibleToGeneratedContent {
    /// The value's own words; nothing where there is none.
    public var promptRepresentation: Prompt { map(\.promptRepresentation) ?? Prompt(segments: []) }
}

extension Optional: InstructionsRepresentable where Wrapped: ConvertibleToGeneratedContent {
    /// The value's own words; nothing where there is none.
    public var instructionsRepresentation: Instructions {
        map(\.instructionsRepresentation) ?? Instructions(segments: [])
    }
}

extension Optional: ConvertibleToGeneratedContent where Wrapped: ConvertibleToGeneratedContent {
    /// The value's own content; `null` where there is none.
    public var generatedContent: GeneratedContent { map(\.generatedContent) ?? GeneratedContent(JSONValue.null) }
}
