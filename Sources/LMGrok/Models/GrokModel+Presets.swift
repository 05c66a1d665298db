import LMProtocol

extension GrokModel {
    /// The most capable Grok 4 model; at present ``grok4_7``. Use a preset with a version to stay with one model.
    public static let grok4 = grok4_7
    /// Grok 4.7.
    public static let grok4_7 = preset("grok-4.7")
    /// Grok 4.6.
    public static let grok4_6 = preset("grok-4.6")
    /// Grok 4.5.
    public static let grok4_5 = preset("grok-4.5")
    /// Grok 4.3: fast, with a context of a million tokens, and the only one whose reasoning can be turned off.
    public static let grok4_3 = preset("grok-4.3")
    /// Grok 4.20, which reasons with an effort of its own choice.
    public static let grok4_20 = preset("grok-4.20-reasoning")
    /// Grok 4.20 without reasoning.
    public static let grok4_20NonReasoning = preset("grok-4.20-non-reasoning")
    /// Grok Build 0.1, for agents that program. Always this version, unlike xAI's alias `grok-build-latest`.
    public static let grokBuild = preset("grok-build-0.1")

    /// Every preset once, in the order of a picker.
    public static let presets: [GrokModel] = GrokCatalogue.entries.map(GrokModel.init)

    /// The preset of a name or alias of xAI's API; `nil` where there is none. Some models are known here that are in no
    /// picker, such as `grok-4.20-multi-agent-0309`, which calls no tools of the app.
    ///
    /// A name that xAI retired has no preset: it still answers, with another model. See ``retiredNames``.
    public static func preset(named name: String) -> GrokModel? {
        GrokCatalogue.entry(named: name).map(GrokModel.init)
    }

    /// Names that xAI retired, and the name of the model that answers in their place.
    public static let retiredNames: [String: String] = Dictionary(
        uniqueKeysWithValues: GrokCatalogue.retired.map { ($0, GrokCatalogue.successor) })

    /// The name of a preset that someone may have meant by a name that is none; `nil` where nothing is like it.
    public static func suggestion(for name: String) -> String? {
        let names = (GrokCatalogue.entries + GrokCatalogue.unlisted).flatMap { [$0.name] + $0.aliases }
        return SimilarName.closest(to: name, among: names)
    }

    private static func preset(_ name: String) -> GrokModel { preset(named: name) ?? GrokModel(name: name) }

    private init(_ entry: GrokCatalogue.Entry) {
        var capabilities: [LanguageModelCapabilities.Capability] = [.vision, .guidedGeneration]
        if entry.callsTools { capabilities.append(.toolCalling) }
        if entry.reasons { capabilities.append(.reasoning) }
        self.init(
            name: entry.name, displayName: entry.displayName, contextSize: entry.contextSize,
            capabilities: LanguageModelCapabilities(capabilities),
            supportedReasoningEfforts: entry.efforts)
    }
}
