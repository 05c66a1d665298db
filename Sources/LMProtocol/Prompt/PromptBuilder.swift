/// Makes a prompt of the components of a block: strings, arrays, generable values, attachments, and `if`, `switch` and `for`
/// around them. A condition that is not met adds nothing.
@resultBuilder
public enum PromptBuilder {
    /// A line of the block.
    public static func buildExpression(_ expression: some PromptRepresentable) -> Prompt {
        expression.promptRepresentation
    }
    /// A line of the block whose type is known, so that it may be written `.init(…)`.
    public static func buildExpression(_ expression: Prompt) -> Prompt { expression }
    /// Says what may stand in a block.
    @available(
        *, unavailable,
        message:
            "it cannot stand in a prompt; write a String, a value of a @Generable type, an Attachment, or an array of these"
    )
    @_disfavoredOverload
    public static func buildExpression<Value>(_ expression: Value) -> Prompt { Prompt(segments: []) }
    /// The lines of a block, one after the other.
    public static func buildBlock<each Component: PromptRepresentable>(_ components: repeat each Component) -> Prompt {
        var segments: [Transcript.Segment] = []
        for component in repeat each components { segments += component.promptRepresentation.segments }
        return Prompt(segments: segments)
    }
    /// What a `for` gives, one after the other.
    public static func buildArray(_ components: [some PromptRepresentable]) -> Prompt {
        Prompt(segments: components.flatMap(\.promptRepresentation.segments))
    }
    /// The first branch of an `if` or `switch`.
    public static func buildEither(first component: some PromptRepresentable) -> Prompt {
        component.promptRepresentation
    }
    /// Another branch of an `if` or `switch`.
    public static func buildEither(second component: some PromptRepresentable) -> Prompt {
        component.promptRepresentation
    }
    /// What an `if` without `else` gives; nothing where its condition is not met.
    public static func buildOptional(_ component: Prompt?) -> Prompt { component ?? Prompt(segments: []) }
    /// What an `if #available` gives.
    public static func buildLimitedAvailability(_ component: some PromptRepresentable) -> Prompt {
        component.promptRepresentation
    }
}
