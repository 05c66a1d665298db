/// Which model is asked, and how hard it thinks.
struct ModelOptions: OptionValues {
    var model = Layered<String>()
    var effort = Layered<String>()
    var system: String?

    static let modelBinding: Declaration<Self>.Binding = .layered(
        \.model,
        OptionSpec(
            .model, short: "m", .value("name", .model),
            "Model, or a unique part of its name; PROVIDER/NAME says whose.", default: "grok-4.7"))
    static let bindings: [Declaration<Self>.Binding] = [
        modelBinding,
        .layered(
            \.effort,
            OptionSpec(
                .effort, short: "e", .value("level", .text),
                "How hard to think: none, low, medium, high, xhigh, as the model allows.")),
        .value(
            \.system, OptionSpec(.system, short: "s", .value("text", .text), "Instructions. @file reads a file.")),
    ]
    static let declaration = Declaration<Self>(groups: [.init(title: "MODEL", bindings: bindings)])
}

/// Which key wins where a saved one and one of the environment are there.
enum KeySource: String, CaseIterable, OptionValue { case saved, env }

/// Which of the ways to speak with a model a server understands.
enum Wire: String, CaseIterable, OptionValue {
    /// OpenAI's Responses API, which is xAI's too.
    case responses
    /// The Chat Completions API, which most servers offer.
    case chat
    /// Anthropic's Messages API.
    case messages
    /// Google's generateContent API.
    case gemini
}

/// Which server is asked, with which key.
struct ServerOptions: OptionValues {
    var baseURL: String?
    var provider: String?
    var wire: Wire?
    var keyFile: String?
    var keySource = KeySource.saved
    /// How long nothing may come.
    var timeout: Duration?

    static let bindings: [Declaration<Self>.Binding] = [
        .value(
            \.baseURL, OptionSpec(.baseURL, .value("url", .url), "Where the API is.", default: "the provider's own")),
        .value(
            \.provider,
            OptionSpec(
                .provider, .value("name", .provider),
                "Whose server it is: which wire, address and key apply (lm-cli help providers).",
                default: "by the model's name; else xai, or generic with another --base-url")),
        .value(
            \.wire,
            OptionSpec(
                .wire, .value("name", .choice(Wire.allCases.map(\.rawValue))),
                "responses, chat, messages or gemini: which API the server speaks.", default: "the provider's")),
        .value(\.keyFile, OptionSpec(.keyFile, .value("file", .file), "Read the API key from a file.")),
        .value(
            \.keySource,
            OptionSpec(
                .keySource, .value("which", .choice(KeySource.allCases.map(\.rawValue))),
                "saved or env: which key wins where both are there.", default: "saved")),
        .value(
            \.timeout,
            OptionSpec(.timeout, .value("s", .duration), "Give up when nothing comes for so long.", default: "600")),
    ]
    static let group = Declaration<Self>.Group(title: "SERVER", bindings: bindings)
    static let declaration = Declaration<Self>(groups: [group])
}
