/// What can stand in a prompt.
public protocol PromptRepresentable {
    /// The value as a prompt.
    @PromptBuilder var promptRepresentation: Prompt { get }
}

extension Array: PromptRepresentable where Element: PromptRepresentable {
    /// The elements one after the other.
    public var promptRepresentation: Prompt { Prompt(segments: flatMap(\.promptRepresentation.segments)) }
}
