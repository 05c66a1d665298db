/// The message that is being typed, and where the cursor stands in it. A value.
struct LineBuffer: Sendable, Hashable {
    private(set) var characters: [Character] = []
    /// How many characters stand before the cursor.
    private(set) var cursor = 0

    var text: String { String(characters) }
    var isEmpty: Bool { characters.isEmpty }

    /// Replaces everything; the cursor stands at the end.
    mutating func set(_ text: String) {
        characters = Array(text)
        cursor = characters.count
    }

    mutating func insert(_ text: String) {
        let inserted = Array(text)
        characters.insert(contentsOf: inserted, at: cursor)
        cursor += inserted.count
        // What was typed may join the character before it, such as an accent.
        let joined = Array(String(characters))
        if joined.count != characters.count {
            cursor = min(Array(String(characters[..<cursor])).count, joined.count)
            characters = joined
        }
    }

    mutating func moveLeft() { cursor = max(0, cursor - 1) }
    mutating func moveRight() { cursor = min(characters.count, cursor + 1) }
    mutating func moveToStart() { cursor = 0 }
    mutating func moveToEnd() { cursor = characters.count }
    mutating func moveWordLeft() { cursor = wordStart }
    mutating func moveWordRight() {
        while cursor < characters.count, characters[cursor].isWhitespace { cursor += 1 }
        while cursor < characters.count, !characters[cursor].isWhitespace { cursor += 1 }
    }

    mutating func deleteBackward() {
        guard cursor > 0 else { return }
        cursor -= 1
        characters.remove(at: cursor)
    }

    mutating func deleteForward() {
        guard cursor < characters.count else { return }
        characters.remove(at: cursor)
    }

    mutating func deleteWord() {
        let start = wordStart
        characters.removeSubrange(start..<cursor)
        cursor = start
    }

    mutating func deleteToStart() {
        characters.removeSubrange(..<cursor)
        cursor = 0
    }

    mutating func deleteToEnd() { characters.removeSubrange(cursor...) }

    /// Where the word before the cursor starts.
    private var wordStart: Int {
        var index = cursor
        while index > 0, characters[index - 1].isWhitespace { index -= 1 }
        while index > 0, !characters[index - 1].isWhitespace { index -= 1 }
        return index
    }
}
