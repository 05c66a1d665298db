/// The image formats that are sent as they are, told from a file's first bytes.
enum ImageFormat: String, Sendable {
    case png = "PNG"
    case jpeg = "JPEG"

    /// The format that bytes start like; `nil` for anything else.
    init?(_ bytes: some Collection<UInt8>) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else {
            return nil
        }
    }

    /// The MIME type.
    var mimeType: String { self == .png ? "image/png" : "image/jpeg" }

    /// The width and height in pixels that the header states; `nil` where it is cut or broken.
    func size(in bytes: [UInt8]) -> (width: Int, height: Int)? {
        switch self {
        case .png:
            // The header chunk is always first: length, "IHDR", width and height as four bytes each.
            guard bytes.count >= 24, Array(bytes[12..<16]) == Array("IHDR".utf8) else { return nil }
            return (Self.number(bytes[16..<20]), Self.number(bytes[20..<24]))
        case .jpeg: return Self.jpegSize(bytes)
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    /// Walks the segments to the frame header, SOF0 to SOF15 without the three that are something else.
    private static func jpegSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        var index = 2
        while index + 9 < bytes.count {
            guard bytes[index] == 0xFF else { return nil }
            let marker = bytes[index + 1]
            if marker == 0xFF {
                index += 1
                continue
            }
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                return (number(bytes[index + 7..<index + 9]), number(bytes[index + 5..<index + 7]))
            }
            let isStandalone = marker == 0x01 || (0xD0...0xD8).contains(marker)
            index += isStandalone ? 2 : 2 + number(bytes[index + 2..<index + 4])
        }
        return nil
    }
}
