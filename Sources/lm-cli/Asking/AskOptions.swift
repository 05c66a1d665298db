/// The options that `ask` shares with the other commands that send a prompt.
enum AskOptions {
    private static let modelOptions = ModelOptions.bindings.compactMap(\.option)
    static let model = modelOptions[0]
    static let effort = modelOptions[1]
    static let system = modelOptions[2]
    static let usage = OptionSpec(.usage, short: "u", .on, "Tokens, cost and time on standard error.")

    private static let asking = [
        model, effort, system,
        OptionSpec(
            .attach, short: "a", .values("file", .file), "Image file, URL or \"-\". label=file names it."),
        OptionSpec(.file, short: "f", .values("file", .file), "Text file, URL or \"-\", added before the prompt."),
        usage,
        OptionSpec(.prompt, short: "p", .values("text", .text), "Words of the prompt.", isHidden: true),
    ]

    /// What is asked, and of whom.
    static let everyday = OptionGroup(title: "EVERYDAY", options: asking)

    /// The same where the reply is printed and nothing else is made of it.
    static let printed = OptionGroup(title: "EVERYDAY", options: asking + extraction)

    static let extraction = [
        OptionSpec(.extract, short: "x", .on, "Print only the first code block of the reply."),
        OptionSpec(.extractLast, .on, "Print only the last code block."),
    ]

    static let conversation = OptionGroup(
        title: "CONVERSATION",
        options: [
            OptionSpec(.proceed, short: "c", .on, "Go on from the last conversation."),
            OptionSpec(.resume, short: "r", .value("id", .session), "Go on from this conversation."),
            OptionSpec(.fork, .on, "With -c or -r: keep what is added as a conversation of its own."),
            OptionSpec(.save, .off, "Do not keep the conversation."),
        ])

    static let output = OptionGroup(
        title: "OUTPUT",
        options: [
            OptionSpec(
                .output, short: "o", .value("file", .file), "Write the reply there (written whole, or not at all)."),
            OptionSpec(.json, .on, "One JSON value in place of the text."),
            OptionSpec(.events, .on, "A JSON line for each event."),
            OptionSpec(.deterministic, .on, "With --events: leave out what differs from run to run."),
            schema,
            OptionSpec(.plain, .on, "The text as the model wrote it, also on a terminal."),
            OptionSpec(.markdown, .on, "Rendered text, also to a pipe."),
            reasoning,
            OptionSpec(.stream, .off, "Print only when complete."),
        ])

    static let schema = OptionSpec(
        .schema, .value("spec", .text),
        "Ask for JSON of this shape: a file, JSON Schema, or words such as \"name, age int\" (help schema).")

    static let toolEnvironment = OptionSpec(
        .toolEnvironment, .values("name", .text), "A variable that looks like a key, and that tool programs get.")

    static let tools = OptionGroup(
        title: "TOOLS",
        options: [
            OptionSpec(
                .tool, .values("name", .file), "Offer a built-in tool, or a program that speaks JSON (help tools)."),
            toolEnvironment,
            OptionSpec(
                .approve, .value("how", .choice(ToolApproval.allCases.map(\.rawValue))), "ask, auto or never.",
                default: "ask; never without a terminal"),
            OptionSpec(
                .maxToolCalls, .value("n", .count(0...1000)), "Stop after n calls.",
                default: "\(ToolDesk.standardLimit)"),
        ])

    static let cassettes = OptionGroup(
        title: "CASSETTES",
        options: [
            OptionSpec(.record, .value("cassette", .cassette), "Also write the exchange to a cassette."),
            OptionSpec(.replay, .value("cassette", .cassette), "Answer from a cassette; the network is not used."),
            OptionSpec(.force, .on, "With --record: replace an existing cassette."),
            OptionSpec(.dryRun, short: "n", .on, "Show the request that would be sent, secrets removed."),
        ])

    private static let serverOptions = ServerOptions.bindings.compactMap(\.option)

    /// Which server is meant.
    static let server = OptionGroup(title: "SERVER", options: serverOptions)

    static let limits = OptionGroup(
        title: "SERVER AND LIMITS",
        options: serverOptions + [
            OptionSpec(.totalTimeout, .value("s", .duration), "Give up after so long, whatever comes."),
            OptionSpec(
                .retries, .value("n", .count(0...100)), "Try again so often, before the first word.", default: "2"),
            OptionSpec(.maxWait, .value("s", .duration), "The longest wait before another try.", default: "30"),
            budget,
            OptionSpec(.stdin, .off, "Do not read standard input."),
        ])

    static let budget = OptionSpec(
        .budget, .value("usd", .number(0...1_000_000)),
        "Stop when the reply has cost about so many US dollars; tokens under way are counted from their text.")

    static let reasoning = OptionSpec(
        .reasoning, .value("how", .choice(ReasoningDisplay.allCases.map(\.rawValue))), "show, summary or hide.",
        default: "summary on a terminal, else hide")

    static let sampling = OptionGroup(
        title: "SAMPLING",
        options: [
            OptionSpec(.temperature, .value("t", .number(0...2)), "From 0, always the likeliest word, to 2."),
            OptionSpec(.topP, .value("p", .number(0...1)), "Only words that together reach this probability."),
            OptionSpec(.topK, .value("k", .count(1...(.max))), "Only the k likeliest words."),
            OptionSpec(.maxTokens, .value("n", .count(1...(.max))), "The most tokens of the reply."),
            OptionSpec(
                .option, .values("k=v", .text), "Another member of the request's JSON; a.b=v sets one inside another."),
        ])

    static let prompt = ArgumentSpec(
        "prompt", .any, .text, "Words of the prompt. \"-\" reads it from standard input.")

    /// The exit codes that a prompt mostly ends with.
    static let exits: [ExitCode] = [.success, .usage, .data, .noInput, .unavailable, .cutOff, .tryLater, .key]
}
