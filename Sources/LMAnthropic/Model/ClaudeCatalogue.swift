/// What is known of Anthropic's models, as data. A name that is not here is taken for one of the newest.
enum ClaudeCatalogue {
    /// How a model is told to think.
    enum Thinking: Sendable, Hashable {
        /// It does not.
        case none
        /// With a budget of tokens.
        case budget
        /// As much as the question needs; an effort says how much that may be.
        case adaptive
        /// By a word, and an effort beside it: the way of servers that have copied the API.
        case enabled
    }

    /// How thinking is switched off.
    enum Off: Sendable, Hashable {
        /// By not asking for it.
        case leftOut
        /// By saying so.
        case disabled
        /// Down to what is between two calls of tools.
        case betweenTools
        /// Not at all.
        case never
    }

    /// Which sampling options a model takes.
    enum Sampling: Sendable, Hashable {
        /// All, in any combination.
        case all
        /// All, but not temperature and top-p together, and none while it thinks.
        case one
        /// None.
        case none
    }

    /// One model.
    struct Entry: Sendable {
        var name: String
        var displayName: String
        var contextSize: Int
        var maximumOutput: Int
        var thinking: Thinking
        var off = Off.leftOut
        var efforts: [String]
        var sampling: Sampling
        /// Whether the model can be made to call a tool.
        var takesForcedTools = true
        /// Whether answers are kept to a schema by the API itself.
        var takesFormat = true
    }

    private static let efforts = ["low", "medium", "high", "xhigh", "max"]
    private static let budgets = ["low", "medium", "high"]

    private static func newest(_ name: String, _ display: String, off: Off, forced: Bool = false) -> Entry {
        Entry(
            name: name, displayName: display, contextSize: 1_000_000, maximumOutput: 128_000,
            thinking: .adaptive, off: off, efforts: efforts, sampling: .none, takesForcedTools: forced)
    }

    /// The models in the order of a picker.
    static let entries: [Entry] = [
        newest("claude-opus-5-5", "Claude Opus 5.5", off: .never),
        newest("claude-sonnet-5-5", "Claude Sonnet 5.5", off: .betweenTools),
        newest("claude-haiku-5-5", "Claude Haiku 5.5", off: .leftOut),
        newest("claude-fable-5-2", "Claude Fable 5.2", off: .never),
        newest("claude-fable-5-1", "Claude Fable 5.1", off: .never),
        newest("claude-mythos-5-2", "Claude Mythos 5.2", off: .never),
        newest("claude-mythos-5-1", "Claude Mythos 5.1", off: .never),
        newest("claude-opus-5", "Claude Opus 5", off: .disabled, forced: true),
        newest("claude-sonnet-5", "Claude Sonnet 5", off: .disabled, forced: true),
        newest("claude-fable-5", "Claude Fable 5", off: .disabled, forced: true),
        newest("claude-opus-4-8", "Claude Opus 4.8", off: .leftOut, forced: true),
        newest("claude-opus-4-7", "Claude Opus 4.7", off: .leftOut, forced: true),
        Entry(
            name: "claude-opus-4-6", displayName: "Claude Opus 4.6", contextSize: 200_000, maximumOutput: 128_000,
            thinking: .adaptive, efforts: ["low", "medium", "high", "max"], sampling: .one),
        Entry(
            name: "claude-sonnet-4-6", displayName: "Claude Sonnet 4.6", contextSize: 200_000, maximumOutput: 128_000,
            thinking: .adaptive, efforts: ["low", "medium", "high", "max"], sampling: .one),
        old("claude-opus-4-5", "Claude Opus 4.5"), old("claude-sonnet-4-5", "Claude Sonnet 4.5"),
        old("claude-haiku-4-5", "Claude Haiku 4.5"),
        old("claude-opus-4-1", "Claude Opus 4.1", output: 32_000),
        old("claude-sonnet-4-0", "Claude Sonnet 4", format: false),
        old("claude-opus-4-0", "Claude Opus 4", output: 32_000, format: false),
    ]

    private static func old(
        _ name: String, _ display: String, output: Int = 64_000, format: Bool = true
    ) -> Entry {
        Entry(
            name: name, displayName: display, contextSize: 200_000, maximumOutput: output, thinking: .budget,
            efforts: budgets, sampling: .one, takesFormat: format)
    }

    /// What is known of a model: by its alias, or by the name of one of its snapshots.
    static func entry(for name: String) -> Entry {
        let known = entries.filter { isSameModel($0.name, name) }.max { $0.name.count < $1.name.count }
        if let known { return known }
        // `claude-sonnet-4-20250514` and the like are the first of their generation.
        for (start, alias) in [("claude-sonnet-4-2", "claude-sonnet-4-0"), ("claude-opus-4-2", "claude-opus-4-0")]
        where name.hasPrefix(start) {
            if let entry = entries.first(where: { $0.name == alias }) { return entry }
        }
        if name.hasPrefix("claude-3") {
            return Entry(
                name: name, displayName: name, contextSize: 200_000,
                maximumOutput: name.hasPrefix("claude-3-7") ? 64_000 : 4096,
                thinking: name.hasPrefix("claude-3-7") ? .budget : .none,
                efforts: name.hasPrefix("claude-3-7") ? budgets : [], sampling: .one, takesFormat: false)
        }
        return newest(name, name, off: .never)
    }

    /// Whether a name stands for a model: it, one of its snapshots, or the newest of them.
    static func isSameModel(_ requested: String, _ served: String) -> Bool {
        if requested == served { return true }
        func stem(_ name: String) -> String {
            var name = Substring(name)
            if let slash = name.lastIndex(of: "/") { name = name[name.index(after: slash)...] }
            if name.hasSuffix("-latest") { name = name.dropLast("-latest".count) }
            let parts = name.split(separator: "-")
            if let last = parts.last, last.count == 8, last.allSatisfy(\.isNumber) {
                name = name.dropLast(9)
            }
            return String(name.hasSuffix("-0") ? name.dropLast(2) : name)
        }
        return stem(requested) == stem(served)
    }
}
