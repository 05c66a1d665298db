/// The names in a transcript's coded form.
enum TranscriptCoding {
    static let type = "FoundationModels.Transcript"
    static let version = "1.1"
    /// The versions that can be read; the first of all wrote a number.
    static let readableVersions: Set<String> = ["1", "1.0", "1.1"]

    static func name(of mode: GenerationOptions.ToolCallingMode) -> String {
        switch mode.kind {
        case .allowed: "allowed"
        case .required: "required"
        case .disallowed: "disallowed"
        case .requiredTool(let name): "required:\(name)"
        }
    }

    static func mode(_ name: String) -> GenerationOptions.ToolCallingMode? {
        if name.hasPrefix("required:") { return .required(String(name.dropFirst("required:".count))) }
        return [.allowed, .required, .disallowed].first { self.name(of: $0) == name }
    }

    /// A custom level stands under its own name, but for one that has the name of a level.
    static func name(of level: ContextOptions.ReasoningLevel) -> String {
        switch level {
        case .light: "light"
        case .moderate: "moderate"
        case .deep: "deep"
        case .custom(let name):
            ["light", "moderate", "deep"].contains(name) || name.hasPrefix("custom:") ? "custom:\(name)" : name
        }
    }

    static func level(_ name: String) -> ContextOptions.ReasoningLevel {
        switch name {
        case "light": .light
        case "moderate": .moderate
        case "deep": .deep
        default: .custom(name.hasPrefix("custom:") ? String(name.dropFirst("custom:".count)) : name)
        }
    }
}
