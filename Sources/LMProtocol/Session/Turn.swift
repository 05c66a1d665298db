import Synchronization

/// One turn of a session: a prompt, and the requests and tool calls until it is answered.
///
/// Pulled by its consumer: each call of ``next()`` reads as far as the next change of the answer. It holds no task.
final class Turn: Sendable {
    /// What the turn was asked to do.
    struct Plan: Sendable {
        var prompt: Transcript.Prompt
        var output: OutputFormat?
    }

    private enum Phase: Sendable {
        case ready
        /// A consumer is in ``next()``.
        case pulling
        /// The turn is under way, and nobody is asking.
        case waiting(GenerationStream?)
        case finished(TurnSnapshot)
        case failed(any Error)
    }

    let plan: Plan
    private let session: LanguageModelSession
    private let phase = Mutex<Phase>(.ready)
    /// How many tool rounds have been run.
    private let rounds = Mutex(0)

    init(_ plan: Plan, in session: LanguageModelSession) {
        self.plan = plan
        self.session = session
    }

    /// The turn as it stands after the next change of the answer; `nil` when it is over.
    ///
    /// Throws what ended the turn, once and again; `CancellationError` where the calling task is cancelled.
    nonisolated(nonsending) func next() async throws -> TurnSnapshot? { try await advance(toEnd: false) }

    /// Reads as far as the next change of the answer, or to the end of the turn.
    ///
    /// All that the app has handed in is awaited on a task of the work's own, so that cancelling the calling task returns at
    /// once, whatever is being awaited; what finishes later finds the turn over, and changes nothing.
    private nonisolated(nonsending) func advance(toEnd: Bool) async throws -> TurnSnapshot? {
        var waiting: GenerationStream?
        switch try beginPulling() {
        case .over: return nil
        case .resume(let stream): waiting = stream
        case .begin:
            do {
                try session.begin(self)
            } catch {
                phase.withLock { $0 = .failed(error) }
                throw error
            }
        }
        do {
            let (snapshot, stream) = try await CancellableWork.run { [waiting] in
                var stream = waiting
                while true {
                    // Let go of before the next: a snapshot that is held makes the next change copy the text.
                    let snapshot = try await self.pull(&stream)
                    if !toEnd || snapshot.isOver { return (snapshot, stream) }
                }
            }
            phase.withLock { phase in
                // The turn may have been let go of in the meantime; then it is over already.
                guard case .pulling = phase else { return }
                phase = snapshot.isOver ? .finished(snapshot) : .waiting(stream)
            }
            return snapshot
        } catch {
            let error = Task.isCancelled ? CancellationError() : session.shown(error, of: self)
            end(with: error)
            throw error
        }
    }

    /// Reads to the end.
    nonisolated(nonsending) func collect() async throws -> TurnSnapshot {
        while try await advance(toEnd: true) != nil {}
        return try phase.withLock { phase in
            switch phase {
            case .finished(let snapshot): snapshot
            case .failed(let error): throw error
            case .ready, .pulling, .waiting: throw CancellationError()
            }
        }
    }

    /// Ends the turn where its consumer has let go of it before it was over.
    func abandon() {
        let isUnderWay = phase.withLock { phase in
            if case .waiting = phase { true } else { false }
        }
        if isUnderWay { end(with: CancellationError()) }
    }

    private enum Step { case over, begin, resume(GenerationStream?) }

    private func beginPulling() throws -> Step {
        try phase.withLock { phase in
            switch phase {
            case .ready:
                phase = .pulling
                return .begin
            case .waiting(let stream):
                phase = .pulling
                return .resume(stream)
            case .pulling: throw LanguageModelSession.Error.concurrentRequests
            case .finished: return .over
            case .failed(let error):
                if error is CancellationError { return .over }
                throw error
            }
        }
    }

    private func end(with error: any Error) {
        let isFirst = phase.withLock { phase in
            switch phase {
            case .failed, .finished: return false
            case .ready, .pulling, .waiting:
                phase = .failed(error)
                return true
            }
        }
        if isFirst { session.fail(self, with: error) }
    }

    /// Reads until the answer changes or ends, running tools on the way.
    private nonisolated(nonsending) func pull(_ stream: inout GenerationStream?) async throws -> TurnSnapshot {
        while true {
            try Task.checkCancellation()
            if stream == nil { stream = try await session.startRound(of: self) }
            guard let batch = try await stream?.next() else {
                throw LanguageModelSession.Error.incompleteStream(partial: session.partial)
            }
            let (change, snapshot) = try session.apply(batch, of: self)
            if change.contains(.finished) {
                stream = nil
                if let snapshot = try await finishRound() { return snapshot }
            } else if let snapshot {
                return snapshot
            }
        }
    }

    /// Commits the round. Returns the end of the turn, or `nil` where the model waits for tools.
    private nonisolated(nonsending) func finishRound() async throws -> TurnSnapshot? {
        let mismatches = try session.checkOutput(of: self)
        let calls = try await session.commitRound(of: self)
        if !mismatches.isEmpty {
            try session.askForRepair(of: mismatches, in: self)
            return nil
        }
        try Task.checkCancellation()
        guard !calls.isEmpty else { return session.complete(self) }
        let limit = session.toolCallingPolicy.maximumRounds
        let count = rounds.withLock { count in
            count += 1
            return count
        }
        guard count <= limit else { throw LanguageModelSession.Error.toolRoundLimitExceeded(limit: limit) }
        try await session.runTools(calls, of: self)
        return nil
    }
}
