/// Chooses one of some lines with arrows and typing, in one row. Pure.
struct Picker: Sendable {
    /// What a key led to.
    enum Outcome: Sendable, Hashable {
        case moved
        case chosen(Int)
        case left
    }

    private let options: [String]
    private var filter = ""
    private var position = 0

    init(_ options: [String]) { self.options = options }

    /// The places of the options that hold what was typed.
    private var matches: [Int] {
        let wanted = filter.lowercased()
        return options.indices.filter { wanted.isEmpty || options[$0].lowercased().contains(wanted) }
    }

    /// Takes a key.
    mutating func handle(_ key: Key) -> Outcome {
        switch key {
        case .up, .left: move(-1)
        case .down, .right, .tab: move(1)
        case .text(let text): filter(by: filter + text)
        case .backspace: filter(by: String(filter.dropLast()))
        case .enter:
            let matches = matches
            return matches.indices.contains(position) ? .chosen(matches[position]) : .moved
        case .escape, .interrupt, .endOfFile: return .left
        default: break
        }
        return .moved
    }

    private mutating func move(_ step: Int) {
        let count = matches.count
        if count > 0 { position = (position + step + count) % count }
    }

    private mutating func filter(by text: String) {
        filter = text
        position = 0
    }

    /// The bytes that draw the row.
    func row(_ question: String, columns: Int) -> String {
        let matches = matches
        let shown = matches.indices.contains(position) ? options[matches[position]] : "nothing fits"
        let count = matches.isEmpty ? "" : " \(position + 1)/\(matches.count)"
        let hint = filter.isEmpty ? "(arrows choose, typing filters, Enter, Esc)" : "[\(filter)]"
        let line = "\(question) \(shown)\(count)  \(hint)"
        return "\r\(DisplayWidth.prefix(of: line, fitting: max(8, columns - 1)))\u{1B}[K"
    }
}
