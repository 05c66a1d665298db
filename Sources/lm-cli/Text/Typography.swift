/// The tool's own signs: as they are, or in ASCII for a terminal that knows no other.
enum Typography: Sendable {
    case unicode, ascii

    /// What a locale asks for: ASCII only where one is set and is no UTF-8 locale.
    static func preferred(in environment: Environment) -> Typography {
        guard let locale = environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"] else {
            return .unicode
        }
        let name = locale.lowercased()
        return name.contains("utf-8") || name.contains("utf8") ? .unicode : .ascii
    }

    /// One of the tool's own lines, with its signs as this terminal shows them.
    func rendered(_ text: String) -> String {
        guard self == .ascii, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var result = ""
        for character in text {
            switch character {
            case "·": result += "-"
            case "…": result += "..."
            case "—": result += "--"
            case "→": result += "->"
            case "×": result += "x"
            case "▸": result += ">"
            default: result.append(character)
            }
        }
        return result
    }

    /// How control characters are made visible.
    var notation: TextSanitizer.Notation { self == .ascii ? .carets : .pictures }
}
