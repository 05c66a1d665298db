import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension LanguageModelSession {
    /// Runs the calls of one round concurrently and puts their outputs into the transcript in the order of the calls.
    ///
    /// Where a call ends the turn, the outputs of those that were done by then are still put there.
    nonisolated(nonsending) func runTools(_ calls: [RoundAccumulator.Call], of turn: Turn) async throws {
        let active = state.withLock { $0.active }
        guard let active, active.turn == ObjectIdentifier(turn), let setup = active.setup else {
            throw CancellationError()
        }
        if !active.offersTools, let call = calls.first { throw Error.toolCallWithoutTools(toolName: call.name) }
        let runner = ToolRunner(
            tools: setup.tools, policy: toolCallingPolicy, hooks: setup.hooks, identifiers: identifiers)
        let transcriptCalls = calls.map(RoundAccumulator.transcriptCall)
        let results = await SessionPropertyValues.$current.withValue(properties) {
            await runner.run(zip(transcriptCalls, calls.map(RoundAccumulator.problem)))
        }
        let outputs = results.compactMap { try? $0.get() }
        try append(outputs, of: turn)
        for result in results { _ = try result.get() }
    }
}

/// Runs tools: several at a time, each approved, timed and guarded.
struct ToolRunner: Sendable {
    var tools: ToolBox
    var policy: LanguageModelSession.ToolCallingPolicy
    var hooks: SessionHooks
    var identifiers: @Sendable () -> String

    typealias Outcome = Result<Transcript.ToolOutput, any Error>

    /// The outcome of each call, in their order. The first failure cancels the calls that are still running.
    ///
    /// - Parameter calls: The calls, each with what keeps its arguments from being a value, if something does.
    nonisolated(nonsending) func run(_ calls: some Sequence<(Transcript.ToolCall, String?)>) async -> [Outcome] {
        let calls = Array(calls)
        return await withTaskGroup(of: (Int, Outcome).self) { group in
            for (index, (call, problem)) in calls.enumerated() {
                group.addTask { (index, await outcome(of: call, problem: problem)) }
            }
            var outcomes: [Int: Outcome] = [:]
            for await (index, outcome) in group {
                outcomes[index] = outcome
                if case .failure = outcome { group.cancelAll() }
            }
            return calls.indices.map { outcomes[$0] ?? .failure(CancellationError()) }.rootCauseFirst
        }
    }

    private func outcome(of call: Transcript.ToolCall, problem: String?) async -> Outcome {
        do {
            // A call that does not heed its cancellation is left behind: the others, and the turn, do not wait for it.
            return .success(try await CancellableWork.run { try await output(of: call, problem: problem) })
        } catch {
            return .failure(error)
        }
    }

    private func output(of call: Transcript.ToolCall, problem: String?) async throws -> Transcript.ToolOutput {
        try Task.checkCancellation()
        if let problem {
            return try invalid(call, problem + " Call the tool again with arguments that are one JSON value.")
        }
        guard let (tool, definition) = tools.tool(named: call.toolName) else {
            let names = tools.definitions.map { "\"\($0.name)\"" }.joined(separator: ", ")
            return try invalid(call, "There is no tool of that name. There are: \(names).")
        }
        let prepared: PreparedCall
        do {
            if let mismatch = definition.parameters.validate(call.arguments).first {
                return try invalid(call, "Its arguments do not fit the tool's schema: \(mismatch).")
            }
            prepared = try PreparedCall(call, tool: tool)
        } catch let error as LanguageModelSession.Error {
            throw error
        } catch GenerationFailure.outputInvalid(let failure) {
            let words = failure.mismatches.map(\.description).joined(separator: "; ")
            return try invalid(call, "Its arguments do not fit the tool: \(words)")
        } catch {
            return try invalid(call, "Its arguments do not fit the tool: \(Self.words(error)).")
        }
        try await hooks.toolCall(call)
        try Task.checkCancellation()
        switch try await policy.approval?(call) ?? .run {
        case .run: try Task.checkCancellation()
        case .refuse(let reason): return described(call, "The call was refused: \(reason)")
        case .stop: throw LanguageModelSession.Error.toolCallStopped(toolName: call.toolName)
        }
        let prompt: Prompt
        do {
            prompt = try await limited(prepared.run)
        } catch let error where !(error is CancellationError && Task.isCancelled) {
            throw LanguageModelSession.ToolCallError(tool: tool, underlyingError: error)
        }
        let output = Transcript.ToolOutput(
            id: call.id, toolName: call.toolName, segments: prompt.segments.identified(by: identifiers))
        try await hooks.toolOutput(call, output)
        return output
    }

    private func invalid(_ call: Transcript.ToolCall, _ reason: String) throws -> Transcript.ToolOutput {
        switch policy.invalidCalls {
        case .describeToModel: described(call, "The call was not run. \(reason)")
        case .fail: throw LanguageModelSession.Error.invalidToolCall(toolName: call.toolName, reason: reason)
        }
    }

    private func described(_ call: Transcript.ToolCall, _ words: String) -> Transcript.ToolOutput {
        Transcript.ToolOutput(
            id: call.id, toolName: call.toolName, segments: [.text(.init(id: identifiers(), content: words))],
            isError: true)
    }

    private static func words(_ error: any Error) -> String {
        (error as? LocalizedError)?.errorDescription ?? "\(error)"
    }

    /// Gives a tool its time. A tool that does not heed its cancellation is left to itself: the turn goes on.
    private func limited(_ run: @escaping @Sendable () async throws -> Prompt) async throws -> Prompt {
        guard let timeout = policy.timeout else { return try await run() }
        return try await CancellableWork.race(run) { [clock = policy.clock] in
            do { try await clock.sleep(for: timeout) } catch { return }
            throw LanguageModelSession.ToolTimeoutError(limit: timeout)
        }
    }
}

extension [ToolRunner.Outcome] {
    /// The same outcomes, but where one failure cancelled the others, only that failure counts.
    fileprivate var rootCauseFirst: [ToolRunner.Outcome] {
        let cause = first { outcome in
            if case .failure(let error) = outcome { !(error is CancellationError) } else { false }
        }
        guard let cause else { return self }
        return map { outcome in
            if case .failure(let error) = outcome, error is CancellationError { cause } else { outcome }
        }
    }
}
