import LMReplay

/// `lm-cli replay`: a cassette or a saved event stream, played offline through the whole stack.
enum ReplayCommand {
    /// What a recording is shown as.
    enum View: String, CaseIterable, Sendable {
        case reply, wire, events, chat, headers
    }

    static let spec: CommandSpec = CommandSpec(
        name: "replay",
        summary: "Play a cassette, or the body of an event stream as curl -N saves it. The network is not used.",
        discussion: [
            "With a command, the cassette answers the command's requests: it gets an address on this machine as its base URL. "
                + "Its exit code is the one of replay, or 4 where it asked for something that is not on the cassette."
        ],
        usage: ["<cassette> [OPTIONS]", "<cassette> [OPTIONS] -- CMD [ARG ...]"],
        arguments: [
            ArgumentSpec(
                "cassette", .one, .cassette,
                "A cassette, its bare name, or a .sse file. \"-\" reads an event stream from standard input."),
            ArgumentSpec("cmd", .command, .text, "A command whose requests are answered from the cassette."),
        ],
        groups: [
            OptionGroup(
                title: "OPTIONS",
                options: [
                    OptionSpec(
                        .view, .value("view", .choice(View.allCases.map(\.rawValue))),
                        "reply, wire, events, chat or headers.", default: "reply"),
                    PlaybackOptions.speed(default: "instant; realtime on a terminal"),
                    OptionSpec(
                        .only, .value("n", .text), "One exchange, by its number or the beginning of its response's id."),
                    OptionSpec(
                        .from, .value("where", .text), "Start at an event, such as 3, or at a time, such as 1.5s."),
                    OptionSpec(.to, .value("where", .text), "Stop behind an event or at a time."),
                    OptionSpec(.maxGap, .value("s", .duration), "Shorten longer silences to this."),
                    OptionSpec(
                        .wire, .value("name", .choice(Wire.allCases.map(\.rawValue))),
                        "The API that the answers are of.", default: "what they look like"),
                    OptionSpec(.json, .on, "One JSON value in place of the text."),
                    OptionSpec(.deterministic, .on, "With --as events: leave out what differs from run to run."),
                    AskOptions.reasoning,
                    OptionSpec(.plain, .on, "The text as the model wrote it, also on a terminal."),
                    OptionSpec(.markdown, .on, "Rendered text, also to a pipe."),
                    OptionSpec(.usage, short: "u", .on, "Tokens, cost and time on standard error."),
                ]),
            OptionGroup(
                title: "WITH A COMMAND",
                options: [
                    OptionSpec(
                        .match, .value("fields", .text),
                        "What must agree: \(ValueKind.list(MatchFields.names, last: "and")), with commas between.",
                        default: "all but what differs from run to run"),
                    OptionSpec(
                        .onMiss, .value("how", .choice(ReplayedProgram.OnMiss.allCases.map(\.rawValue))),
                        "fail, forward or record: what is done with a request that is not on the cassette.",
                        default: "fail"),
                    ProgramVariables.option, RecordingOptions.redact, RecordingOptions.keepPartial,
                ]),
            PlaybackOptions.faults,
        ],
        examples: [
            "lm-cli replay hello", "lm-cli replay hello --speed 4x --max-gap 1s",
            "lm-cli replay weather -- swift test --filter Weather",
            "lm-cli replay reply.sse --as events | jq -r 'select(.type==\"text.delta\").text'",
        ],
        exits: [.success, .replayMiss, .usage, .data, .noInput, .cutOff, .protocolViolation],
        action: .task(run))

    @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let arguments = invocation.arguments
        let view = arguments.value(.view).flatMap(View.init) ?? .reply
        if arguments.isOn(.json), view != .reply {
            throw CLIError.usage("--json goes with --as reply, not \(view.rawValue).", hint: "Leave out one of them.")
        }
        guard arguments.command.isEmpty else {
            return try await ReplayedProgram(invocation, name: arguments.words[0]).run()
        }
        for option in [OptionName.onMiss, .match, .env] where arguments.value(option) != nil {
            throw CLIError.usage(
                "--\(option.rawValue) goes with a command.", hint: "Such as: lm-cli replay CASSETTE -- ./app")
        }
        try PresenterFactory.check(arguments)
        let recording = try Recording.load(arguments.words[0], standardInput: invocation.standardInput)
        for warning in recording.warnings { invocation.console.warn("\(recording.name) \(warning)") }
        let interactions = try chosen(recording, arguments)
        guard !interactions.isEmpty else { throw CLIError(.data, "\(recording.name) has no exchanges.") }
        return try await Player(invocation, recording: recording, view: view).play(interactions)
    }

    private static func chosen(_ recording: Recording, _ arguments: ParsedArguments) throws(CLIError) -> [Interaction] {
        var interactions = recording.interactions
        if let name = arguments.value(.only) {
            interactions = interactions.filter { interaction in
                Int(name) == interaction.number || Int(name) == nil && interaction.responseID?.hasPrefix(name) == true
            }
            guard interactions.count == 1 else {
                throw CLIError(
                    .noInput,
                    "\(recording.name) has \(interactions.isEmpty ? "no" : "more than one") exchange \(name).",
                    hint: "It has \(recording.interactions.count): 1 to \(recording.interactions.count).")
            }
        }
        if let limit = arguments.duration(.maxGap) { interactions = interactions.map { $0.shorteningGaps(to: limit) } }
        let range = try ExcerptRange(arguments)
        return range.isWhole ? interactions : interactions.map { $0.excerpt(range) }
    }
}
