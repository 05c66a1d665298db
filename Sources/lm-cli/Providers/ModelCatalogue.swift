import LMGrok

/// The models that the tool knows by name: xAI's.
enum ModelCatalogue {
    /// Their names, for completion and suggestions.
    static var names: [String] { GrokModel.presets.map(\.name) }

    /// The efforts that a model takes, from least to most; `nil` where the model is not known.
    static func efforts(of name: String) -> [String]? {
        GrokModel.preset(named: name)?.supportedReasoningEfforts.map(\.rawValue)
    }

    /// The name that a text stands for: a name as it is, or a part of exactly one. A name that is not known is taken at its
    /// word, because the server may know it. Throws where several fit.
    static func resolve(_ text: String) throws(CLIError) -> String {
        if GrokModel.preset(named: text) != nil || GrokModel.retiredNames[text] != nil { return text }
        let wanted = letters(text)
        guard !wanted.isEmpty else {
            throw .usage("the model has no name.", hint: "Known: \(names.joined(separator: ", ")).")
        }
        if wanted == "grok4" { return GrokModel.grok4.name }
        // A name in full, or a display name, means that model even where others start alike.
        let exact = GrokModel.presets.filter { preset in
            [wanted, "grok" + wanted].contains { $0 == letters(preset.displayName) || $0 == letters(preset.name) }
        }
        if exact.count == 1 { return exact[0].name }
        let matches = GrokModel.presets.filter { preset in
            letters(preset.name).hasPrefix(wanted) || letters(preset.name).hasPrefix("grok" + wanted)
                || letters(preset.displayName).hasPrefix(wanted)
        }
        switch matches.count {
        case 0: return text
        case 1: return matches[0].name
        default:
            throw .usage(
                "\"\(text)\" stands for several models: \(matches.map(\.name).joined(separator: ", ")).",
                hint: "Name one of them in full.")
        }
    }

    /// A name without what people leave out of one.
    private static func letters(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
