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
                    OptionSpec(
                        .reasoning, .value("how", .choice(ReasoningDisplay.allCases.map(\.rawValue))),
                        "show, summary or hide.", default: "summary on a terminal, else hide"),
                    OptionSpec(.usage, short: "u", .on, "Tokens, cost and time on standard error."),
                ])
        ],
        exits: [.success, .data, .noInput, .cutOff, .protocolViolation])
}
