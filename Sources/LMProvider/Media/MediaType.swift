import LMProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The MIME types of images and files, told by their first bytes or by a name.
package enum MediaType {
    /// The type of an image; `nil` if its bytes are of none that is known.
    package static func image(_ data: Data) -> String? {
        func begins(_ bytes: [UInt8], at offset: Int = 0) -> Bool { data.dropFirst(offset).starts(with: bytes) }
        if let format = ImageFormat(data.prefix(8)) { return format.mimeType }
        if begins(Array("GIF8".utf8)) { return "image/gif" }
        if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) { return "image/webp" }
        return nil
    }

    /// The type of a file whose bytes say it; `nil` for all others, such as text.
    package static func file(_ data: Data) -> String? {
        data.starts(with: Array("%PDF-".utf8)) ? "application/pdf" : image(data)
    }

    /// The type that a file's name says; `nil` for a name that says none that is known.
    package static func type(ofName name: String) -> String? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        return byExtension[name[name.index(after: dot)...].lowercased()]
    }

    private static let byExtension = [
        "pdf": "application/pdf", "txt": "text/plain", "md": "text/markdown", "csv": "text/csv", "html": "text/html",
        "json": "application/json", "xml": "application/xml", "mp3": "audio/mpeg", "wav": "audio/wav",
        "m4a": "audio/mp4", "ogg": "audio/ogg", "flac": "audio/flac", "mp4": "video/mp4", "mov": "video/quicktime",
        "webm": "video/webm", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
        "webp": "image/webp",
    ]
}
