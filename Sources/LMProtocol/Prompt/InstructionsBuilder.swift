/// Makes instructions of the components of a block: strings, arrays, generable values, attachments, and `if`, `switch` and `for`
/// around them. A condition that is not met adds nothing.
@resultBuilder
public enum InstructionsBuilder {
    public static func buildExpression(_ expression: some InstructionsRepresentable) -> Instructions {
        expression.instructionsRepresentation
    }
    public static func buildBlock<each Component: InstructionsRepresentable>(
        _ components: repeat each Component
    ) -> Instructions {
        var segments: [Transcript.Segment] = []
        for component in repeat each components { segments += component.instructionsRepresentation.segments }
        return Instructions(segments: segments)
    }
    public static func buildArray(_ components: [some InstructionsRepresentable]) -> Instructions {
        Instructions(segments: components.flatMap(\.instructionsRepresentation.segments))
    }
    public static func buildEither(first component: some InstructionsRepresentable) -> Instructions {
        component.instructionsRepresentation
    }
    public static func buildEither(second component: some InstructionsRepresentable) -> Instructions {
        component.instructionsRepresentation
    }
    public static func buildOptional(_ component: Instructions?) -> Instructions {
        component ?? Instructions(segments: [])
    }
    public static func buildLimitedAvailability(_ component: some InstructionsRepresentable) -> Instructions {
        component.instructionsRepresentation
    }
}
