/// `lm-cli ask`: one question, one answer.
enum AskCommand {
    static let spec: CommandSpec = CommandSpec(
        name: "ask",
        summary: "Send one prompt and print the reply.",
        discussion: ["Piped input is placed before the prompt. Output to a pipe is the plain text, unrendered."],
        arguments: [AskOptions.prompt],
        groups: [
            AskOptions.everyday,
            OptionGroup(
                title: "OUTPUT",
                options: [
                    OptionSpec(
                        .output, short: "o", .value("file", .file),
                        "Write the reply there (written whole, or not at all)."),
                    OptionSpec(.json, .on, "One JSON value in place of the text."),
                    OptionSpec(.events, .on, "A JSON line for each event."),
                    OptionSpec(.deterministic, .on, "With --events: leave out what differs from run to run."),
                    OptionSpec(
                        .reasoning, .value("how", .choice(ReasoningDisplay.allCases.map(\.rawValue))),
                        "show, summary or hide.", default: "summary on a terminal, else hide"),
                    OptionSpec(.stream, .off, "Print only when complete."),
                ]),
            OptionGroup(
                title: "CASSETTES",
                options: [
                    OptionSpec(.record, .value("cassette", .cassette), "Also write the exchange to a cassette."),
                    OptionSpec(
                        .replay, .value("cassette", .cassette), "Answer from a cassette; the network is not used."),
                    OptionSpec(.force, .on, "With --record: replace an existing cassette."),
                    OptionSpec(.dryRun, short: "n", .on, "Show the request that would be sent, secrets removed."),
                ]),
            AskOptions.limits, AskOptions.sampling,
        ],
        exits: AskOptions.exits,
        action: .task(run))

    @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        _ = try PromptCollector(
            arguments: invocation.arguments, environment: invocation.environment,
            standardInput: invocation.standardInput, console: invocation.console
        ).collect()
        return .success
    }
}
