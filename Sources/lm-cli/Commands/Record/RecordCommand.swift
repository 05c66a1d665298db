/// `lm-cli record`: real traffic into a cassette.
enum RecordCommand {
    static let spec: CommandSpec = CommandSpec(
        name: "record",
        summary: "Record real model traffic into a cassette.",
        discussion: [
            "The reply is shown as ask shows it. The cassette holds what went over the wire, to the byte, and no key."
        ],
        usage: ["-o <cassette> [OPTIONS] [PROMPT ...]"],
        arguments: [AskOptions.prompt],
        groups: [
            OptionGroup(
                title: "RECORDING",
                options: [
                    OptionSpec(
                        .output, short: "o", .value("cassette", .cassette),
                        "Where it goes. An existing one is kept unless --force; a failed recording never replaces it."),
                    OptionSpec(.force, .on, "Replace an existing cassette, once the new one is whole."),
                    OptionSpec(.keepPartial, .on, "Keep a recording whose stream broke, marked as such."),
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
        examples: ["lm-cli record -o hello.cassette.jsonl \"Say hello.\""],
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
        let choice = try ModelChoice(arguments, environment: invocation.environment, isSent: true)
        let settings = try AskSettings(arguments, environment: invocation.environment, effort: choice.effort)
        let prompt = try await PromptCollector.collect(invocation)
        let route = try RecordingEnd.route(
            name, replaces: arguments.isOn(.force), keepsPartial: arguments.isOn(.keepPartial))
        for chip in prompt.chips { invocation.console.note(chip) }
        let runner = AskRunner(choice: choice, settings: settings, route: route, invocation: invocation)
        let presenter = PresenterFactory.presenter(invocation, output: invocation.console, model: choice.name)
        return try await RecordingEnd(route: route, console: invocation.console).after {
            try await runner.run(prompt.prompt, presenter: presenter)
            return .success
        }
    }
}
