extension LanguageModelSession {
    /// What happens where an answer does not keep to its schema.
    public enum OutputValidationPolicy: Sendable, Hashable {
        /// The turn fails with ``GenerationFailure/outputInvalid(_:)``. The default.
        case fail
        /// The model is told once what is wrong and answers again; then the turn fails as above.
        case repairOnce
    }

    /// Checks the text of a round that was to be a value of a schema. Returns what the model is to be told, if the
    /// session gives it another try; throws where it does not.
    func checkOutput(of turn: Turn) throws -> [SchemaMismatch] {
        guard let output = turn.plan.output else { return [] }
        let (round, mayRepair) = state.withLock { state in
            (state.active?.round, state.outputPolicy == .repairOnce && state.active?.hasRepaired == false)
        }
        guard let round, round.toolCalls.isEmpty, !round.isRefusal,
            round.finish?.unified != .contentFilter, round.finish?.unified != .error
        else { return [] }
        do {
            _ = try output.content(of: round.text)
            return []
        } catch GenerationFailure.outputInvalid(let failure) where mayRepair {
            return failure.mismatches
        } catch GenerationFailure.outputTruncated where mayRepair && round.finish?.unified != .length {
            // The model thought that it was done. One that ran into a limit would run into it again.
            return [SchemaMismatch(path: "", reason: "The value is not whole")]
        }
    }

    /// Puts what is wrong with an answer into the transcript, as a prompt for the next round.
    func askForRepair(of mismatches: [SchemaMismatch], in turn: Turn) throws {
        let problems = mismatches.map { "- \($0)" }.joined(separator: "\n")
        let words = "Your answer does not keep to the schema:\n\(problems)\nAnswer again, with all of it corrected."
        let original = turn.plan.prompt
        let prompt = Transcript.Prompt(
            id: identifiers(), segments: [.text(.init(id: identifiers(), content: words))], options: original.options,
            responseFormat: original.responseFormat, contextOptions: original.contextOptions)
        try state.withLock { state in
            guard state.active?.turn == ObjectIdentifier(turn) else { throw CancellationError() }
            state.active?.hasRepaired = true
            state.transcript.append(.prompt(prompt))
        }
        try append([], of: turn)
    }
}
