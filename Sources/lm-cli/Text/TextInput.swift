/// Text that comes from outside as bytes.
enum TextInput {
    /// Reads UTF-8. A byte order mark at the start is dropped, line ends are kept. Throws a data error that names the
    /// first byte that is no UTF-8; `name` says whose bytes they are.
    static func text(of bytes: [UInt8], named name: String) throws(CLIError) -> String {
        var content = bytes[...]
        if content.starts(with: [0xEF, 0xBB, 0xBF]) { content = content.dropFirst(3) }
        if let text = String(validating: content, as: UTF8.self) { return text }
        let offset = firstInvalidOffset(in: bytes)
        throw CLIError(
            .data, "\(name) is not UTF-8 text: byte \(offset) cannot be read. Nothing was sent.",
            hint: hint(for: bytes, name: name))
    }

    /// The place of the first byte that does not belong to well-formed UTF-8.
    static func firstInvalidOffset(in bytes: [UInt8]) -> Int {
        var decoder = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch decoder.parseScalar(from: &iterator) {
            case .valid(let scalar): offset += scalar.count
            case .emptyInput, .error: return offset
            }
        }
    }

    private static func hint(for bytes: [UInt8], name: String) -> String {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return "It looks like UTF-16: iconv -f UTF-16 -t UTF-8"
        }
        return "Convert it, such as with iconv -f ISO-8859-1 -t UTF-8, or attach an image with -a."
    }
}

extension ChildProcess.Outcome {
    /// The words on standard error, as one line.
    var errorText: String { TextSanitizer.line(String(decoding: errors, as: UTF8.self), limit: 300) }
}
