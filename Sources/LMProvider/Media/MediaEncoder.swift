import LMProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Makes of an image or a file what a request can carry: an address, or bytes with their type, checked against what the
/// server takes.
public struct MediaEncoder: Sendable {
    /// Where the bytes of an image or a file are.
    public enum Source: Sendable, Hashable {
        /// At an `http`, `https` or `data` address.
        case address(String)
        /// In the request, in Base64.
        case data(mimeType: String, base64: String)
        /// With a provider, under the identifier it gave them.
        case providerFile(Transcript.ProviderFile)

        /// The source as an address, with the bytes in a `data` one; `nil` for a provider's file.
        public var address: String? {
            switch self {
            case .address(let address): address
            case .data(let mimeType, let base64): "data:\(mimeType);base64,\(base64)"
            case .providerFile: nil
            }
        }
    }

    /// The name of the server, for messages.
    public var server: String
    /// The MIME types of images that the server reads; empty for any.
    public var imageTypes: Set<String>
    /// The most bytes that an image may have.
    public var maximumImageBytes: Int
    /// The most pixels that an image may have on a side; `nil` for any.
    public var maximumImageSide: Int?
    /// The MIME types of files that the server reads, or the part before the slash with `/*` behind; empty for any.
    public var fileTypes: Set<String>
    /// The most bytes that a file may have.
    public var maximumFileBytes: Int
    /// Reads a file.
    public var readFile: @Sendable (URL) throws -> Data

    /// Makes an encoder.
    ///
    /// - Parameters:
    ///   - server: The name of the server, for messages.
    ///   - imageTypes: The MIME types of images that it reads; empty for any.
    ///   - maximumImageBytes: The most bytes of an image.
    ///   - maximumImageSide: The most pixels of an image on a side; `nil` for any.
    ///   - fileTypes: The MIME types of files that it reads; empty for any.
    ///   - maximumFileBytes: The most bytes of a file.
    ///   - readFile: Reads a file.
    public init(
        server: String, imageTypes: Set<String> = [], maximumImageBytes: Int = 20 << 20,
        maximumImageSide: Int? = nil, fileTypes: Set<String> = [], maximumFileBytes: Int = 32 << 20,
        readFile: @escaping @Sendable (URL) throws -> Data
    ) {
        self.server = server
        self.imageTypes = imageTypes
        self.maximumImageBytes = maximumImageBytes
        self.maximumImageSide = maximumImageSide
        self.fileTypes = fileTypes
        self.maximumFileBytes = maximumFileBytes
        self.readFile = readFile
    }

    /// The source of an image.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - label: The name by which the prompt speaks of it, for an error.
    /// - Throws: ``ProviderError`` that names the image if it cannot be sent: by its file, else by its label.
    public func source(of image: Transcript.ImageAttachment, label: String? = nil) throws -> Source {
        if let file = image.providerFile { return .providerFile(file) }
        if let data = image.data {
            let name = label.map { "The image \"\($0)\"" } ?? "The image in memory"
            return try imageData(data, claimed: image.mimeType, name: name)
        }
        guard let url = image.url else { throw failure("An image attachment has neither an address nor bytes.") }
        switch url.scheme?.lowercased() {
        case "http", "https", "data": return .address(url.absoluteString)
        case "file", nil: break
        case let scheme?: throw failure("The image at a \(scheme): address cannot be sent. Use a file or https.")
        }
        let name = "The image file \(url.path)"
        return try imageData(try read(url, name, maximumImageBytes), claimed: nil, name: name)
    }

    /// The source of a file, with its type if that is known.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - label: The name by which the prompt speaks of it, for an error.
    /// - Throws: ``ProviderError`` that names the file if it cannot be sent.
    public func source(
        of file: Transcript.FileAttachment, label: String? = nil
    ) throws -> (source: Source, mimeType: String?) {
        let claimed = file.mimeType.flatMap { $0.isEmpty ? nil : $0.lowercased() }
        let typed = claimed ?? MediaType.type(ofName: file.filename ?? file.url?.lastPathComponent ?? "")
        if let providerFile = file.providerFile { return (.providerFile(providerFile), typed) }
        if let data = file.data {
            let name =
                label.map { "The file \"\($0)\"" } ?? file.filename.map { "The file \($0)" } ?? "The file in memory"
            return try fileData(data, claimed: typed, name: name)
        }
        guard let url = file.url else { throw failure("A file attachment has neither an address nor bytes.") }
        switch url.scheme?.lowercased() {
        case "http", "https", "data", "gs": return (.address(url.absoluteString), typed)
        case "file", nil: break
        case let scheme?: throw failure("The file at a \(scheme): address cannot be sent. Use a file or https.")
        }
        let name = "The file \(url.path)"
        return try fileData(try read(url, name, maximumFileBytes), claimed: typed, name: name)
    }

    private func read(_ url: URL, _ name: String, _ limit: Int) throws -> Data {
        do {
            return try readFile(url)
        } catch let error as CocoaError where error.code == .fileReadTooLarge {
            throw failure("\(name) is too large; \(server) takes at most \(limit) bytes.")
        } catch {
            throw failure("\(name) cannot be read. It may not exist, or be closed to this program.")
        }
    }

    private func check(_ data: Data, _ name: String, _ limit: Int) throws {
        guard !data.isEmpty else { throw failure("\(name) is empty.") }
        guard data.count <= limit else {
            throw failure("\(name) has \(data.count) bytes; \(server) takes at most \(limit). Make it smaller.")
        }
    }

    private func imageData(_ data: Data, claimed: String?, name: String) throws -> Source {
        try check(data, name, maximumImageBytes)
        if let limit = maximumImageSide, let size = ImageSize(ofImage: data), max(size.width, size.height) > limit {
            throw failure(
                "\(name) has \(size.width) × \(size.height) pixels; \(server) takes at most \(limit) on a side. Make it smaller."
            )
        }
        // What the bytes say counts for more than a name or a claim.
        guard let type = MediaType.image(data) ?? claimed?.lowercased() else {
            throw failure("\(name) is of no known kind. Use PNG or JPEG.")
        }
        guard imageTypes.isEmpty || imageTypes.contains(type) else {
            throw failure("\(name) is \(type); \(server) takes \(imageTypes.sorted().joined(separator: ", ")).")
        }
        return .data(mimeType: type, base64: data.base64EncodedString())
    }

    private func fileData(
        _ data: Data, claimed: String?, name: String
    ) throws -> (source: Source, mimeType: String?) {
        try check(data, name, maximumFileBytes)
        guard let type = MediaType.file(data) ?? claimed else {
            throw failure("\(name) is of no known kind. Say its MIME type, such as application/pdf.")
        }
        let family = type.prefix { $0 != "/" } + "/*"
        guard fileTypes.isEmpty || fileTypes.contains(type) || fileTypes.contains(String(family)) else {
            throw failure("\(name) is \(type); \(server) takes \(fileTypes.sorted().joined(separator: ", ")).")
        }
        return (.data(mimeType: type, base64: data.base64EncodedString()), type)
    }

    private func failure(_ message: String) -> ProviderError {
        ProviderError(kind: .imageEncodingFailed, message: message, category: .invalidRequest, retryAdvice: .never)
    }
}
