/// Splits reasoning that a server writes into the answer's text, between tags at its head, from the answer.
///
/// Only a tag at the very beginning counts: an answer may speak of tags. A piece of the text may end inside a tag.
struct ReasoningTagSplitter: Sendable {
    /// A stretch of text, and what it is.
    struct Piece: Sendable, Hashable {
        var isReasoning: Bool
        var text: String
    }
    private enum Phase: Sendable { case head, opened, inside, behind, answer }

    private let opening: String
    private let closing: String
    private var phase = Phase.head
    /// Text that may be the beginning of a tag.
    private var held = ""

    /// Makes a splitter.
    ///
    /// - Parameter tag: The tag's name, such as `think`.
    init(tag: String) {
        opening = "<\(tag)>"
        closing = "</\(tag)>"
    }

    /// Takes in a piece of the text, and gives what can be told of it.
    mutating func feed(_ piece: String) -> [Piece] {
        if phase == .answer { return [Piece(isReasoning: false, text: piece)] }
        held += piece
        var pieces: [Piece] = []
        if phase == .head { readHead(&pieces) }
        if phase == .opened {
            held = String(held.drop { $0.isNewline })
            if !held.isEmpty { phase = .inside }
        }
        if phase == .inside { readInside(&pieces) }
        if phase == .behind { readBehind(&pieces) }
        return pieces
    }

    /// Gives what was held back: nothing follows.
    mutating func finish() -> [Piece] {
        guard !held.isEmpty else { return [] }
        defer { held = "" }
        return [Piece(isReasoning: phase == .inside, text: held)]
    }

    private mutating func readHead(_ pieces: inout [Piece]) {
        let trimmed = held.drop { $0.isWhitespace }
        if trimmed.utf8.starts(with: opening.utf8) {
            phase = .opened
            held = String(trimmed.dropFirst(opening.count))
        } else if !opening.utf8.starts(with: trimmed.utf8) {
            phase = .answer
            take(held, isReasoning: false, &pieces)
            held = ""
        }
    }

    private mutating func readInside(_ pieces: inout [Piece]) {
        if let end = held.utf8.firstRange(of: closing.utf8) {
            take(String(held[..<end.lowerBound]), isReasoning: true, &pieces)
            held = String(held[end.upperBound...])
            phase = .behind
            return
        }
        // What may be the beginning of the closing tag waits for the rest of it.
        let bytes = Array(held.utf8)
        let longest = min(bytes.count, closing.utf8.count - 1)
        let kept = (0...longest).reversed().first { closing.utf8.starts(with: bytes.suffix($0)) } ?? 0
        let split = held.utf8.index(held.endIndex, offsetBy: -kept)
        take(String(held[..<split]), isReasoning: true, &pieces)
        held = String(held[split...])
    }

    /// Drops the line ends between the reasoning and the answer.
    private mutating func readBehind(_ pieces: inout [Piece]) {
        let rest = held.drop { $0.isNewline }
        held = ""
        guard !rest.isEmpty else { return }
        phase = .answer
        take(String(rest), isReasoning: false, &pieces)
    }

    private func take(_ text: String, isReasoning: Bool, _ pieces: inout [Piece]) {
        if !text.isEmpty { pieces.append(Piece(isReasoning: isReasoning, text: text)) }
    }
}
