import LMProtocol

/// The tools that a model is offered, as the options say.
enum ToolChoice {
    /// What runs them; `nil` where none is offered.
    static func desk(_ invocation: Invocation) throws(CLIError) -> ToolDesk? {
        let arguments = invocation.arguments
        let names = arguments.all(.tool)
        guard !names.isEmpty else { return nil }
        let tools = try ToolShelf.tools(
            names, environment: invocation.environment, variables: arguments.all(.toolEnvironment))
        let console = invocation.console
        // There is somebody to ask where standard error is watched; the terminal itself gives the answer.
        let canAsk = console.error.isTerminal && !arguments.isOff(.input)
        let approval = arguments.value(.approve).flatMap(ToolApproval.init) ?? (canAsk ? .ask : .never)
        let interruption = invocation.interruption
        return ToolDesk(
            tools: tools, approval: approval == .ask && !canAsk ? .never : approval,
            limit: arguments.int(.maxToolCalls) ?? ToolDesk.standardLimit, console: console, time: invocation.time
        ) { call in
            await TerminalApproval.ask(
                call.toolName, call.arguments.json.text(), console: console, interruption: interruption)
        }
    }
}
