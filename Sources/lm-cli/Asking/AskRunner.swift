import LMProtocol
import LMReplay
import LMTransport

/// Asks one prompt and shows the reply: what every command shares that sends one.
struct AskRunner: Sendable {
    /// What stands between the model and the network.
    enum Route: Sendable {
        case network
        case recording(CassetteRecorder, path: String)
        /// A cassette that answers what it can, and gets what it lacks.
        case completing(CassetteTransport, path: String)
        case replay(ReplayTransport)
    }

    let choice: ModelChoice
    let settings: AskSettings
    let route: Route
    let invocation: Invocation
    /// What was said before the prompt.
    var transcript = Transcript()
    /// Keeps the conversation; `nil` where it is not kept.
    var draft: SessionDraft?
    /// Runs the tools that the model may call; `nil` where it is offered none.
    var tools: ToolDesk?

    /// Asks, and shows the reply as a presenter does. Whatever becomes of it, the conversation is kept.
    ///
    /// Throws as ``ReplyRun/run(_:)`` does.
    nonisolated(nonsending) func run(_ prompt: Prompt, presenter: any ReplyPresenter) async throws {
        let spending = try settings.budget.map { limit throws(CLIError) in
            try SpendingLimit(limit, model: choice.name)
        }
        var service = choice.service
        service.totalTimeout = settings.totalTimeout
        service.isKept = draft != nil
        let isRecording =
            switch route {
            case .recording, .completing: true
            case .network, .replay: false
            }
        let run = ReplyRun(
            presenter: presenter, service: service, interruption: invocation.interruption, outlivesOutput: isRecording)
        let session = LanguageModelSession(
            model: backend(observedBy: run, spending), tools: tools?.sessionTools ?? [],
            transcript: transcript.instructed(settings.instructions))
        if let tools {
            session.toolCallingPolicy = tools.policy
            tools.begin { try run.observe(toolResult: $0, name: $1, output: $2) }
        } else {
            session.toolCallingPolicy.maximumRounds = settings.maximumToolCalls
        }
        session.transcriptErrorHandlingPolicy = .preserveTranscript
        do {
            try await run.run {
                try await Self.limited(settings.totalTimeout, time: invocation.time) {
                    try await settings.ask(prompt, of: session)
                    try tools?.check(hasWords: !(run.record.text.isEmpty && run.record.refusal.isEmpty))
                }
            }
        } catch {
            let ending: SavedConversation.Ending =
                run.record.isRefusal ? .complete : invocation.interruption.received == nil ? .failed : .stopped
            keep(session.transcript, run.record, ending)
            throw error
        }
        keep(session.transcript, run.record, .complete)
    }

    private func keep(_ transcript: Transcript, _ record: ReplyRecord, _ ending: SavedConversation.Ending) {
        guard let draft else { return }
        do throws(CLIError) {
            let saved = draft.saved(transcript, choice: choice, usage: record.usage, ending: ending)
            // What never got a word is no conversation, and none goes on from it.
            if record.isEmpty, ending != .complete {
                try draft.store.saveQuestion(saved)
            } else {
                try draft.store.save(saved)
            }
        } catch {
            invocation.console.warn(error.message)
        }
    }

    private func backend(observedBy run: ReplyRun, _ spending: SpendingLimit?) -> any LanguageModelBackend {
        let base = choice.backend(transport: transport, options: settings.requestOptions)
        let retried = Self.retried(base, settings: settings, service: choice.service, run: run)
        return spending.map { retried.limited(by: $0) } ?? retried
    }

    private static func retried(
        _ base: some LanguageModelBackend, settings: AskSettings, service: ServiceContext, run: ReplyRun
    ) -> any LanguageModelBackend {
        let policy = RetryingBackend.Policy(
            maximumAttempts: settings.maximumAttempts, maximumDelay: settings.maximumWait, for: base)
        let retrying = RetryingBackend(
            base, policy: policy,
            onRetry: { retry in
                run.observe(
                    RetryNotice(
                        attempt: retry.attempt, maximumAttempts: settings.maximumAttempts, delay: retry.delay,
                        reason: FailureReport(service: service, record: ReplyRecord()).cause(of: retry.failure),
                        kind: retry.failure.category.name))
            })
        return retrying.tapped { try run.observe($0) }
    }

    private var transport: (any HTTPTransport)? {
        switch route {
        case .network: nil
        case .recording(let recorder, _): recorder.transport(over: NetworkTransport())
        case .completing(let cassette, _): cassette
        case .replay(let replay): replay
        }
    }

    /// Runs work that is cancelled when a time is over.
    private static func limited(
        _ limit: Duration?, time: TimeSource, _ work: @escaping @Sendable () async throws -> Void
    ) async throws {
        guard let limit else { return try await work() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await time.sleep(limit)
                throw LanguageModelError.timeout(.init(debugDescription: "The time is over.", phase: .total))
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

extension RetryingBackend.Policy {
    /// A policy for a backend whose type is not spelled out.
    fileprivate init(maximumAttempts: Int, maximumDelay: Duration, for backend: Base) {
        self.init(maximumAttempts: maximumAttempts, maximumDelay: maximumDelay)
    }
}
