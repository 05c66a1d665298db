/// A type whose values can stand where generated content does: in a prompt, in a tool's output, in metadata.
public protocol ConvertibleToGeneratedContent: InstructionsRepresentable, PromptRepresentable {
    /// The value as content.
    var generatedContent: GeneratedContent { get }
}

extension ConvertibleToGeneratedContent {
    /// Words for a string and for a lone number or truth value, nothing for `null`, and a structure for the rest.
    public var promptRepresentation: Prompt { Prompt(segments: GeneratedSegments.segments(of: self)) }

    /// Words for a string and for a lone number or truth value, nothing for `null`, and a structure for the rest.
    public var instructionsRepresentation: Instructions {
        Instructions(segments: GeneratedSegments.segments(of: self))
    }
}
