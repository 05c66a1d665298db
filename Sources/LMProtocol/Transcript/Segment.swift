#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Transcript {
    /// A piece of an entry.
    public enum Segment: Sendable, Hashable, Identifiable {
        case text(TextSegment)
        case structure(StructuredSegment)
        case attachment(AttachmentSegment)

        /// Names the value among its kind.
        public var id: String {
            switch self {
            case .text(let segment): segment.id
            case .structure(let segment): segment.id
            case .attachment(let segment): segment.id
            }
        }
    }

    /// Words.
    public struct TextSegment: Sendable, Hashable, Identifiable {
        /// Names the value among its kind.
        public var id: String
        /// What it holds.
        public var content: String

        /// Makes a segment.
        public init(id: String = UUID().uuidString, content: String) {
            self.id = id
            self.content = content
        }
    }

    /// A value of a schema.
    public struct StructuredSegment: Sendable, Hashable, Identifiable {
        /// Names the value among its kind.
        public var id: String
        /// The name of the value's schema.
        public var schemaName: String
        /// What it holds.
        public var content: GeneratedContent

        /// Makes a segment.
        public init(id: String = UUID().uuidString, schemaName: String, content: GeneratedContent) {
            self.id = id
            self.schemaName = schemaName
            self.content = content
        }
    }

    /// An image, with the name by which a prompt speaks of it.
    public struct AttachmentSegment: Sendable, Hashable, Identifiable {
        /// Names the value among its kind.
        public var id: String
        /// What it holds.
        public var content: Attachment
        /// The name by which a prompt speaks of it.
        public var label: String?

        /// Makes a segment.
        public init(id: String = UUID().uuidString, content: Attachment, label: String? = nil) {
            self.id = id
            self.content = content
            self.label = label
        }
    }

    /// What is attached.
    public enum Attachment: Sendable, Hashable {
        case image(ImageAttachment)
    }

    /// An image by its address or by its bytes.
    public struct ImageAttachment: Sendable, Hashable {
        /// Where the image is: a file, or an `http` or `https` address.
        public var url: URL?
        /// The image's bytes, where it was given so.
        public var data: Data?
        /// The MIME type of the bytes.
        public var mimeType: String?

        /// An image at an address. A file is read when it is sent.
        public init(imageURL: URL) { url = imageURL }

        /// An image in memory; the type, such as `image/png`, is told from the bytes where none is given.
        public init(data: Data, mimeType: String? = nil) {
            self.data = data
            self.mimeType = mimeType
        }
    }
}
