import LMProtocol
import LMReplay

/// A conversation with a person, turn by turn. What was shown is never redrawn.
final class Chat {
    let invocation: Invocation
    let input: any ChatInput
    let signals: ChatSignals
    let stop: StopSignal
    let transport: SwitchTransport
    let relay = RunRelay()
    var choice: ModelChoice
    var settings: AskSettings
    var draft: SessionDraft?
    var session: LanguageModelSession
    /// The tools by name, and whether the model is offered each.
    var tools: [(tool: any Tool, isOn: Bool)]
    var desk: ToolDesk?
    /// What goes with the next message.
    var attachments: [PromptParts.Part] = []
    /// What the whole chat may cost; `nil` where nothing limits it.
    let spending: SpendingLimit?
    var recorder: (recorder: CassetteRecorder, path: String)?
    /// What all replies of the chat took, those that were taken back too.
    private(set) var used: Usage?
    var lastEnding = SavedConversation.Ending.complete
    var lastFailure: CLIError?
    private var title: String?
    private var isOver = false

    var console: Console { invocation.console }

    init(
        _ invocation: Invocation, input: any ChatInput, signals: ChatSignals, stop: StopSignal,
        transport: SwitchTransport, choice: ModelChoice, settings: AskSettings, draft: SessionDraft?, tools: [any Tool]
    ) throws(CLIError) {
        self.invocation = invocation
        self.input = input
        self.signals = signals
        self.stop = stop
        self.transport = transport
        self.choice = choice
        self.settings = settings
        self.draft = draft
        self.tools = tools.map { ($0, true) }
        spending = try settings.budget.map { limit throws(CLIError) in try SpendingLimit(limit, model: choice.name) }
        session = LanguageModelSession(model: UnaskedBackend())
        restart(from: (draft?.transcript ?? Transcript()).instructed(settings.instructions))
    }

    // MARK: The session

    /// Makes a session of the present model, tools and conversation.
    func restart(from transcript: Transcript) {
        let relay = relay
        let service = choice.service
        let attempts = settings.maximumAttempts
        let backend = Self.observed(
            choice.backend(transport: transport, options: settings.requestOptions), settings: settings
        ) { retry in
            relay.run?.observe(
                RetryNotice(
                    attempt: retry.attempt, maximumAttempts: attempts, delay: retry.delay,
                    reason: FailureReport(service: service, record: ReplyRecord()).cause(of: retry.failure),
                    kind: retry.failure.category.name))
        } events: {
            try relay.run?.observe($0)
        }
        let offered = tools.filter(\.isOn).map(\.tool)
        desk = offered.isEmpty ? nil : makeDesk(offered)
        let limited = spending.map { backend.limited(by: $0) } ?? backend
        session = LanguageModelSession(model: limited, tools: desk?.sessionTools ?? [], transcript: transcript)
        session.transcriptErrorHandlingPolicy = .preserveTranscript
        if let desk {
            session.toolCallingPolicy = desk.policy
        } else {
            session.toolCallingPolicy.maximumRounds = settings.maximumToolCalls
        }
    }

    private struct Retry {
        var attempt: Int
        var delay: Duration
        var failure: any LanguageModelFailure
    }

    private static func observed(
        _ base: some LanguageModelBackend, settings: AskSettings, retries: @escaping @Sendable (Retry) -> Void,
        events: @escaping @Sendable ([GenerationEvent]) throws -> Void
    ) -> any LanguageModelBackend {
        RetryingBackend(
            base, policy: .init(maximumAttempts: settings.maximumAttempts, maximumDelay: settings.maximumWait),
            onRetry: { retries(Retry(attempt: $0.attempt, delay: $0.delay, failure: $0.failure)) }
        ).tapped(events)
    }

    private func makeDesk(_ tools: [any Tool]) -> ToolDesk {
        let arguments = invocation.arguments
        let approval = arguments.value(.approve).flatMap(ToolApproval.init) ?? .ask
        let input = input
        let notation = console.typography.notation
        return ToolDesk(
            tools: tools, approval: approval, limit: arguments.int(.maxToolCalls) ?? ToolDesk.standardLimit,
            console: console, time: invocation.time
        ) { call in
            let question = TerminalApproval.question(call.toolName, call.arguments.json.text(), notation: notation)
            while let key = await input.key(after: "· " + question) {
                if let answer = TerminalApproval.answer(key) { return answer }
            }
            return .refuse
        }
    }

    // MARK: The loop

    /// Talks until the person leaves. Gives how the process ends.
    nonisolated(nonsending) func run(first: String?) async throws -> ExitStatus {
        greet()
        if let first, !first.isEmpty { try await take(first) }
        while !isOver, signals.leaving == nil {
            switch await input.next() {
            case .line(let line): try await take(line)
            case .end: isOver = true
            case .interrupt:
                if signals.interruptedWhileIdle() {
                    isOver = true
                } else {
                    console.hint("Ctrl-C again or Ctrl-D leaves")
                }
            case .edit(let text): try await editMessage(text)
            }
        }
        await stopRecording()
        if let signal = signals.leaving { return .signal(signal) }
        if let lastFailure, !invocation.standardInput.isTerminal { return .code(lastFailure.code) }
        return .success
    }

    private func greet() {
        var parts = [choice.name]
        if let effort = choice.effort { parts.append("effort \(effort)") }
        if let cassette = invocation.arguments.value(.replay) {
            parts.append("answers come from \(cassette)")
        } else if let source = choice.server.key.source {
            parts.append("key: \(source)")
        }
        if let origin = draft?.origin { parts.append("going on with \"\(origin.heading.title)\"") }
        console.note((parts + ["/help"]).joined(separator: " · "))
    }

    /// Takes a line that was typed.
    nonisolated(nonsending) func take(_ line: String) async throws {
        do throws(CLIError) {
            switch SlashCommand.parse(line) {
            case .nothing: break
            case .message(let text):
                if text.trimmingWhitespace == "r", lastEnding != .complete {
                    await retry(model: nil)
                } else if try !attachDroppedImage(text) {
                    await say(text)
                }
            case .command(.quit, _): isOver = true
            case .command(let command, let argument): try await perform(command, argument)
            case .unknown(let word):
                if try !attachDroppedImage(line) { explainUnknown(word) }
            }
        } catch {
            console.report(error)
            lastFailure = error
        }
        if let failure = outputFailure { throw failure }
    }

    private func explainUnknown(_ word: String) {
        let suggestion =
            SlashCommand.suggestion(for: word).map { "Did you mean /\($0.rawValue)?" } ?? "/help lists what there is."
        console.warn("there is no command /\(word), and nothing was sent. \(suggestion)")
    }

    /// A path that was dropped onto the terminal attaches its image, where it is one.
    private func attachDroppedImage(_ line: String) throws(CLIError) -> Bool {
        let text = line.trimmingWhitespace
        guard text.hasPrefix("/") || text.hasPrefix("'/") || text.hasPrefix("file://"), !text.contains("\n") else {
            return false
        }
        let path = PathInput.path(text, environment: invocation.environment)
        guard FileDescriptor.isRegularFile(path), let bytes = try? FileInput.read(path), ImageFormat(bytes) != nil
        else {
            return false
        }
        attach(.image(try ImageInput(label: nil, name: PathInput.fileName(path), bytes: bytes)))
        return true
    }

    func attach(_ part: PromptParts.Part) {
        attachments.append(part)
        let parts = PromptParts(parts: [part])
        for chip in parts.chips { console.hint(chip) }
    }

    // MARK: Replies

    private var outputFailure: SystemError?

    /// Sends a message with what is attached.
    nonisolated(nonsending) func say(_ text: String) async {
        let parts = PromptParts(parts: attachments + [.text(text, origin: .words)])
        attachments = []
        await reply(to: parts.prompt)
    }

    /// Asks a prompt and shows the reply. What becomes of it is kept.
    nonisolated(nonsending) func reply(to prompt: Prompt) async {
        var service = choice.service
        service.isKept = false
        let presenter = ChatPresenter.make(invocation, model: choice.name)
        let run = ReplyRun(presenter: presenter, service: service, interruption: invocation.interruption)
        relay.begin(run)
        desk?.begin { try run.observe(toolResult: $0, name: $1, output: $2) }
        stop.reset()
        signals.setReplying(true)
        let failure = await ReplyRace(input: input, stop: stop).run { [session, settings, choice] in
            try await run.run {
                _ = try await session.respond(
                    to: prompt, options: settings.options,
                    contextOptions: ContextOptions(reasoningLevel: choice.effort.map { .custom($0) }))
            }
        }
        signals.setReplying(false)
        finish(run.record, failure)
    }

    private func finish(_ record: ReplyRecord, _ failure: (any Error)?) {
        lastEnding = .complete
        lastFailure = nil
        if let usage = record.usage { used = used.map { $0 + usage } ?? usage }
        switch failure {
        case nil: break
        case let presented as PresentedFailure where stop.isRaised:
            lastEnding = .stopped
            lastFailure = presented.failure
            let count = record.wordCount
            console.hint("stopped — \(count) word\(count == 1 ? "" : "s") kept. r retries.")
        case let presented as PresentedFailure:
            lastEnding = .failed
            lastFailure = presented.failure
            console.report(presented.failure)
            if invocation.standardInput.isTerminal { console.hint("r tries again.") }
        case let error as SystemError: outputFailure = error
        case let error?: console.report(FailureReport.error(for: error))
        }
        keep(record.usage)
    }

    /// Writes the conversation to its file.
    func keep(_ usage: Usage?) {
        guard let draft else { return }
        let transcript = session.transcript.withoutUnansweredPrompt
        guard transcript.lastPromptIndex != nil || draft.origin != nil else { return }
        let saved = draft.saved(transcript, choice: choice, usage: usage, ending: lastEnding, title: title)
        do throws(CLIError) {
            try draft.store.save(saved)
        } catch {
            console.warn(error.message)
        }
        self.draft = SessionDraft(store: draft.store, origin: saved)
    }

    /// Gives the conversation a name.
    func rename(_ title: String) {
        self.title = title
        keep(nil)
    }

    /// Goes on with another conversation, or begins one.
    func change(to draft: SessionDraft?) {
        self.draft = draft
        title = nil
        lastEnding = .complete
        restart(from: draft?.transcript ?? Transcript())
    }
}
