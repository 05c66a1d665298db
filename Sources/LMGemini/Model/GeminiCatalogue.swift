/// What is known of Google's models, as data. A name that is not here is taken for one of the newest.
enum GeminiCatalogue {
    /// How a model is told how much to think.
    enum Thinking: Sendable, Hashable {
        /// Not at all.
        case none
        /// By a number of tokens.
        case budget(ClosedRange<Int>, canBeOff: Bool)
        /// By a level with a name.
        case levels
    }

    /// One model.
    struct Entry: Sendable {
        var name: String
        var displayName: String
        var thinking: Thinking
        var efforts: [String]
        /// Whether temperature, top-p and top-k are taken.
        var takesSampling = true
        /// Whether the model is of the third generation or later: it wants the signatures of its calls back, takes images
        /// inside the outputs of tools, and keeps to a schema beside tools.
        var isThird = true
        var contextSize: Int { 1_048_576 }
    }

    private static func budget(_ name: String, _ display: String, _ range: ClosedRange<Int>, off: Bool) -> Entry {
        Entry(
            name: name, displayName: display, thinking: .budget(range, canBeOff: off),
            efforts: ["low", "medium", "high"], isThird: false)
    }

    private static func levels(
        _ name: String, _ display: String, _ efforts: [String], sampling: Bool = true
    ) -> Entry {
        Entry(name: name, displayName: display, thinking: .levels, efforts: efforts, takesSampling: sampling)
    }

    private static let three = ["low", "medium", "high"]
    private static let four = ["minimal", "low", "medium", "high"]

    /// The models in the order of a picker.
    static let entries: [Entry] = [
        levels("gemini-4-argon", "Gemini 4 Argon", three, sampling: false),
        levels("gemini-3.8-flash", "Gemini 3.8 Flash", three, sampling: false),
        levels("gemini-3.7-flash", "Gemini 3.7 Flash", three, sampling: false),
        levels("gemini-3.6-flash", "Gemini 3.6 Flash", four, sampling: false),
        levels("gemini-3.5-flash-lite", "Gemini 3.5 Flash-Lite", four, sampling: false),
        levels("gemini-3.5-flash", "Gemini 3.5 Flash", four),
        levels("gemini-3.1-pro-preview", "Gemini 3.1 Pro", three),
        levels("gemini-3.1-flash-lite", "Gemini 3.1 Flash-Lite", four),
        levels("gemini-3-pro-preview", "Gemini 3 Pro", ["low", "high"]),
        levels("gemini-3-flash-preview", "Gemini 3 Flash", four),
        budget("gemini-2.5-pro", "Gemini 2.5 Pro", 128...32_768, off: false),
        budget("gemini-2.5-flash", "Gemini 2.5 Flash", 1...24_576, off: true),
        budget("gemini-2.5-flash-lite", "Gemini 2.5 Flash-Lite", 512...24_576, off: true),
    ]

    /// What is known of a model: by its name, or by that of one of its versions.
    static func entry(for name: String) -> Entry {
        let short = stem(name)
        let known = entries.filter { short == $0.name || short.hasPrefix($0.name + "-") }
        if let entry = known.max(by: { $0.name.count < $1.name.count }) { return entry }
        if short.hasPrefix("gemini-1") || short.hasPrefix("gemini-2") || short.hasPrefix("gemma") {
            return Entry(name: short, displayName: short, thinking: .none, efforts: [], isThird: false)
        }
        return levels(short, short, three, sampling: false)
    }

    /// Whether two names stand for one model: an alias is resolved by the server, and a version goes on with a dash.
    static func isSameModel(_ requested: String, _ served: String) -> Bool {
        let (requested, served) = (stem(requested), stem(served))
        return requested == served || served.hasPrefix(requested + "-") || requested.hasSuffix("-latest")
    }

    /// The name without the path before it.
    private static func stem(_ name: String) -> String { String(name.split(separator: "/").last ?? "") }
}
