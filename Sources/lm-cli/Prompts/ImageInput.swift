import LMProtocol

/// An image to send, checked before anything is sent.
struct ImageInput: Sendable, Hashable {
    /// Where the image is.
    enum Source: Sendable, Hashable {
        /// An address that the server fetches.
        case remote(String)
        /// The bytes of a file, sent as they are.
        case bytes([UInt8], ImageFormat)
    }
    /// The name by which a prompt speaks of it.
    var label: String?
    /// Its file name or address, for people.
    var name: String
    var source: Source

    /// Reads what `-a` names: a path or an address, with `label=` before it if wanted.
    static func load(_ argument: String, environment: Environment) throws(CLIError) -> ImageInput {
        let (label, location) = split(argument)
        if location.hasPrefix("http://") || location.hasPrefix("https://") {
            return ImageInput(label: label, name: location, source: .remote(location))
        }
        let path = PathInput.path(location, environment: environment)
        return try ImageInput(label: label, name: PathInput.fileName(path), bytes: FileInput.read(path))
    }

    /// Makes an input of an image's bytes. Throws where they are no image that is sent as it is.
    init(label: String?, name: String, bytes: [UInt8]) throws(CLIError) {
        guard let format = ImageFormat(bytes) else {
            let guess = Self.guess(bytes).map { " (it looks like \($0))" } ?? ""
            throw CLIError(
                .data, "\(name) is no PNG or JPEG image\(guess). Nothing was sent.",
                hint: "Convert it to PNG or JPEG, or send text with -f.")
        }
        self.init(label: label, name: name, source: .bytes(bytes, format))
    }

    private init(label: String?, name: String, source: Source) {
        self.label = label
        self.name = name
        self.source = source
    }

    /// The line that says what is sent: `[image first: a.jpg · JPEG 1024×768 · 212 KB]`.
    var chip: String {
        let title = "image" + (label.map { " \($0)" } ?? "") + ": " + name
        guard case .bytes(let bytes, let format) = source else { return "[\(title)]" }
        let size = ImageSize(ofImage: bytes).map { " \($0.width)×\($0.height)" } ?? ""
        return "[\(title) · \(format.name)\(size) · \(ByteCount.readable(bytes.count))]"
    }

    /// Takes a label off. A name that is a file as it stands has none; neither has what looks like an address.
    private static func split(_ argument: String) -> (label: String?, location: String) {
        guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex,
            argument[..<sign].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }),
            !FileDescriptor.exists(argument)
        else { return (nil, argument) }
        return (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
    }

    private static func guess(_ bytes: [UInt8]) -> String? {
        let signatures: [(name: String, bytes: [UInt8])] = [
            ("GIF", Array("GIF8".utf8)), ("PDF", Array("%PDF".utf8)), ("WebP", Array("RIFF".utf8)),
            ("BMP", Array("BM".utf8)), ("TIFF", [0x49, 0x49, 0x2A, 0x00]), ("TIFF", [0x4D, 0x4D, 0x00, 0x2A]),
        ]
        if let found = signatures.first(where: { bytes.starts(with: $0.bytes) }) { return found.name }
        if bytes.count > 12, Array(bytes[4..<8]) == Array("ftyp".utf8) { return "HEIC or AVIF" }
        return bytes.isEmpty ? "an empty file" : nil
    }
}
