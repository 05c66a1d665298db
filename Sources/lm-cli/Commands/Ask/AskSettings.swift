import LMProtocol

/// How a prompt is answered: what `ask`, `record` and `again` share.
struct AskSettings: Sendable {
    var options: GenerationOptions
    var contextOptions: ContextOptions
    var instructions: String?
    /// How many tries there are at most.
    var maximumAttempts: Int
    /// The longest wait before another try.
    var maximumWait: Duration
    /// How long everything may take.
    var totalTimeout: Duration?

    /// Reads the settings from the options.
    init(_ arguments: ParsedArguments, environment: Environment, effort: String?) throws(CLIError) {
        options = GenerationOptions(
            samplingMode: try Self.samplingMode(arguments), temperature: arguments.double(.temperature),
            maximumResponseTokens: arguments.int(.maxTokens))
        contextOptions = ContextOptions(reasoningLevel: effort.map { .custom($0) })
        instructions = try arguments.value(.system).map { text throws(CLIError) in
            guard text.hasPrefix("@") else { return text }
            let path = PathInput.path(String(text.dropFirst()), environment: environment)
            return try TextInput.text(of: FileInput.read(path), named: path)
        }
        maximumAttempts = (arguments.int(.retries) ?? 2) + 1
        maximumWait = arguments.duration(.maxWait) ?? .seconds(30)
        totalTimeout = arguments.duration(.totalTimeout)
    }

    private static func samplingMode(_ arguments: ParsedArguments) throws(CLIError) -> GenerationOptions.SamplingMode? {
        switch (arguments.double(.topP), arguments.int(.topK)) {
        case (nil, nil): return nil
        case (let threshold?, nil): return .random(probabilityThreshold: threshold)
        case (nil, let count?): return .random(top: count)
        case (_?, _?): throw .usage("--top-p and --top-k cannot be combined.", hint: "Leave out one of them.")
        }
    }
}
