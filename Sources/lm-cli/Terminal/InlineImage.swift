import LMProtocol

/// How a terminal is given a picture to show among its text.
enum InlineImage: Sendable, Hashable {
    /// iTerm2's way, which takes PNG and JPEG as they are.
    case iterm
    /// kitty's way, which takes PNG as it is.
    case kitty

    /// The most rows that a picture takes.
    static let rows = 12
    /// The most bytes of a picture; showing a larger one takes longer than it is worth.
    private static let sizeLimit = 4 << 20
    /// kitty takes the base64 in pieces no longer than this.
    private static let pieceLength = 4096

    /// The way of a terminal, told from its environment, because a terminal that is asked may not answer; `nil` for one that
    /// shows none. A multiplexer in between passes nothing on.
    init?(environment: Environment) {
        guard environment["TMUX"] == nil, environment["STY"] == nil else { return nil }
        let program = environment["TERM_PROGRAM"] ?? ""
        let name = environment["TERM"] ?? ""
        if name == "xterm-kitty" || name == "xterm-ghostty" || environment["KITTY_WINDOW_ID"] != nil
            || program == "ghostty"
        {
            self = .kitty
        } else if ["iTerm.app", "WezTerm", "mintty", "vscode"].contains(program)
            || environment["KONSOLE_VERSION"] != nil
        {
            self = .iterm
        } else {
            return nil
        }
    }

    /// The bytes that show a picture; `nil` for one that is not shown.
    func sequence(for image: ImageInput) -> String? {
        guard case .bytes(let bytes, let format) = image.source, bytes.count <= Self.sizeLimit else { return nil }
        // A picture that is smaller than its rows is not made larger.
        let rows = min(Self.rows, max(1, (ImageSize(ofImage: bytes)?.height ?? .max) / 20))
        let encoded = Base64Text.encoded(bytes)
        switch self {
        case .iterm:
            return
                "\u{1B}]1337;File=inline=1;size=\(bytes.count);height=\(rows);preserveAspectRatio=1:\(encoded)\u{07}\n"
        case .kitty:
            guard format == .png else { return nil }
            return Self.kittySequence(encoded, rows: rows) + "\n"
        }
    }

    private static func kittySequence(_ encoded: String, rows: Int) -> String {
        var rest = encoded[...]
        var result = ""
        repeat {
            let piece = rest.prefix(pieceLength)
            rest = rest.dropFirst(pieceLength)
            let head = result.isEmpty ? "a=T,f=100,r=\(rows)," : ""
            result += "\u{1B}_G\(head)m=\(rest.isEmpty ? 0 : 1);\(piece)\u{1B}\\"
        } while !rest.isEmpty
        return result
    }
}
