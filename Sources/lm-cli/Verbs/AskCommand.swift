import LMProtocol
import LMReplay

/// `lm-cli ask`: one question, one answer.
enum AskCommand {
    static let spec: CommandSpec = CommandSpec(
        name: "ask",
        summary: "Send one prompt and print the reply.",
        discussion: [
            "Piped input is placed before the prompt. Output to a pipe is the plain text, unrendered. A long text comes through a "
                + "pipe or a file: an argument holds 128 KiB at most."
        ],
        arguments: [AskOptions.prompt],
        groups: [
            AskOptions.printed, AskOptions.conversation, AskOptions.output, AskOptions.tools, AskOptions.cassettes,
            AskOptions.limits,
            AskOptions.sampling,
        ],
        exits: AskOptions.exits,
        action: .task(run))

    @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let arguments = invocation.arguments
        let environment = invocation.environment
        try PresenterFactory.check(arguments)
        let isSent = arguments.value(.replay) == nil && !arguments.isOn(.dryRun)
        let origin = try SessionChoice.origin(arguments, environment)
        let choice = try ModelChoice(
            ModelOptions(arguments), ServerOptions(arguments), invocation.providers, isSent: isSent,
            origin: origin?.heading.origin)
        choice.tell(invocation)
        let settings = try AskSettings(arguments, environment: environment, effort: choice.effort)
        let prompt = try await PromptCollector.collect(invocation)
        let transcript = origin?.transcript.withoutUnansweredPrompt ?? Transcript()
        if arguments.isOn(.dryRun) {
            return try await DryRun(invocation, choice, settings).show(prompt, after: transcript)
        }
        let flow = AskFlow(
            invocation: invocation, choice: choice, settings: settings,
            route: try RouteChoice.route(arguments), transcript: transcript,
            draft: try SessionChoice.draft(arguments, environment, origin: origin), parts: prompt)
        return try await flow.ask(prompt.prompt)
    }
}
