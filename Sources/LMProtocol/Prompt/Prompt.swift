/// What a user asks, in words, values and images.
///
/// ```swift
/// let prompt = Prompt {
///     "Which receipt has the higher total?"
///     Attachment(imageURL: receipt).label("first")
/// }
/// ```
/// Each component is a segment of its own; a provider that needs one text joins them with a line break.
public struct Prompt: Sendable, Hashable {
    /// The pieces in order.
    public var segments: [Transcript.Segment]

    /// Makes a prompt of pieces.
    public init(segments: [Transcript.Segment]) { self.segments = segments }

    /// Makes a prompt of a value.
    public init(_ content: some PromptRepresentable) { self = content.promptRepresentation }

    /// Makes a prompt of the components of a block. Throws what the block throws.
    public init(@PromptBuilder _ content: () throws -> Prompt) rethrows { self = try content() }
}

extension Prompt: PromptRepresentable {
    // An explicit return keeps the builder out, which would ask for this property again.
    /// The value as a prompt.
    public var promptRepresentation: Prompt { return self }
}
