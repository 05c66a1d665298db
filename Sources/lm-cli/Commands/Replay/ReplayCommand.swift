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
        arguments: [
            ArgumentSpec(
                "cassette", .one, .cassette,
                "A cassette, its bare name, or a .sse file. \"-\" reads an event stream from standard input.")
        ],
        groups: [
            OptionGroup(
                title: "OPTIONS",
                options: [
                    OptionSpec(
                        .view, .value("view", .choice(View.allCases.map(\.rawValue))),
                        "reply, wire, events, chat or headers.", default: "reply"),
                    OptionSpec(
                        .speed, .value("s", .speed), "instant, realtime, or a factor such as 4x.",
                        default: "instant; realtime on a terminal"),
                    OptionSpec(.only, .value("n", .count(1...(.max))), "One exchange, by its number."),
                    OptionSpec(.maxGap, .value("s", .duration), "Shorten longer silences to this."),
                    OptionSpec(.json, .on, "One JSON value in place of the text."),
                    OptionSpec(.deterministic, .on, "With --as events: leave out what differs from run to run."),
                    AskOptions.reasoning,
                    OptionSpec(.plain, .on, "The text as the model wrote it, also on a terminal."),
                    OptionSpec(.markdown, .on, "Rendered text, also to a pipe."),
                    OptionSpec(.usage, short: "u", .on, "Tokens, cost and time on standard error."),
                ])
        ],
        examples: [
            "lm-cli replay hello", "lm-cli replay hello --speed 4x --max-gap 1s",
            "lm-cli replay reply.sse --as events | jq -r 'select(.type==\"text.delta\").text'",
        ],
        exits: [.success, .usage, .data, .noInput, .cutOff, .protocolViolation],
        action: .task(run))

    @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let arguments = invocation.arguments
        let view = arguments.value(.view).flatMap(View.init) ?? .reply
        if arguments.isOn(.json), view != .reply {
            throw CLIError.usage("--json goes with --as reply, not \(view.rawValue).", hint: "Leave out one of them.")
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
        if let number = arguments.int(.only) {
            interactions = interactions.filter { $0.number == number }
            guard !interactions.isEmpty else {
                throw CLIError(
                    .noInput, "\(recording.name) has no exchange \(number).",
                    hint: "It has \(recording.interactions.count): 1 to \(recording.interactions.count).")
            }
        }
        guard let limit = arguments.duration(.maxGap) else { return interactions }
        return interactions.map { $0.shorteningGaps(to: limit) }
    }
}
