/// Makes a prompt of the components of a block: strings, arrays, generable values, attachments, and `if`, `switch` and `for`
/// around them. A condition that is not met adds nothing.
@resultBuilder
public enum PromptBuilder {
    public static func buildExpression(_ expression: some PromptRepresentable) -> Prompt {
        expression.promptRepresentation
    }
    public static func buildBlock<each Component: PromptRepresentable>(_ components: repeat each Component) -> Prompt {
        var segments: [Transcript.Segment] = []
        for component in repeat each components { segments += component.promptRepresentation.segments }
        return Prompt(segments: segments)
    }
    public static func buildArray(_ components: [some PromptRepresentable]) -> Prompt {
        Prompt(segments: components.flatMap(\.promptRepresentation.segments))
    }
    public static func buildEither(first component: some PromptRepresentable) -> Prompt {
        component.promptRepresentation
    }
    public static func buildEither(second component: some PromptRepresentable) -> Prompt {
        component.promptRepresentation
    }
    public static func buildOptional(_ component: Prompt?) -> Prompt { component ?? Prompt(segments: []) }
    public static func buildLimitedAvailability(_ component: some PromptRepresentable) -> Prompt {
        component.promptRepresentation
    }
}
