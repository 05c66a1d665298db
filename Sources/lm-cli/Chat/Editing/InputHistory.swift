import LMJSON

/// What was typed before, to be taken up again.
struct InputHistory: Sendable {
    /// The most messages that are kept.
    static let limit = 1000

    private(set) var entries: [String]
    /// Where browsing stands; `nil` while nothing is browsed.
    private var position: Int?
    /// What was being typed when browsing began.
    private var draft = ""

    init(entries: [String] = []) { self.entries = entries.suffix(Self.limit) }

    /// Adds a message, unless it is the last one again. Browsing ends.
    mutating func add(_ text: String) {
        position = nil
        guard !text.isEmpty, entries.last != text else { return }
        entries.append(text)
        if entries.count > Self.limit { entries.removeFirst(entries.count - Self.limit) }
    }

    /// The message before the one that is shown; `nil` where there is none.
    mutating func previous(from current: String) -> String? {
        guard !entries.isEmpty else { return nil }
        if position == nil { draft = current }
        let index = (position ?? entries.count) - 1
        guard index >= 0 else { return nil }
        position = index
        return entries[index]
    }

    /// The message behind the one that is shown, at last what was being typed; `nil` where nothing is browsed.
    mutating func next() -> String? {
        guard let position else { return nil }
        guard position + 1 < entries.count else {
            self.position = nil
            return draft
        }
        self.position = position + 1
        return entries[position + 1]
    }

    // MARK: The file: a JSON string a line, because a message may have several

    /// Reads the file of an earlier chat. One that cannot be read is no reason not to chat.
    static func load(_ path: String) -> InputHistory {
        guard let bytes = try? PrivateFile.read(path) else { return InputHistory() }
        return InputHistory(
            entries: bytes.split(separator: UInt8(ascii: "\n")).compactMap {
                (try? JSONValue(parsing: Array($0)))?.stringValue
            })
    }

    /// Writes the file.
    func save(_ path: String) {
        try? PrivateFile.write(entries.flatMap { JSONText.line(.string($0)) }, to: path)
    }
}
