/// Makes instructions of the components of a block: strings, arrays, generable values, attachments, and `if`, `switch` and `for`
/// around them. A condition that is not met adds nothing.
@resultBuilder
public enum InstructionsBuilder {
    /// A line of the block.
    public static func buildExpression(_ expression: some InstructionsRepresentable) -> Instructions {
        expression.instructionsRepresentation
    }
    /// A line of the block whose type is known, so that it may be written `.init(…)`.
    public static func buildExpression(_ expression: Instructions) -> Instructions { expression }
    /// Says what may stand in a block.
    @available(
        *, unavailable,
        message:
            "it cannot stand in instructions; write a String, a value of a @Generable type, an Attachment, or an array of these"
    )
    @_disfavoredOverload
    public static func buildExpression<Value>(_ expression: Value) -> Instructions { Instructions(segments: []) }
    /// The lines of a block, one after the other.
    public static func buildBlock<each Component: InstructionsRepresentable>(
        _ components: repeat each Component
    ) -> Instructions {
        var segments: [Transcript.Segment] = []
        for component in repeat each components { segments += component.instructionsRepresentation.segments }
        return Instructions(segments: segments)
    }
    /// What a `for` gives, one after the other.
    public static func buildArray(_ components: [some InstructionsRepresentable]) -> Instructions {
        Instructions(segments: components.flatMap(\.instructionsRepresentation.segments))
    }
    /// The first branch of an `if` or `switch`.
    public static func buildEither(first component: some InstructionsRepresentable) -> Instructions {
        component.instructionsRepresentation
    }
    /// Another branch of an `if` or `switch`.
    public static func buildEither(second component: some InstructionsRepresentable) -> Instructions {
        component.instructionsRepresentation
    }
    /// What an `if` without `else` gives; nothing where its condition is not met.
    public static func buildOptional(_ component: Instructions?) -> Instructions {
        component ?? Instructions(segments: [])
    }
    /// What an `if #available` gives.
    public static func buildLimitedAvailability(_ component: some InstructionsRepresentable) -> Instructions {
        component.instructionsRepresentation
    }
}
