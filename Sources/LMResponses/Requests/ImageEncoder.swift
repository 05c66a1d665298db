import LMJSON
import LMProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Makes of an image what an `input_image` part says: its address, or its bytes as a data URL.
struct ImageEncoder {
    let dialect: ResponsesDialect
    let readFile: @Sendable (URL) throws -> Data

    /// The part of a message that holds an image.
    ///
    /// - Throws: ``ResponsesError`` that names the image where it cannot be sent: by its file, else by its label.
    func part(_ image: Transcript.ImageAttachment, label: String? = nil) throws -> JSONValue {
        ["type": "input_image", "image_url": .string(try address(of: image, label))]
    }

    private func address(of image: Transcript.ImageAttachment, _ label: String?) throws -> String {
        if let data = image.data {
            let name = label.map { "The image \"\($0)\"" } ?? "The image in memory"
            return try dataURL(data, claimed: image.mimeType, name: name)
        }
        guard let url = image.url else { throw failure("An image attachment has neither an address nor bytes.") }
        switch url.scheme?.lowercased() {
        case "http", "https", "data": return url.absoluteString
        case "file", nil: break
        case let scheme?: throw failure("The image at a \(scheme): address cannot be sent. Use a file or https.")
        }
        let name = "The image file \(url.path)"
        let data: Data
        do {
            data = try readFile(url)
        } catch let error as CocoaError where error.code == .fileReadTooLarge {
            throw failure("\(name) is too large; \(dialect.name) takes at most \(dialect.maximumImageBytes) bytes.")
        } catch {
            throw failure("\(name) cannot be read. It may not exist, or be closed to this program.")
        }
        return try dataURL(data, claimed: nil, name: name)
    }

    private func dataURL(_ data: Data, claimed: String?, name: String) throws -> String {
        guard !data.isEmpty else { throw failure("\(name) is empty.") }
        guard data.count <= dialect.maximumImageBytes else {
            throw failure(
                "\(name) has \(data.count) bytes; \(dialect.name) takes at most \(dialect.maximumImageBytes). "
                    + "Make it smaller.")
        }
        // What the bytes say counts for more than a name or a claim.
        guard let type = ImageType(data)?.rawValue ?? claimed?.lowercased() else {
            throw failure("\(name) is of no known kind. Use PNG or JPEG.")
        }
        guard dialect.imageTypes.isEmpty || dialect.imageTypes.contains(type) else {
            let known = dialect.imageTypes.sorted().joined(separator: ", ")
            throw failure("\(name) is \(type); \(dialect.name) takes \(known).")
        }
        return "data:\(type);base64,\(data.base64EncodedString())"
    }

    private func failure(_ message: String) -> ResponsesError {
        ResponsesError(
            kind: .imageEncodingFailed, message: message, category: .invalidRequest, retryAdvice: .never)
    }
}
