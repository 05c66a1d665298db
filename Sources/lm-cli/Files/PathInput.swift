/// Paths as people give them.
enum PathInput {
    /// The path that a text stands for. A file dragged onto a terminal arrives quoted, with backslashes before its spaces,
    /// or as a `file://` address; a shell that saw no plain `~` left it in place.
    static func path(_ text: String, environment: Environment) -> String {
        if FileDescriptor.exists(text) { return text }
        var path = text
        for quote in ["'", "\""] where path.count >= 2 && path.hasPrefix(quote) && path.hasSuffix(quote) {
            path = String(path.dropFirst().dropLast())
        }
        if path.hasPrefix("file://") {
            let rest = path.dropFirst("file://".count)
            path = decodingPercents(String(rest.hasPrefix("localhost/") ? rest.dropFirst("localhost".count) : rest))
        } else if path.contains("\\") {
            path = removingBackslashes(path)
        }
        if path == "~" || path.hasPrefix("~/"), let home = environment["HOME"] { path = home + path.dropFirst() }
        return path
    }

    /// The last part of a path.
    static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private static func removingBackslashes(_ text: String) -> String {
        var result = ""
        var isEscaped = false
        for character in text {
            if character == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            isEscaped = false
            result.append(character)
        }
        return result
    }

    private static func decodingPercents(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
