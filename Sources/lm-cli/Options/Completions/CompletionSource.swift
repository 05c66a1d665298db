/// What a shell offers for a value.
enum CompletionSource: Sendable, Hashable {
    /// Nothing; a person types it.
    case nothing
    case files
    case folders
    case words([String])
    /// What the tool itself knows, asked with the hidden command `__complete`.
    case dynamic(DynamicValues)

    /// The source for a kind of value.
    init(_ kind: ValueKind) {
        switch kind {
        case .file: self = .files
        case .folder: self = .folders
        case .choice(let names): self = .words(names)
        case .model: self = .dynamic(.models)
        case .cassette: self = .dynamic(.cassettes)
        case .session: self = .dynamic(.sessions)
        case .provider: self = .dynamic(.providers)
        case .speed: self = .words(["instant", "realtime", "2x", "10x"])
        case .cuts: self = .words(["recorded", "event", "whole", "byte", "seed:1"])
        case .text, .url, .count, .number, .duration, .fault: self = .nothing
        }
    }
}

/// What the hidden command `__complete` lists.
enum DynamicValues: String, CaseIterable, Sendable {
    case models, cassettes, sessions, providers
}

/// The command that asks the tool for values, inside a shell script.
enum DynamicCompletion {
    static func command(_ values: DynamicValues) -> String { "lm-cli __complete \(values.rawValue)" }
}
