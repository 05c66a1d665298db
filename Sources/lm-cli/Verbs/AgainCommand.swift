import LMProtocol

/// `lm-cli again`: the last question once more, with another model, effort or options.
enum AgainCommand {
    static let spec: CommandSpec = CommandSpec(
        name: "again",
        summary: "Ask the last question again, with another model or other options.",
        discussion: [
            "The prompt, its attachments and what was said before it are those of the last conversation, or of the one that "
                + "-r names. The new reply is kept as a conversation of its own."
        ],
        groups: [
            OptionGroup(
                title: "EVERYDAY",
                options: [
                    AskOptions.model, AskOptions.effort, AskOptions.system,
                    OptionSpec(.resume, short: "r", .value("id", .session), "Another conversation than the last."),
                    OptionSpec(.save, .off, "Do not keep the conversation."), AskOptions.usage,
                ] + AskOptions.extraction),
            AskOptions.output, AskOptions.tools, AskOptions.cassettes, AskOptions.limits, AskOptions.sampling,
        ],
        examples: ["lm-cli again -m grok-4.3", "lm-cli again -e high"],
        exits: AskOptions.exits,
        action: .task(run))

    @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let arguments = invocation.arguments
        let environment = invocation.environment
        try PresenterFactory.check(arguments)
        let store = SessionStore(environment: environment)
        let origin =
            try arguments.value(.resume).map { name throws(CLIError) in try store.load(store.resolve(name)) }
            ?? store.lastAsked()
        guard let prompt = origin.transcript.lastPrompt else {
            throw CLIError(.noInput, "the conversation \(origin.heading.id) has no prompt.")
        }
        let isSent = arguments.value(.replay) == nil && !arguments.isOn(.dryRun)
        let choice = try ModelChoice(
            ModelOptions(arguments), ServerOptions(arguments), invocation.providers, isSent: isSent,
            origin: origin.heading.origin)
        choice.tell(invocation)
        let settings = try AskSettings(arguments, environment: environment, effort: choice.effort)
        let transcript = origin.transcript.beforeLastPrompt
        let again = Prompt(segments: prompt.segments)
        if arguments.isOn(.dryRun) {
            return try await DryRun(invocation, choice, settings).show(again, chips: [], after: transcript)
        }
        let flow = AskFlow(
            invocation: invocation, choice: choice, settings: settings, route: try RouteChoice.route(arguments),
            transcript: transcript,
            draft: try SessionChoice.draft(arguments, environment, origin: origin, isFork: true))
        return try await flow.ask(again)
    }
}
