extension Fault {
    /// Reads a fault as ``description`` writes it; `nil` for any other text.
    ///
    /// ```
    /// drop:3  cut:head  cut:3  cut:in:3  cut:char  reset:4097  reset:end
    /// stall:head:60s  stall:2:60s  stall:in:2:60s  drip:20ms
    /// corrupt:5  duplicate:2  reorder:2  unknown:2
    /// status:429  status:429:2s  page:502  empty
    /// ```
    ///
    /// Each may end with `@n` for one interaction, and then with `*k` for the first k attempts. Times are in `ms` or `s`.
    public init?(_ text: String) {
        var text = text[...]
        var attempts: Int?
        var interaction: Int?
        for (mark, isAttempts) in [("*" as Character, true), ("@", false)] {
            guard let place = text.lastIndex(of: mark) else { continue }
            guard let count = Int(text[text.index(after: place)...]), count > 0 else { return nil }
            if isAttempts { attempts = count } else { interaction = count }
            text = text[..<place]
        }
        let words = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard let effect = Self.effect(words[0], Array(words.dropFirst())) else { return nil }
        self.init(effect, firstAttempts: attempts, interaction: interaction)
    }

    private static func effect(_ kind: String, _ words: [String]) -> Effect? {
        let number = words.count == 1 ? words.first.flatMap { Int($0) } : nil
        switch kind {
        case "empty" where words.isEmpty: return .empty
        case "drop": return number.map { .drop(afterEvent: $0) }
        case "cut": return place(words).map { .cut($0) }
        case "reset" where words == ["end"]: return .resetAtEnd
        case "reset": return number.flatMap { $0 >= 0 ? .reset(atByte: $0) : nil }
        case "stall":
            guard let word = words.last, let duration = duration(word), let place = place(words.dropLast()) else {
                return nil
            }
            return .stall(place, for: duration)
        case "corrupt": return number.map { .corrupt(event: $0) }
        case "duplicate": return number.map { .duplicate(event: $0) }
        case "reorder": return number.map { .reorder(event: $0) }
        case "unknown": return number.map { .unknown(afterEvent: $0) }
        case "drip" where words.count == 1: return duration(words[0]).map { .drip(every: $0) }
        case "page": return number.flatMap { (100...599).contains($0) ? .page($0) : nil }
        case "status":
            guard let code = words.first.flatMap({ Int($0) }), (100...599).contains(code), words.count <= 2 else {
                return nil
            }
            guard words.count == 2 else { return .status(code, retryAfter: nil) }
            return duration(words[1]).map { .status(code, retryAfter: $0) }
        default: return nil
        }
    }

    private static func place(_ words: [String]) -> Place? {
        switch (words.count, words.first) {
        case (1, "head"): .head
        case (1, "char"): .character
        case (1, let word?): Int(word).map { .after(event: $0) }
        case (2, "in"): Int(words[1]).map { .inside(event: $0) }
        default: nil
        }
    }

    private static func duration(_ text: String) -> Duration? {
        let isMilliseconds = text.hasSuffix("ms")
        guard text.hasSuffix("s"), let number = Double(text.dropLast(isMilliseconds ? 2 : 1)),
            (0...86_400_000).contains(number)
        else { return nil }
        return (isMilliseconds ? .milliseconds(1) : .seconds(1)) * number
    }
}

extension Fault: CustomStringConvertible {
    /// The fault in words that ``init(_:)`` reads: a name that stays the same from run to run.
    public var description: String {
        effect.words + (interaction.map { "@\($0)" } ?? "") + (attempts.map { "*\($0)" } ?? "")
    }
}

extension Fault.Effect {
    fileprivate var words: String {
        switch self {
        case .drop(let event): "drop:\(event)"
        case .cut(let place): "cut:\(place.words)"
        case .reset(let byte): "reset:\(byte)"
        case .resetAtEnd: "reset:end"
        case .stall(let place, let duration): "stall:\(place.words):\(Self.words(of: duration))"
        case .corrupt(let event): "corrupt:\(event)"
        case .duplicate(let event): "duplicate:\(event)"
        case .reorder(let event): "reorder:\(event)"
        case .unknown(let event): "unknown:\(event)"
        case .drip(let duration): "drip:\(Self.words(of: duration))"
        case .status(let code, let duration): "status:\(code)" + (duration.map { ":\(Self.words(of: $0))" } ?? "")
        case .page(let code): "page:\(code)"
        case .empty: "empty"
        }
    }

    private static func words(of duration: Duration) -> String {
        let milliseconds = duration.roundedMilliseconds
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }
}

extension Fault.Place {
    fileprivate var words: String {
        switch self {
        case .head: "head"
        case .after(let event): "\(event)"
        case .inside(let event): "in:\(event)"
        case .character: "char"
        }
    }
}
