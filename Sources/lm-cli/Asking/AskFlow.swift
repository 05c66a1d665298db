import LMProtocol

/// One question from its parts to the end of the process: where the reply goes, what is recorded, what is kept.
struct AskFlow: Sendable {
    let invocation: Invocation
    let choice: ModelChoice
    let settings: AskSettings
    let route: AskRunner.Route
    /// What was said before.
    var transcript = Transcript()
    var draft: SessionDraft?
    /// What goes with the prompt, to be shown.
    var parts = PromptParts()

    /// Asks a prompt.
    nonisolated(nonsending) func ask(_ prompt: Prompt) async throws -> ExitStatus {
        let file = try arguments.value(.output).flatMap { path throws(CLIError) in
            path == "-" ? nil : try FileOutput(path: path)
        }
        if file == nil { try invocation.console.checkOutput() }
        for chip in parts.chips { invocation.console.note(chip) }
        let runner = AskRunner(
            choice: choice, settings: settings, route: route, invocation: invocation, transcript: transcript,
            draft: draft, tools: try ToolChoice.desk(invocation))
        let whole = arguments.wantsWholeReply ? DocumentOutput() : nil
        let output: any AnswerOutput = file ?? invocation.console
        let presenter = PresenterFactory.presenter(invocation, output: whole ?? output, model: choice.name)
        return try await RecordingEnd(route: route, console: invocation.console).after {
            do {
                try await runner.run(prompt, presenter: presenter)
                if let whole { try output.write(part(of: whole.text)) }
                try file?.commit()
            } catch {
                if let error = error as? SystemError, let file, error.path != nil {
                    // Half an answer on a full disk helps nobody; the conversation has it.
                    file.discard()
                    throw error
                }
                if let whole, let file, !whole.text.isEmpty {
                    do {
                        try file.write(whole.text)
                    } catch {
                        invocation.console.warn("what came cannot be kept: \(error).")
                    }
                }
                let ending = settings.schema == nil ? "partial" : "rejected"
                if let kept = file?.keepPartial(as: ending) { invocation.console.warn("what came is in \(kept).") }
                throw error
            }
            return .success
        }
    }

    private var arguments: ParsedArguments { invocation.arguments }

    /// What of a reply is printed. Throws where it is not there.
    private func part(of reply: String) throws(CLIError) -> String {
        guard arguments.extractsCode else { return reply }
        let blocks = CodeBlocks.contents(of: reply)
        guard let block = arguments.isOn(.extractLast) ? blocks.last : blocks.first else {
            throw CLIError(
                .data, "the reply has no code block.",
                hint: draft == nil ? "Ask again without -x." : "The reply: lm-cli sessions show last")
        }
        return block
    }
}

extension ParsedArguments {
    /// Whether only code of the reply is printed.
    fileprivate var extractsCode: Bool { isOn(.extract) || isOn(.extractLast) }

    /// Whether the reply is looked at before any of it is printed: a reader of JSON gets what fits the schema, or nothing.
    fileprivate var wantsWholeReply: Bool {
        !isOn(.json) && !isOn(.events) && (extractsCode || value(.schema) != nil)
    }
}
