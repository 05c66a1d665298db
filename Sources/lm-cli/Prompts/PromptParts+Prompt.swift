import LMProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PromptParts {
    /// The parts as a session takes them, each a segment of its own.
    var prompt: Prompt {
        Prompt(segments: parts.map(\.segment))
    }

    /// A line for each part that is more than the words of the prompt, to show what is sent.
    var chips: [String] {
        parts.compactMap { part in
            switch part {
            case .text(_, .words): nil
            case .text(let text, .standardInput): "[<stdin> · \(ByteCount.readable(text.utf8.count))]"
            case .text(let text, .file(let name)): "[file: \(name) · \(ByteCount.readable(text.utf8.count))]"
            case .image(let image): image.chip
            }
        }
    }
}

extension PromptParts.Part {
    fileprivate var segment: Transcript.Segment {
        switch self {
        case .text(let text, .file(let name)):
            .text(.init(content: "\(PathInput.fileName(name)):\n\n\(text)"))
        case .text(let text, _): .text(.init(content: text))
        case .image(let image): .attachment(.init(content: .image(image.attachment), label: image.label))
        }
    }
}

extension ImageInput {
    fileprivate var attachment: Transcript.ImageAttachment {
        switch source {
        case .bytes(let bytes, let format): Transcript.ImageAttachment(data: Data(bytes), mimeType: format.mimeType)
        case .remote(let address):
            // The address starts with http:// or https://; what else is wrong with it is for the server to say.
            Transcript.ImageAttachment(imageURL: URL(string: address) ?? URL(filePath: address))
        }
    }
}
