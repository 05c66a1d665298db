import LMJSON
import LMProtocol
import Synchronization

/// Runs the tools that a model calls: each call approved, shown, timed and counted.
final class ToolDesk: Sendable {
    /// Asks a person about a call.
    typealias Asking = @Sendable (_ call: Transcript.ToolCall) async -> ToolApproval.Answer

    /// How many calls a reply may make where nothing is said.
    static let standardLimit = 8

    private struct State {
        /// The calls that were approved and have not come back.
        var approved: [Transcript.ToolCall] = []
        /// The tools that a person has said "always" to.
        var always: Set<String> = []
        var callCount = 0
        var ranCount = 0
        var report: Reporting?
    }
    private let tools: [any Tool]
    private let approval: ToolApproval
    private let limit: Int
    private let console: Console
    private let time: TimeSource
    private let ask: Asking
    private let gate = SerialGate()
    private let state = Mutex(State())

    /// Makes a desk for some tools.
    init(
        tools: [any Tool], approval: ToolApproval, limit: Int, console: Console, time: TimeSource, ask: @escaping Asking
    ) {
        self.tools = tools
        self.approval = approval
        self.limit = limit
        self.console = console
        self.time = time
        self.ask = ask
    }

    /// The tools as a session takes them.
    var sessionTools: [any Tool] { tools.map { wrapped($0) } }

    /// The policy of the session.
    var policy: LanguageModelSession.ToolCallingPolicy {
        // Nobody is asked about a call that cannot be run, but each round has a call at least.
        LanguageModelSession.ToolCallingPolicy(maximumRounds: limit, approval: { try await self.decide($0) })
    }

    /// Is told of a result: the call's identifier, the tool, and what it gave.
    typealias Reporting = @Sendable (_ id: String, _ name: String, _ output: JSONValue) throws -> Void

    /// Begins a reply, which is told of each result.
    func begin(_ report: @escaping Reporting) {
        state.withLock { state in
            state.report = report
            state.approved = []
            state.callCount = 0
            state.ranCount = 0
        }
    }

    /// Throws where nothing came of a reply because no tool was allowed to run.
    func check(hasWords: Bool) throws(CLIError) {
        let wasRefused = state.withLock { $0.callCount > 0 && $0.ranCount == 0 }
        guard wasRefused, !hasWords else { return }
        throw CLIError(
            .negative, "no tool was allowed to run, and the model said nothing else.",
            hint: "Allow it with --approve auto, or ask on a terminal.", kind: "toolFailed")
    }

    private func decide(_ call: Transcript.ToolCall) async throws -> LanguageModelSession.ToolCallingPolicy.Approval {
        let count = state.withLock { state in
            state.callCount += 1
            return state.callCount
        }
        guard count <= limit else {
            throw CLIError.tooManyToolCalls(limit)
        }
        let isTrusted = tools.first { $0.name == call.toolName }.map(ToolShelf.isTrusted) ?? false
        let answer: ToolApproval.Answer =
            switch approval {
            case .auto: .run
            case .never: isTrusted ? .run : .refuse
            case .ask:
                isTrusted || state.withLock { $0.always.contains(call.toolName) }
                    ? .run : await gate.run { await asked(call) }
            }
        switch answer {
        case .run, .always, .show:
            state.withLock { state in
                state.approved.append(call)
                if answer == .always { state.always.insert(call.toolName) }
            }
            return .run
        case .refuse:
            console.hint(
                "tool \(call.toolName) was not run\(approval == .never ? " (--approve never, or no terminal to ask on)" : "")"
            )
            return .refuse(reason: "The person did not allow it.")
        case .stop: return .stop
        }
    }

    private func asked(_ call: Transcript.ToolCall) async -> ToolApproval.Answer {
        // Another call may have been answered with "always" while this one waited.
        if state.withLock({ $0.always.contains(call.toolName) }) { return .run }
        while true {
            console.setAsking(true)
            let answer = await ask(call)
            console.setAsking(false)
            guard answer == .show else { return answer }
            console.say(lines: call.arguments.json.text(.pretty).split(separator: "\n").map(String.init))
        }
    }

    private func wrapped(_ tool: some Tool) -> any Tool { ReportedTool(base: tool, desk: self) }

    /// Shows what a call came to.
    fileprivate func report(_ name: String, _ arguments: GeneratedContent, _ output: String, elapsed: Duration) {
        let (call, report) = state.withLock { state -> (Transcript.ToolCall?, Reporting?) in
            state.ranCount += 1
            let index = state.approved.firstIndex { $0.toolName == name && $0.arguments == arguments }
            return (index.map { state.approved.remove(at: $0) }, state.report)
        }
        let shownArguments = TextSanitizer.line(arguments.json.text(), limit: 120)
        console.note("tool \(name) \(shownArguments) → \(TextSanitizer.line(output, limit: 120)) · \(elapsed.readable)")
        let value = JSONText.value(of: output) ?? .string(output)
        try? report?(call?.id ?? "", name, value)
    }

    fileprivate func now() -> Duration { time.now() }
}

/// A tool whose results are shown.
private struct ReportedTool<Base: Tool>: Tool {
    let base: Base
    let desk: ToolDesk

    var name: String { base.name }
    var description: String { base.description }
    var parameters: GenerationSchema { base.parameters }
    var includesSchemaInInstructions: Bool { base.includesSchemaInInstructions }

    @concurrent func call(arguments: GeneratedContent) async throws -> Prompt {
        let start = desk.now()
        let prompt = try await base.call(arguments: Base.Arguments(arguments)).promptRepresentation
        desk.report(name, arguments, ConversationText.words(of: prompt.segments), elapsed: desk.now() - start)
        return prompt
    }
}
