/// A way to set text apart, from the 16 colours that a person's own theme defines.
enum Style: Sendable {
    case bold, dim, underline, red, yellow, green, cyan

    private var code: Int {
        switch self {
        case .bold: 1
        case .dim: 2
        case .underline: 4
        case .red: 31
        case .green: 32
        case .yellow: 33
        case .cyan: 36
        }
    }

    /// The text in this style, where the stream is styled at all.
    func applied(to text: String, on stream: StreamProfile) -> String {
        stream.hasColor && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
