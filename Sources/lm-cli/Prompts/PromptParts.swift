/// What is asked, in the order in which it is sent: piped text, files, images, and the words of the prompt.
struct PromptParts: Sendable, Hashable {
    /// A piece of the prompt.
    enum Part: Sendable, Hashable {
        /// Text, with where it came from.
        case text(String, origin: Origin)
        case image(ImageInput)
    }
    /// Where text came from.
    enum Origin: Sendable, Hashable {
        case standardInput
        case file(String)
        case words
    }
    var parts: [Part] = []

    /// The images among the parts.
    var images: [ImageInput] {
        parts.compactMap { if case .image(let image) = $0 { image } else { nil } }
    }

    /// All of the text, for a title and for a prompt without images.
    var text: String {
        parts.compactMap { part -> String? in
            if case .text(let text, _) = part { text } else { nil }
        }.joined(separator: "\n\n")
    }
}
