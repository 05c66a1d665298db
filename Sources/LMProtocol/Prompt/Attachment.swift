#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Something besides words that a prompt, instructions or a tool's output contain.
///
/// ```swift
/// let response = try await session.respond {
///     "Which receipt has the higher total?"
///     Attachment(imageURL: firstReceipt).label("first")
///     Attachment(imageURL: secondReceipt).label("second")
/// }
/// ```
public struct Attachment<Content>: Sendable, Hashable {
    let content: Transcript.Attachment
    private var label: String?

    /// The attachment under a name, by which the prompt, the model and its tools can speak of it.
    public func label(_ label: String) -> Attachment<Content> {
        var labelled = self
        labelled.label = label
        return labelled
    }

    private var segment: Transcript.Segment { .attachment(.init(content: content, label: label)) }
}

extension Attachment: PromptRepresentable, InstructionsRepresentable {
    /// The value as a prompt.
    public var promptRepresentation: Prompt { Prompt(segments: [segment]) }
    /// The value as instructions.
    public var instructionsRepresentation: Instructions { Instructions(segments: [segment]) }
}

/// The kind of an ``Attachment`` that is an image.
public struct ImageAttachmentContent: Sendable, Hashable {}

extension Attachment where Content == ImageAttachmentContent {
    /// An image at an address: a file, which is read when it is sent, or an `http` or `https` address, which is sent as
    /// such.
    public init(imageURL: URL) { content = .image(.init(imageURL: imageURL)) }

    /// An image in memory. The MIME type, such as `image/png`, is told from the bytes where none is given; JPEG and PNG
    /// are known.
    public init(data: Data, mimeType: String? = nil) { content = .image(.init(data: data, mimeType: mimeType)) }
}
