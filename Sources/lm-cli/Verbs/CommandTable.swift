/// Every command of the tool. What is not here does not exist, and what is here is parsed, explained and completed alike.
enum CommandTable {
    /// The tool itself.
    static let root: CommandSpec = CommandSpec(
        name: "lm-cli",
        summary: "Ask language models from the shell, and record what the wire said.",
        groups: [globalOptions],
        subcommands: [
            AskCommand.spec, ChatCommand.spec, AgainCommand.spec, SessionsCommand.spec, RecordCommand.spec,
            ReplayCommand.spec, ServeCommand.spec, ProxyCommand.spec, CassetteCommand.spec,
            ModelsCommand.spec, KeysCommand.spec, ToolsCommand.spec,
            DemoCommand.spec, DoctorCommand.spec,
            CompletionsCommand.spec,
            ManCommand.spec,
            HelpCommand.spec,
            CompletionsCommand.dynamicSpec,
        ],
        topics: HelpTopic.allCases.map { ($0.rawValue, $0.summary) },
        examples: [
            "lm-cli ask \"Name three Swift web servers\"",
            "git diff | lm-cli ask \"review this\"",
            "lm-cli ask -a cat.jpg \"what breed?\"",
            "lm-cli record -o hello.cassette.jsonl \"Say hello.\"",
            "lm-cli replay hello.cassette.jsonl",
        ],
        action: .immediate { invocation in
            try invocation.console.write(HelpText.summaryScreen(of: root, width: invocation.console.output.columns))
            return .success
        })

    /// The options that every command takes.
    static let globalOptions = OptionGroup(
        title: "OPTIONS OF EVERY COMMAND",
        options: [
            OptionSpec(.help, short: "h", .on, "Show help for the command."),
            OptionSpec(.version, short: "V", .on, "Show the version."),
            OptionSpec(.quiet, short: "q", .on, "Say nothing but the answer, and errors."),
            OptionSpec(.verbose, short: "v", .on, "Say more: which model and key were picked, and why."),
            OptionSpec(
                .color, .value("when", .choice(ColorChoice.allCases.map(\.rawValue))), "Colour: auto, always or never.",
                default: "auto"),
            OptionSpec(.ascii, .on, "Draw with ASCII only."),
            OptionSpec(
                .config, .value("file", .file), "Your settings, in place of those in the configuration folder."),
            OptionSpec(.profile, .value("name", .text), "A set of settings by its name."),
            OptionSpec(.input, .off, "Never ask a person anything."),
            OptionSpec(.progress, .off, "No line that is rewritten; words instead."),
            OptionSpec(.width, .value("columns", .count(1...10_000)), "Lay out for this width.", isHidden: true),
            OptionSpec(.json, .on, "Print one JSON value, also for an error."),
        ])
}
