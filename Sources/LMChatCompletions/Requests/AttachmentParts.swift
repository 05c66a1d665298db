import LMJSON
import LMProtocol
import LMProvider

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Makes of an attachment the parts of a message that hold it.
struct AttachmentParts {
    let dialect: ChatDialect
    let readFile: @Sendable (URL) throws -> Data

    /// The parts: the name that the prompt speaks of it by, if it has one, and the attachment.
    ///
    /// - Throws: ``ProviderError`` that names the attachment where it cannot be sent.
    func parts(
        _ attachment: Transcript.AttachmentSegment, _ adjustments: inout [Adjustment]
    ) throws -> [JSONValue] {
        let options = attachment.providerOptions[dialect.provider]
        var part: JSONObject
        switch attachment.content {
        case .image(let image):
            var source = JSONObject([.init(key: "url", value: .string(try address(of: image, attachment.label)))])
            if let detail = options["detail"] { source["detail"] = detail }
            part = JSONObject([
                .init(key: "type", value: "image_url"), .init(key: "image_url", value: .object(source)),
            ])
        case .file(let file): part = try self.part(file, attachment.label, &adjustments)
        }
        for option in options where part["image_url"] == nil || option.key != "detail" {
            part[option.key] = option.value
        }
        guard let label = attachment.label, !label.isEmpty else { return [.object(part)] }
        let kind = part["image_url"] == nil ? "File" : "Image"
        return [ChatMessages.text("\(kind) \"\(label)\":"), .object(part)]
    }

    // MARK: Images

    private func address(of image: Transcript.ImageAttachment, _ label: String?) throws -> String {
        if let data = image.data { return try dataURL(data, claimed: image.mimeType, name: name("image", label)) }
        if let file = image.providerFile {
            throw failure(
                "\(name("image", label)) is kept by \(file.provider); this API takes no image by an identifier.")
        }
        guard let url = image.url else { throw failure("An image attachment has neither an address nor bytes.") }
        switch url.scheme?.lowercased() {
        case "data": return url.absoluteString
        case "http", "https":
            guard dialect.images == .any else {
                throw failure("\(dialect.name) takes no image at an address. Hand in the image's bytes or its file.")
            }
            return url.absoluteString
        default: return try dataURL(read(url, "image"), claimed: nil, name: "The image file \(url.path)")
        }
    }

    private func dataURL(_ data: Data, claimed: String?, name: String) throws -> String {
        try check(data, name)
        // What the bytes say counts for more than a name or a claim.
        guard let type = MediaType.image(data) ?? claimed?.lowercased() else {
            throw failure("\(name) is of no known kind. Use PNG or JPEG.")
        }
        guard dialect.imageTypes.isEmpty || dialect.imageTypes.contains(type) else {
            throw failure(
                "\(name) is \(type); \(dialect.name) takes \(dialect.imageTypes.sorted().joined(separator: ", ")).")
        }
        return "data:\(type);base64,\(data.base64EncodedString())"
    }

    // MARK: Files

    private func part(
        _ file: Transcript.FileAttachment, _ label: String?, _ adjustments: inout [Adjustment]
    ) throws -> JSONObject {
        if let kept = file.providerFile {
            guard kept.provider == dialect.provider, dialect.files != .none else {
                throw failure("\(name("file", label)) is kept by \(kept.provider); \(dialect.name) does not know it.")
            }
            return filePart([.init(key: "file_id", value: .string(kept.id))])
        }
        if file.data == nil, let url = file.url, ["http", "https"].contains(url.scheme?.lowercased()) {
            guard dialect.files == .dataOrAddress else {
                throw failure("\(dialect.name) takes no file at an address. Hand in the file's bytes.")
            }
            return filePart(fileName(file) + [.init(key: "file_data", value: .string(url.absoluteString))])
        }
        guard let data = try file.data ?? file.url.map({ try read($0, "file") }) else {
            throw failure("A file attachment has neither an address nor bytes.")
        }
        let shownName = file.filename.map { "The file \($0)" } ?? name("file", label)
        try check(data, shownName)
        let type = (file.mimeType ?? FileTypes.type(of: file.filename) ?? "application/octet-stream").lowercased()
        if let format = FileTypes.audio[type] {
            guard dialect.takesAudio else {
                throw failure("\(shownName) is audio, which \(dialect.name) does not take.")
            }
            return JSONObject([
                .init(key: "type", value: "input_audio"),
                .init(
                    key: "input_audio",
                    value: ["data": .string(data.base64EncodedString()), "format": .string(format)]),
            ])
        }
        guard dialect.files == .none else {
            return filePart(
                fileName(file) + [
                    .init(key: "file_data", value: .string("data:\(type);base64,\(data.base64EncodedString())"))
                ])
        }
        guard FileTypes.isText(type), let text = String(validating: data, as: UTF8.self) else {
            throw failure(
                "\(shownName) is \(type), which \(dialect.name) does not take. Put its words into the prompt.")
        }
        adjustments.append(
            Adjustment(.contentRewritten, "\(shownName) was sent as words: \(dialect.name) takes no files."))
        let head = file.filename.map { "\($0):\n" } ?? ""
        return JSONObject([.init(key: "type", value: "text"), .init(key: "text", value: .string(head + text))])
    }

    private func filePart(_ members: [JSONObject.Member]) -> JSONObject {
        JSONObject([.init(key: "type", value: "file"), .init(key: "file", value: .object(JSONObject(members)))])
    }

    private func fileName(_ file: Transcript.FileAttachment) -> [JSONObject.Member] {
        [.init(key: "filename", value: .string(file.filename ?? "file"))]
    }

    // MARK: Bytes

    private func read(_ url: URL, _ kind: String) throws -> Data {
        switch url.scheme?.lowercased() {
        case "file", nil: break
        case let scheme?: throw failure("The \(kind) at a \(scheme): address cannot be sent. Use a file or https.")
        }
        do {
            return try readFile(url)
        } catch let error as CocoaError where error.code == .fileReadTooLarge {
            throw failure(
                "The \(kind) file \(url.path) is too large; \(dialect.name) takes at most "
                    + "\(dialect.maximumAttachmentBytes) bytes.")
        } catch {
            throw failure(
                "The \(kind) file \(url.path) cannot be read. It may not exist, or be closed to this program.")
        }
    }

    private func check(_ data: Data, _ name: String) throws {
        guard !data.isEmpty else { throw failure("\(name) is empty.") }
        guard data.count <= dialect.maximumAttachmentBytes else {
            throw failure(
                "\(name) has \(data.count) bytes; \(dialect.name) takes at most \(dialect.maximumAttachmentBytes). "
                    + "Make it smaller.")
        }
    }

    private func name(_ kind: String, _ label: String?) -> String {
        label.map { "The \(kind) \"\($0)\"" } ?? "The \(kind) in memory"
    }

    private func failure(_ message: String) -> ProviderError {
        ProviderError(kind: .imageEncodingFailed, message: message, category: .invalidRequest, retryAdvice: .never)
    }
}

/// The kinds of file that are told by their names.
enum FileTypes {
    /// The formats of audio that this wire knows, by their MIME types.
    static let audio = [
        "audio/wav": "wav", "audio/x-wav": "wav", "audio/wave": "wav", "audio/mpeg": "mp3", "audio/mp3": "mp3",
    ]

    private static let byEnding = [
        "pdf": "application/pdf", "txt": "text/plain", "md": "text/markdown", "csv": "text/csv", "html": "text/html",
        "json": "application/json", "xml": "application/xml", "wav": "audio/wav", "mp3": "audio/mpeg",
    ]

    /// The MIME type of a file by its name; `nil` for one that is not known.
    static func type(of name: String?) -> String? {
        name?.split(separator: ".").last.flatMap { byEnding[$0.lowercased()] }
    }

    /// Whether a file of a type is words.
    static func isText(_ type: String) -> Bool {
        type.hasPrefix("text/") || ["application/json", "application/xml", "application/yaml"].contains(type)
    }
}
