/// The steps of a turn, each of them short and under the session's lock, with nothing awaited inside it.
extension LanguageModelSession {
    /// Takes a turn on. Throws where another is under way.
    func begin(_ turn: Turn) throws {
        try changing(\.isResponding) { state in
            guard state.active == nil else { throw Error.concurrentRequests }
            let before = state.transcript
            state.transcript.append(.prompt(turn.plan.prompt))
            state.active = ActiveTurn(
                turn: ObjectIdentifier(turn), before: before, start: state.transcript.count,
                output: turn.plan.output, round: RoundAccumulator(makeID: identifiers))
        }
        notifyTranscript()
    }

    /// Sends the next request of a turn.
    nonisolated(nonsending) func startRound(of turn: Turn) async throws -> GenerationStream {
        let setup = try source.setup(for: self)
        try await runHooksBeforeRound(setup, of: turn)
        let (request, adjustments) = try makeRequest(setup, for: turn)
        try state.withLock { state in
            guard var active = state.active, active.turn == ObjectIdentifier(turn) else { throw CancellationError() }
            if active.wasMutatedFromOutside { throw Error.transcriptMutationWhileResponding }
            active.setup = setup
            active.offersTools = !request.tools.isEmpty
            active.round = RoundAccumulator(makeID: identifiers)
            for adjustment in adjustments { _ = active.round.apply(.adjustment(adjustment)) }
            active.isRoundCommitted = false
            active.roundNumber += 1
            state.active = active
        }
        return try await setup.backend.respond(to: request)
    }

    /// Takes events in. The snapshot is there where the answer changed.
    func apply(
        _ batch: [GenerationEvent], of turn: Turn
    ) throws -> (RoundAccumulator.Change, TurnSnapshot?) {
        let (change, snapshot) = try state.withLock { state -> (RoundAccumulator.Change, TurnSnapshot?) in
            guard state.active?.turn == ObjectIdentifier(turn) else { throw CancellationError() }
            if state.active?.wasMutatedFromOutside == true { throw Error.transcriptMutationWhileResponding }
            var change: RoundAccumulator.Change = []
            for event in batch {
                change.formUnion(state.active?.round.apply(event) ?? [])
                if change.contains(.finished) { break }
            }
            let isShown = change.contains(.text) && !change.contains(.finished)
            return (change, isShown ? state.active?.snapshot(of: state.transcript) : nil)
        }
        if change.contains(.transcript) { notifyTranscript() }
        return (change, snapshot)
    }

    /// Puts the round that has ended into the transcript, and says which tools the model waits for.
    nonisolated(nonsending) func commitRound(of turn: Turn) async throws -> [RoundAccumulator.Call] {
        let (round, entries, hooks) = try state.withLock { state in
            guard var active = state.active, active.turn == ObjectIdentifier(turn) else { throw CancellationError() }
            if active.wasMutatedFromOutside { throw Error.transcriptMutationWhileResponding }
            try Self.checkFinish(of: active.round, output: active.output)
            let entries = active.round.entries(output: active.output, final: true)
            active.isRoundCommitted = true
            state.active = active
            for entry in entries { state.transcript.append(entry) }
            state.usage = state.usage + (active.round.usage ?? Usage())
            return (active.round, entries, active.setup?.hooks ?? SessionHooks())
        }
        notifyTranscript()
        registrar.withMutation(of: self, keyPath: \.usage) {}
        try await runHooksAfterRound(hooks, entries)
        return round.toolCalls
    }

    /// Throws for the ends of a round that are failures.
    private static func checkFinish(of round: RoundAccumulator, output: OutputFormat?) throws {
        if round.finish?.unified == .contentFilter {
            throw LanguageModelError.guardrailViolation(
                .init(
                    debugDescription: "The provider's content filter stopped the answer.",
                    context: .init(partial: round.partial)))
        }
        if round.finish?.unified == .error { throw Error.incompleteStream(partial: round.partial) }
        if output != nil, round.isRefusal {
            throw LanguageModelError.refusal(
                .init(
                    explanation: round.text, debugDescription: "The model refused: \(round.text)",
                    context: .init(partial: round.partial)))
        }
    }

    /// Puts the outputs of tools into the transcript and makes ready for the next round.
    func append(_ outputs: [Transcript.ToolOutput], of turn: Turn) throws {
        try state.withLock { state in
            guard var active = state.active, active.turn == ObjectIdentifier(turn) else { throw CancellationError() }
            if active.wasMutatedFromOutside { throw Error.transcriptMutationWhileResponding }
            for output in outputs { state.transcript.append(.toolOutput(output)) }
            active.earlierUsage = active.earlierUsage + (active.round.usage ?? Usage())
            active.earlierAdjustments += active.round.adjustments
            active.earlierCitations += active.round.citations
            active.earlierRetries += active.round.attempts - 1
            // The round's numbers have moved to the earlier ones; what it said stays until the next one starts.
            active.round = RoundAccumulator(makeID: identifiers)
            state.active = active
        }
        notifyTranscript()
    }

    /// Ends a turn that has been answered.
    func complete(_ turn: Turn) -> TurnSnapshot? {
        changing(\.isResponding) { state in
            guard let active = state.active, active.turn == ObjectIdentifier(turn) else { return nil }
            state.active = nil
            // Calls beside one that was cut off are not run, and have to have an output to be sent again.
            if active.round.isCutInCall { state.transcript.answerOpenCalls(from: active.start) }
            return active.snapshot(of: state.transcript)
        }
    }

    /// The error that the app sees of what failed in a turn.
    func shown(_ error: any Swift.Error, of turn: Turn) -> any Swift.Error {
        let active = state.withLock { $0.active }
        guard let active, active.turn == ObjectIdentifier(turn), let backend = active.setup?.backend else {
            return error
        }
        return backend.sessionError(for: error)
    }

    /// Ends a turn that failed, was cancelled, or was let go of.
    func fail(_ turn: Turn, with error: any Swift.Error) {
        changing(\.isResponding) { state in
            guard let active = state.active, active.turn == ObjectIdentifier(turn) else { return }
            state.active = nil
            if !active.isRoundCommitted { state.usage = state.usage + (active.round.usage ?? Usage()) }
            // What someone else has put in place of the transcript is theirs.
            if active.wasMutatedFromOutside { return }
            var policy = state.policy ?? active.setup?.policy
            if policy == nil, case Error.toolRoundLimitExceeded = error { policy = .preserveTranscript }
            guard policy == .preserveTranscript else {
                state.transcript = active.before
                return
            }
            if !active.isRoundCommitted {
                for entry in active.round.entries(output: active.output, final: true) {
                    state.transcript.append(entry)
                }
            }
            state.transcript.answerOpenCalls(from: active.start)
        }
        notifyTranscript()
        registrar.withMutation(of: self, keyPath: \.usage) {}
    }

    /// What the turn that is under way has received in its current round.
    var partial: PartialOutput { state.withLock { $0.active?.round.partial ?? PartialOutput() } }

    private func notifyTranscript() { registrar.withMutation(of: self, keyPath: \.transcript) {} }

    private func changing<Result: Sendable, Value>(
        _ keyPath: KeyPath<LanguageModelSession, Value>, _ change: (inout State) throws -> sending Result
    ) rethrows -> Result {
        try registrar.withMutation(of: self, keyPath: keyPath) {
            try state.withLock { state in try change(&state) }
        }
    }
}

extension Transcript {
    /// Gives every call that has no output one that says so, so that the transcript can be sent again.
    mutating func answerOpenCalls(from start: Int) {
        guard start <= count else { return }
        var open: [ToolCall] = []
        for entry in self[start...] {
            switch entry {
            case .toolCalls(let calls): open += calls
            case .toolOutput(let output): open.removeAll { $0.id == output.id }
            default: break
            }
        }
        for call in open {
            append(
                .toolOutput(
                    .init(
                        id: call.id, toolName: call.toolName,
                        segments: [
                            .text(.init(id: call.id + "-output", content: "The turn ended before this tool had run."))
                        ], isError: true)))
        }
    }

    func entriesSlice(from start: Int) -> ArraySlice<Entry> {
        withEntries { $0[Swift.min(start, $0.count)...] }
    }
}
