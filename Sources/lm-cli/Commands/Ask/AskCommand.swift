import LMReplay

/// `lm-cli ask`: one question, one answer.
enum AskCommand {
    static let spec: CommandSpec = CommandSpec(
        name: "ask",
        summary: "Send one prompt and print the reply.",
        discussion: ["Piped input is placed before the prompt. Output to a pipe is the plain text, unrendered."],
        arguments: [AskOptions.prompt],
        groups: [
            AskOptions.everyday, output,
            OptionGroup(
                title: "CASSETTES",
                options: [
                    OptionSpec(.record, .value("cassette", .cassette), "Also write the exchange to a cassette."),
                    OptionSpec(
                        .replay, .value("cassette", .cassette), "Answer from a cassette; the network is not used."),
                    OptionSpec(.force, .on, "With --record: replace an existing cassette."),
                    OptionSpec(
                        .dryRun, short: "n", .on, "Show the request that would be sent, secrets removed."),
                ]),
            AskOptions.limits, AskOptions.sampling,
        ],
        exits: AskOptions.exits,
        action: .task(run))

    private static let output = OptionGroup(
        title: "OUTPUT",
        options: [
            OptionSpec(
                .output, short: "o", .value("file", .file), "Write the reply there (written whole, or not at all)."),
            OptionSpec(.json, .on, "One JSON value in place of the text."),
            OptionSpec(.events, .on, "A JSON line for each event."),
            OptionSpec(.deterministic, .on, "With --events: leave out what differs from run to run."),
            OptionSpec(.plain, .on, "The text as the model wrote it, also on a terminal."),
            OptionSpec(.markdown, .on, "Rendered text, also to a pipe."),
            AskOptions.reasoning,
            OptionSpec(.stream, .off, "Print only when complete."),
        ])

    @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let arguments = invocation.arguments
        try PresenterFactory.check(arguments)
        if arguments.value(.record) != nil, arguments.value(.replay) != nil {
            throw CLIError.usage("--record and --replay cannot be combined.", hint: "Leave out one of them.")
        }
        let isSent = arguments.value(.replay) == nil && !arguments.isOn(.dryRun)
        let choice = try ModelChoice(arguments, environment: invocation.environment, isSent: isSent)
        let settings = try AskSettings(arguments, environment: invocation.environment, effort: choice.effort)
        let prompt = try PromptCollector(invocation).collect()
        if arguments.isOn(.dryRun) { return try await DryRun(invocation, choice, settings).show(prompt) }

        let file = try arguments.value(.output).flatMap { path throws(CLIError) in
            path == "-" ? nil : try FileOutput(path: path, unique: String(Platform.processIdentifier))
        }
        let route = try Self.route(arguments)
        for chip in prompt.chips { invocation.console.note(chip) }
        let runner = AskRunner(choice: choice, settings: settings, route: route, invocation: invocation)
        let presenter = PresenterFactory.presenter(
            invocation, output: file ?? invocation.console, model: choice.name)
        return try await RecordingEnd(route: route, console: invocation.console, keepsPartial: false).after {
            do {
                _ = try await runner.run(prompt, presenter: presenter)
                try file?.commit()
            } catch {
                if let kept = file?.keepPartial() { invocation.console.warn("what came is in \(kept).") }
                throw error
            }
            return .success
        }
    }

    private static func route(_ arguments: ParsedArguments) throws(CLIError) -> AskRunner.Route {
        if let name = arguments.value(.replay) {
            let cassette = try CassetteFailure.rethrowing { () throws(CassetteError) in
                try Cassette(contentsOf: CassetteName.path(name))
            }
            let command = "lm-cli record --force -o \(CassetteName.newPath(name)) PROMPT …"
            return .replay(ReplayTransport(cassette, options: .init(name: name, recordCommand: command)))
        }
        if let path = arguments.value(.record) {
            return try RecordingEnd.route(
                path: CassetteName.newPath(path), replaces: arguments.isOn(.force), keepsPartial: false)
        }
        return .network
    }
}
