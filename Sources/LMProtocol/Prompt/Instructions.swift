/// What a model is told before the conversation.
///
/// ```swift
/// let instructions = Instructions {
///     "You plan trips."
///     if isBrief { "Answer in one sentence." }
/// }
/// ```
/// Each component is a segment of its own; a provider that needs one text joins them with a line break.
public struct Instructions: Sendable, Hashable {
    /// The pieces in order.
    public var segments: [Transcript.Segment]

    /// Makes instructions of pieces.
    public init(segments: [Transcript.Segment]) { self.segments = segments }

    /// Makes instructions of a value.
    public init(_ content: some InstructionsRepresentable) { self = content.instructionsRepresentation }

    /// Makes instructions of the components of a block. Throws what the block throws.
    public init(@InstructionsBuilder _ content: () throws -> Instructions) rethrows { self = try content() }
}

extension Instructions: InstructionsRepresentable {
    // An explicit return keeps the builder out, which would ask for this property again.
    /// The value as instructions.
    public var instructionsRepresentation: Instructions { return self }
}
