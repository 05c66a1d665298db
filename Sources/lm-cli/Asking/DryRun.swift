import LMProtocol

/// Shows the request that would be sent.
struct DryRun {
    private let invocation: Invocation
    private let choice: ModelChoice
    private let settings: AskSettings

    init(_ invocation: Invocation, _ choice: ModelChoice, _ settings: AskSettings) {
        self.invocation = invocation
        self.choice = choice
        self.settings = settings
    }

    /// Makes the request of a prompt and prints it.
    nonisolated(nonsending) func show(_ prompt: PromptParts, after transcript: Transcript) async throws -> ExitStatus {
        try await show(prompt.prompt, chips: prompt.chips, after: transcript)
    }

    /// Makes the request of a prompt and prints it.
    nonisolated(nonsending) func show(
        _ prompt: Prompt, chips: [String], after transcript: Transcript
    ) async throws -> ExitStatus {
        let transport = DryRunTransport()
        let session = LanguageModelSession(
            model: choice.backend(transport: transport, options: settings.requestOptions),
            transcript: transcript.instructed(settings.instructions))
        do {
            try await settings.ask(prompt, of: session)
        } catch {
            guard transport.request != nil else {
                throw FailureReport(service: choice.service, record: ReplyRecord()).error(for: error)
            }
        }
        guard let request = transport.request else { return .code(.software) }
        if invocation.isJSON {
            try invocation.console.write(json: RequestDescription.json(of: request))
        } else {
            for chip in chips { invocation.console.hint(chip) }
            let source = try ServerChoice(
                ServerOptions(invocation.arguments), invocation.providers,
                wanted: .init(
                    provider: choice.server.provider, address: choice.server.baseURL.url.absoluteString,
                    wire: choice.server.wire), isSent: true
            ).key.source
            try invocation.console.write(RequestDescription.text(of: request, keySource: source))
        }
        return .success
    }
}
