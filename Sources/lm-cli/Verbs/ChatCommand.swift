import LMReplay
import LMTransport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `lm-cli chat`: a conversation.
enum ChatCommand {
    static let spec: CommandSpec = CommandSpec(
        name: "chat",
        summary: "Talk to a model.",
        discussion: [
            "Replies stream and stay: nothing that was shown is redrawn. Ctrl-C or Esc stops a reply and keeps what came. "
                + "/help lists what else can be done. Without a terminal, each line of standard input is a message."
        ],
        arguments: [ArgumentSpec("prompt", .any, .text, "The first message.")],
        groups: [
            OptionGroup(
                title: "EVERYDAY",
                options: [
                    AskOptions.model, AskOptions.effort, AskOptions.system,
                    OptionSpec(.proceed, short: "c", .on, "Go on from the last conversation."),
                    OptionSpec(.resume, short: "r", .value("id", .session), "Go on from this conversation."),
                    OptionSpec(.fork, .on, "With -c or -r: keep what is added as a conversation of its own."),
                    OptionSpec(.save, .off, "Do not keep the conversation."), AskOptions.reasoning,
                    OptionSpec(.plain, .on, "The text as the model wrote it."),
                ]),
            AskOptions.tools,
            OptionGroup(
                title: "CASSETTES",
                options: [
                    OptionSpec(.record, .value("cassette", .cassette), "Also write the exchanges to a cassette."),
                    OptionSpec(.force, .on, "With --record: replace an existing cassette."),
                    OptionSpec(
                        .replay, .value("cassette", .cassette),
                        "Answer from a cassette, one exchange after another; the network is not used."),
                    OptionSpec(
                        .speed, .value("s", .speed), "With --replay: instant, realtime, or a factor such as 4x.",
                        default: "instant; realtime on a terminal"),
                ]),
            AskOptions.limits, AskOptions.sampling,
        ],
        examples: ["lm-cli chat", "lm-cli chat -m 4.3 \"What time is it in Tokyo?\" --tool current_time"],
        exits: [.success, .usage, .noInput, .key],
        action: .task(run))

    @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let arguments = invocation.arguments
        let environment = invocation.environment
        let isSent = arguments.value(.replay) == nil
        let origin = try SessionChoice.origin(arguments, environment)
        let cassette = try arguments.value(.replay).map { name throws(CLIError) -> Cassette in
            if let cassette = try BuiltInCassette.named(name) { return cassette }
            return try CassetteFailure.rethrowing { () throws(CassetteError) in
                try Cassette(contentsOf: CassetteName.path(name))
            }
        }
        let choice = try ModelChoice(
            ModelOptions(arguments), ServerOptions(arguments), invocation.providers, isSent: isSent,
            origin: origin?.heading.origin, recorded: cassette?.interactions.first?.model)
        if isSent, choice.server.key.source == nil, choice.server.isOwn {
            throw FailureReport.missingKey(choice.service)
        }
        choice.tell(invocation)
        try invocation.console.checkOutput()
        let settings = try AskSettings(arguments, environment: environment, effort: choice.effort)
        let tools = try ToolShelf.tools(
            arguments.all(.tool), environment: environment, variables: arguments.all(.toolEnvironment))
        let stop = StopSignal()
        let signals = ChatSignals(console: invocation.console, time: invocation.time, stop: stop)
        let input = try ChatInputChoice.input(invocation, stop: stop)
        defer { input.close() }
        invocation.interruption.onEnd { input.close() }
        invocation.interruption.handle { signals.receive($0, isInterrupt: $0 == SIGINT) }
        let chat = try Chat(
            invocation, input: input, signals: signals, stop: stop,
            transport: SwitchTransport(cassette.map { transport(invocation, answering: $0) } ?? NetworkTransport()),
            choice: choice, settings: settings,
            draft: try SessionChoice.draft(arguments, environment, origin: origin), tools: tools)
        if let name = arguments.value(.record) { try await chat.record(name) }
        return try await chat.run(first: arguments.words.joined(separator: " "))
    }

    /// Answers from a cassette.
    private static func transport(_ invocation: Invocation, answering cassette: Cassette) -> any HTTPTransport {
        let arguments = invocation.arguments
        let speed =
            arguments.value(.speed).flatMap { ReplaySpeed($0) }
            ?? (invocation.console.output.isTerminal ? .recorded : .instant)
        // Whatever is asked, the next exchange answers: what a person types differs from what was recorded.
        return ReplayTransport(
            cassette, options: .init(matcher: .any, speed: speed, name: arguments.value(.replay)))
    }
}
