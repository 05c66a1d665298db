import LMReplay

/// What the value of an option or argument is: what is checked when it is parsed, and what a shell offers to complete it.
enum ValueKind: Sendable, Hashable {
    case text
    case file
    case folder
    case url
    case model
    case cassette
    case session
    case provider
    case choice([String])
    case count(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    /// A time: seconds, or a number with `ms`, `s`, `m` or `h` behind it.
    case duration
    /// `instant`, `realtime`, or a factor such as `4x`.
    case speed
    /// How bodies are cut: `recorded`, `event`, `whole`, `byte` or `seed:7`.
    case cuts
    /// What goes wrong on purpose, in the words of one option.
    case fault(FaultOption)

    /// What a value has to be, to stand behind "takes"; `nil` where anything goes.
    var expectation: String? {
        switch self {
        case .text, .file, .folder, .model, .cassette, .session, .provider: nil
        case .url: "an http or https address"
        case .choice(let names): Self.list(names)
        case .count(let range) where range.upperBound == .max: "a whole number, at least \(range.lowerBound)"
        case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(let range) where range.upperBound == .infinity:
            "a number, at least \(Self.short(range.lowerBound))"
        case .number(let range):
            "a number from \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))"
        case .duration: "seconds, or a time such as 500ms, 90s or 2m"
        case .speed: "instant, realtime or a factor such as 4x"
        case .cuts: "recorded, event, whole, byte or seed:7"
        case .fault(let option): option.expectation
        }
    }

    /// Whether a text is such a value.
    func accepts(_ text: String) -> Bool {
        switch self {
        case .text: true
        case .file, .folder, .model, .cassette, .session, .provider: !text.isEmpty
        case .url: text.hasPrefix("http://") || text.hasPrefix("https://")
        case .choice(let names): names.contains(text)
        case .count(let range): NumberText.whole(text).map(range.contains) ?? false
        case .number(let range): NumberText.number(text).map(range.contains) ?? false
        case .duration: Self.duration(text) != nil
        case .speed: ReplaySpeed(text) != nil
        case .cuts: Segmentation(text) != nil
        case .fault(let option): option.fault(text) != nil
        }
    }

    /// A time from its text; `nil` where it is none, or negative.
    static func duration(_ text: String) -> Duration? {
        let units: [(suffix: String, seconds: Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("", 1)]
        for unit in units where text.hasSuffix(unit.suffix) {
            guard let number = NumberText.number(text.dropLast(unit.suffix.count)), number >= 0 else { continue }
            let seconds = number * unit.seconds
            return seconds <= 1e9 ? .seconds(seconds) : nil
        }
        return nil
    }

    /// Words as a person lists them: `a, b or c`.
    static func list(_ words: [String], last: String = "or") -> String {
        guard words.count > 1, let end = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(last) " + end
    }

    private static func short(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}
