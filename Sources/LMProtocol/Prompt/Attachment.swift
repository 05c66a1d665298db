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
    private var options: ProviderOptions = [:]

    /// The attachment under a name, by which the prompt, the model and its tools can speak of it.
    public func label(_ label: String) -> Attachment<Content> {
        var labelled = self
        labelled.label = label
        return labelled
    }

    /// The attachment with options that only one provider knows, such as a cache marker or how closely to look.
    public func providerOptions(_ options: ProviderOptions) -> Attachment<Content> {
        var changed = self
        changed.options = self.options.merging(options)
        return changed
    }

    private var segment: Transcript.Segment {
        .attachment(.init(content: content, label: label, providerOptions: options))
    }
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

/// The kind of an ``Attachment`` that is a file.
public struct FileAttachmentContent: Sendable, Hashable {}

extension Attachment where Content == FileAttachmentContent {
    /// A file at an address, such as a PDF or an audio recording: one on this machine, which is read when it is sent, or
    /// at an `http` or `https` address. The MIME type is told from the name where none is given.
    public init(fileURL: URL, mimeType: String? = nil) {
        content = .file(.init(fileURL: fileURL, mimeType: mimeType))
    }

    /// A file in memory.
    ///
    /// - Parameters:
    ///   - file: The bytes.
    ///   - mimeType: The MIME type, such as `application/pdf`.
    ///   - filename: The name to tell the model.
    public init(file: Data, mimeType: String, filename: String? = nil) {
        content = .file(.init(data: file, mimeType: mimeType, filename: filename))
    }

    /// A file that a provider keeps.
    public init(providerFile: Transcript.ProviderFile, mimeType: String? = nil) {
        content = .file(.init(providerFile: providerFile, mimeType: mimeType))
    }
}
