/// The image formats that providers take as they are, told by their first bytes.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
    /// JPEG.
    case jpeg = "image/jpeg"
    /// PNG.
    case png = "image/png"

    /// The MIME type.
    public var mimeType: String { rawValue }

    /// The format of an image from its bytes, of which the first eight are enough; `nil` where it is another.
    public init?(_ bytes: some Sequence<UInt8>) {
        let start = Array(bytes.prefix(8))
        if start == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] {
            self = .png
        } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else {
            return nil
        }
    }
}

/// The width and height of an image in pixels.
public struct ImageSize: Sendable, Hashable {
    /// The pixels in a row, as they are stored: a JPEG that is to be shown turned is not.
    public var width: Int
    /// The rows of pixels.
    public var height: Int

    /// Makes a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size that the header of a JPEG or PNG says; `nil` where the bytes are neither or are cut off before it.
    public init?(ofImage bytes: some RandomAccessCollection<UInt8>) {
        switch ImageFormat(bytes) {
        case .png: self.init(png: bytes)
        case .jpeg: self.init(jpeg: bytes)
        case nil: return nil
        }
    }

    /// The first chunk of a PNG is its header: length, `IHDR`, width, height.
    private init?(png bytes: some RandomAccessCollection<UInt8>) {
        guard bytes.dropFirst(12).prefix(4).elementsEqual("IHDR".utf8),
            let width = Self.number(in: bytes, at: 16, length: 4),
            let height = Self.number(in: bytes, at: 20, length: 4)
        else { return nil }
        self.init(width: width, height: height)
    }

    /// A JPEG is a row of segments: `FF`, a marker, a length; the one of the frame has the size.
    private init?(jpeg bytes: some RandomAccessCollection<UInt8>) {
        var position = 2
        while let prefix = Self.number(in: bytes, at: position, length: 1) {
            guard prefix == 0xFF, let marker = Self.number(in: bytes, at: position + 1, length: 1) else { return nil }
            switch marker {
            case 0xFF:  // A marker may be filled up with any number of these.
                position += 1
            case 0x01, 0xD0...0xD8:  // These have no length.
                position += 2
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:  // The frame, by how it is coded.
                guard let height = Self.number(in: bytes, at: position + 5, length: 2),
                    let width = Self.number(in: bytes, at: position + 7, length: 2)
                else { return nil }
                self.init(width: width, height: height)
                return
            case 0xD9, 0xDA: return nil  // The end, or the pixels, before any frame.
            default:
                guard let length = Self.number(in: bytes, at: position + 2, length: 2), length >= 2 else { return nil }
                position += 2 + length
            }
        }
        return nil
    }

    /// A number whose first byte is the most significant; `nil` behind the end.
    private static func number(in bytes: some RandomAccessCollection<UInt8>, at offset: Int, length: Int) -> Int? {
        guard offset + length <= bytes.count else { return nil }
        return bytes.dropFirst(offset).prefix(length).reduce(0) { $0 << 8 | Int($1) }
    }
}

extension Transcript.ImageAttachment {
    /// The MIME type that was given, else that of the bytes; `nil` where they are of no known format or where there are
    /// none.
    public var resolvedMIMEType: String? { mimeType ?? data.flatMap { ImageFormat($0)?.mimeType } }

    /// The size that the header of the bytes says; `nil` where there are none or where they are no JPEG or PNG.
    public var size: ImageSize? { data.flatMap { ImageSize(ofImage: $0) } }
}
