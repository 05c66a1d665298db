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
    /// How many tools a reply may call.
    var maximumToolCalls: Int
    /// How long everything may take.
    var totalTimeout: Duration?
    /// The most that may be spent, in ticks of 10⁻¹⁰ US dollars.
    var budget: Int64?
    /// What the requests hold besides.
    var requestOptions: RequestOptions
    /// The shape that the reply is to have.
    var schema: GenerationSchema?

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
        maximumToolCalls = arguments.int(.maxToolCalls) ?? ToolDesk.standardLimit
        totalTimeout = arguments.duration(.totalTimeout)
        budget = arguments.double(.budget).map { Int64(Int(saturating: $0 * 1e10)) }
        requestOptions = try RequestOptions(arguments.all(.option))
        schema = try arguments.value(.schema).map { text throws(CLIError) in
            try SchemaSpec.schema(text, environment: environment)
        }
    }

    private static func samplingMode(_ arguments: ParsedArguments) throws(CLIError) -> GenerationOptions.SamplingMode? {
        switch (arguments.double(.topP), arguments.int(.topK)) {
        case (nil, nil): return nil
        case (let threshold?, nil): return .random(probabilityThreshold: threshold)
        case (nil, let count?): return .random(top: count)
        case (_?, _?): throw .usage("--top-p and --top-k cannot be combined.", hint: "Leave out one of them.")
        }
    }

    /// Asks a session a prompt, with these settings.
    nonisolated(nonsending) func ask(_ prompt: Prompt, of session: LanguageModelSession) async throws {
        if let schema {
            _ = try await session.respond(
                to: prompt, schema: schema, options: options, contextOptions: contextOptions)
        } else {
            _ = try await session.respond(to: prompt, options: options, contextOptions: contextOptions)
        }
    }
}
