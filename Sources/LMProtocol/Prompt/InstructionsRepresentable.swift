/// What can stand in instructions.
public protocol InstructionsRepresentable {
    /// The value as instructions.
    @InstructionsBuilder var instructionsRepresentation: Instructions { get }
}

extension Array: InstructionsRepresentable where Element: InstructionsRepresentable {
    /// The elements one after the other.
    public var instructionsRepresentation: Instructions {
        Instructions(segments: flatMap(\.instructionsRepresentation.segments))
    }
}
