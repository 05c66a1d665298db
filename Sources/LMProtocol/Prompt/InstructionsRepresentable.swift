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

extension InstructionsRepresentable {
    /// The value as instructions whose last piece bears options that only one provider knows, such as a cache marker.
    public func providerOptions(_ options: ProviderOptions) -> Instructions {
        var instructions = instructionsRepresentation
        if let last = instructions.segments.indices.last {
            instructions.segments[last].providerOptions = instructions.segments[last].providerOptions.merging(options)
        }
        return instructions
    }
}
