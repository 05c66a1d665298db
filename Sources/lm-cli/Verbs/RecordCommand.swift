/// `lm-cli record`: real traffic into a cassette.
enum RecordCommand {
    static let spec: CommandSpec = CommandSpec(
        name: "record",
        summary: "Record real model traffic into a cassette.",
        discussion: [
            "The reply to a prompt is shown as ask shows it. A command is run through a recording proxy on this machine: it "
                + "gets the proxy's address as its base URL, and its exit code is the one of record. The cassette holds what "
                + "went over the wire, to the byte, and no key."
        ],
        usage: ["-o <cassette> [OPTIONS] [PROMPT ...]", "-o <cassette> [OPTIONS] -- CMD [ARG ...]"],
        arguments: [
            AskOptions.prompt, ArgumentSpec("cmd", .command, .text, "A command whose requests are recorded."),
        ],
        groups: [
            OptionGroup(
                title: "RECORDING",
                options: [
                    OptionSpec(
                        .output, short: "o", .value("cassette", .cassette),
                        "Where it goes. An existing one is kept unless --force; a failed recording never replaces it."),
                    RecordingOptions.force, RecordingOptions.mode, RecordingOptions.keepPartial,
                    RecordingOptions.redact,
                    ProgramVariables.option,
                ]),
            AskOptions.everyday,
            OptionGroup(
                title: "OUTPUT",
                options: [
                    OptionSpec(.json, .on, "One JSON value in place of the text."),
                    OptionSpec(.events, .on, "A JSON line for each event."),
                    AskOptions.reasoning,
                ]),
            AskOptions.limits, AskOptions.sampling,
        ],
        examples: [
            "lm-cli record -o hello.cassette.jsonl \"Say hello.\"",
            "lm-cli record -o weather.cassette.jsonl -- swift test --filter Weather",
        ],
        exits: AskOptions.exits + [.cannotCreate],
        action: .task(run))

    @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let arguments = invocation.arguments
        try PresenterFactory.check(arguments)
        guard let name = arguments.value(.output) else {
            throw CLIError.usage(
                "record needs to know where the cassette goes.",
                hint: "Such as: lm-cli record -o hello.cassette.jsonl …")
        }
        if !arguments.command.isEmpty {
            guard arguments.words.isEmpty else {
                throw CLIError.usage(
                    "record takes a prompt or a command, not both.", hint: "The command stands behind --.")
            }
            return try await RecordedProgram.run(invocation, name: name)
        }
        let choice = try ModelChoice(
            ModelOptions(arguments), ServerOptions(arguments), invocation.providers, isSent: true)
        let settings = try AskSettings(arguments, environment: invocation.environment, effort: choice.effort)
        let prompt = try await PromptCollector.collect(invocation)
        let options = try RecordingOptions.recorder(invocation)
        let mode = RecordingOptions.mode(arguments)
        let route =
            try mode == .missing
            ? RecordingEnd.completing(name, options: options)
            : RecordingEnd.route(name, replaces: mode == .all, options: options)
        try invocation.console.checkOutput()
        for chip in prompt.chips { invocation.console.note(chip) }
        let runner = AskRunner(choice: choice, settings: settings, route: route, invocation: invocation)
        let presenter = PresenterFactory.presenter(invocation, output: invocation.console, model: choice.name)
        return try await RecordingEnd(
            route: route, console: invocation.console, keepsPartial: arguments.isOn(.keepPartial)
        ).after {
            try await runner.run(prompt.prompt, presenter: presenter)
            return .success
        }
    }
}
