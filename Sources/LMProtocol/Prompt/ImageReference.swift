/// A model's way to speak of an image that was attached under a label: in a tool's arguments, or in its answer.
public struct ImageReference: Sendable, Hashable {
    /// The label of the attachment.
    public let attachmentLabel: String

    /// Makes a reference to the attachment of a label.
    public init(attachmentLabel: String) { self.attachmentLabel = attachmentLabel }

    /// The image that the label names, the latest where several have it; `nil` where none has: a model may make up a
    /// label.
    public func resolved(in entries: some Sequence<Transcript.Entry>) -> Transcript.ImageAttachment? {
        var found: Transcript.ImageAttachment?
        for entry in entries {
            for case .attachment(let segment) in entry.segments where segment.label == attachmentLabel {
                guard case .image(let image) = segment.content else { continue }
                found = image
            }
        }
        return found
    }
}

extension ImageReference: Generable, StreamedElement {
    /// The shape of a value.
    public static var generationSchema: GenerationSchema {
        GenerationSchema(
            type: Self.self, description: "A reference to an attached image",
            properties: [
                .init(name: "attachmentLabel", description: "The label of the image", type: String.self)
            ])
    }

    /// Makes a reference of an object with a label; throws a ``GeneratedContent/ParsingError`` for anything else.
    public init(_ content: GeneratedContent) throws {
        attachmentLabel = try content.value(forProperty: "attachmentLabel")
    }
    /// The value as content.
    public var generatedContent: GeneratedContent {
        GeneratedContent(properties: ["attachmentLabel": attachmentLabel])
    }
}

extension Transcript.Entry {
    /// The pieces of the entry, in order; none for tool calls and for data.
    var segments: [Transcript.Segment] {
        switch self {
        case .instructions(let entry): entry.segments
        case .prompt(let entry): entry.segments
        case .toolCalls, .data: []
        case .toolOutput(let entry): entry.segments
        case .response(let entry): entry.segments
        case .reasoning(let entry): entry.segments
        }
    }
}
