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
    /// A line for each attachment.
    var chips: [String] = []

    /// Asks a prompt.
    nonisolated(nonsending) func ask(_ prompt: Prompt) async throws -> ExitStatus {
        let file = try invocation.arguments.value(.output).flatMap { path throws(CLIError) in
            path == "-" ? nil : try FileOutput(path: path, unique: String(Platform.processIdentifier))
        }
        for chip in chips { invocation.console.note(chip) }
        let runner = AskRunner(
            choice: choice, settings: settings, route: route, invocation: invocation, transcript: transcript,
            draft: draft, tools: try ToolChoice.desk(invocation))
        let presenter = PresenterFactory.presenter(invocation, output: file ?? invocation.console, model: choice.name)
        return try await RecordingEnd(route: route, console: invocation.console).after {
            do {
                try await runner.run(prompt, presenter: presenter)
                try file?.commit()
            } catch {
                if let kept = file?.keepPartial() { invocation.console.warn("what came is in \(kept).") }
                throw error
            }
            return .success
        }
    }
}
