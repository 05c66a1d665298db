#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Transcript {
    /// A piece of an entry.
    public enum Segment: Sendable, Hashable, Identifiable {
        /// Words.
        case text(TextSegment)
        /// A generated value.
        case structure(StructuredSegment)
        /// An image or a file.
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
        /// What the provider keeps with the words, such as a signature or its own form of citations, to be sent back with
        /// them.
        public var providerData: ProviderData?
        /// Options that only one provider knows, such as a cache marker.
        public var providerOptions: ProviderOptions

        /// Makes a segment.
        ///
        /// - Parameters:
        ///   - id: Names the segment among its kind.
        ///   - content: The words.
        ///   - providerData: What the provider keeps with them.
        ///   - providerOptions: Options that only one provider knows.
        public init(
            id: String = UUID().uuidString, content: String, providerData: ProviderData? = nil,
            providerOptions: ProviderOptions = [:]
        ) {
            self.providerData = providerData
            self.providerOptions = providerOptions
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
        /// What the provider keeps with the value, to be sent back with it.
        public var providerData: ProviderData?
        /// Options that only one provider knows, such as a cache marker.
        public var providerOptions: ProviderOptions

        /// Makes a segment.
        ///
        /// - Parameters:
        ///   - id: Names the segment among its kind.
        ///   - schemaName: The name of the value's schema.
        ///   - content: The value.
        ///   - providerData: What the provider keeps with it.
        ///   - providerOptions: Options that only one provider knows.
        public init(
            id: String = UUID().uuidString, schemaName: String, content: GeneratedContent,
            providerData: ProviderData? = nil, providerOptions: ProviderOptions = [:]
        ) {
            self.providerData = providerData
            self.providerOptions = providerOptions
            self.id = id
            self.schemaName = schemaName
            self.content = content
        }
    }

    /// An image or a file, with the name by which a prompt speaks of it.
    public struct AttachmentSegment: Sendable, Hashable, Identifiable {
        /// Names the value among its kind.
        public var id: String
        /// What it holds.
        public var content: Attachment
        /// The name by which a prompt speaks of it.
        public var label: String?
        /// Options that only one provider knows, such as a cache marker or how closely to look.
        public var providerOptions: ProviderOptions

        /// Makes a segment.
        ///
        /// - Parameters:
        ///   - id: Names the segment among its kind.
        ///   - content: What is attached.
        ///   - label: The name by which a prompt speaks of it.
        ///   - providerOptions: Options that only one provider knows.
        public init(
            id: String = UUID().uuidString, content: Attachment, label: String? = nil,
            providerOptions: ProviderOptions = [:]
        ) {
            self.providerOptions = providerOptions
            self.id = id
            self.content = content
            self.label = label
        }
    }

    /// What is attached.
    public enum Attachment: Sendable, Hashable {
        /// An image.
        case image(ImageAttachment)
        /// A document, a recording, or any other file.
        case file(FileAttachment)
    }

    /// A file that a provider keeps, by the identifier it gave it when the file was uploaded.
    public struct ProviderFile: Sendable, Hashable {
        /// The family of providers that knows the identifier, such as `anthropic` or `openai`.
        public var provider: String
        /// The identifier, or the address where the provider gives one, such as Google's.
        public var id: String

        /// Makes a reference.
        public init(provider: String, id: String) {
            self.provider = provider
            self.id = id
        }
    }

    /// A file, such as a PDF, an audio recording or a text, by its address, its bytes, or a provider's identifier.
    public struct FileAttachment: Sendable, Hashable {
        /// Where the file is: on this machine, or at an `http` or `https` address.
        public var url: URL?
        /// The file's bytes, where it was given so.
        public var data: Data?
        /// The provider's copy of the file, where it was given so.
        public var providerFile: ProviderFile?
        /// The MIME type, such as `application/pdf`; `nil` to tell it from the name or the bytes.
        public var mimeType: String?
        /// The name to tell the model, such as `report.pdf`.
        public var filename: String?

        /// A file at an address. One on this machine is read when it is sent.
        public init(fileURL: URL, mimeType: String? = nil, filename: String? = nil) {
            url = fileURL
            self.mimeType = mimeType
            self.filename = filename ?? (fileURL.lastPathComponent.isEmpty ? nil : fileURL.lastPathComponent)
        }

        /// A file in memory.
        public init(data: Data, mimeType: String, filename: String? = nil) {
            self.data = data
            self.mimeType = mimeType
            self.filename = filename
        }

        /// A file that a provider keeps.
        public init(providerFile: ProviderFile, mimeType: String? = nil, filename: String? = nil) {
            self.providerFile = providerFile
            self.mimeType = mimeType
            self.filename = filename
        }
    }

    /// An image by its address or by its bytes.
    public struct ImageAttachment: Sendable, Hashable {
        /// Where the image is: a file, or an `http` or `https` address.
        public var url: URL?
        /// The image's bytes, where it was given so.
        public var data: Data?
        /// The MIME type of the bytes.
        public var mimeType: String?
        /// The provider's copy of the image, where it was given so.
        public var providerFile: ProviderFile?

        /// An image that a provider keeps.
        public init(providerFile: ProviderFile) { self.providerFile = providerFile }

        /// An image at an address. A file is read when it is sent.
        public init(imageURL: URL) { url = imageURL }

        /// An image in memory; the type, such as `image/png`, is told from the bytes where none is given.
        public init(data: Data, mimeType: String? = nil) {
            self.data = data
            self.mimeType = mimeType
        }
    }
}

extension Transcript.Segment {
    /// Options that only one provider knows, such as a cache marker.
    public var providerOptions: ProviderOptions {
        get {
            switch self {
            case .text(let segment): segment.providerOptions
            case .structure(let segment): segment.providerOptions
            case .attachment(let segment): segment.providerOptions
            }
        }
        set {
            switch self {
            case .text(var segment):
                segment.providerOptions = newValue
                self = .text(segment)
            case .structure(var segment):
                segment.providerOptions = newValue
                self = .structure(segment)
            case .attachment(var segment):
                segment.providerOptions = newValue
                self = .attachment(segment)
            }
        }
    }
}
