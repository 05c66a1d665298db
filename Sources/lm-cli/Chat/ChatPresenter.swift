/// Makes what shows a reply in a chat.
enum ChatPresenter {
    static func make(_ invocation: Invocation, model: String) -> any ReplyPresenter {
        let console = invocation.console
        let arguments = invocation.arguments
        let settings = TextPresenter.Settings(
            reasoning: arguments.value(.reasoning).flatMap(ReasoningDisplay.init)
                ?? (console.error.isTerminal ? .summary : .hide),
            thoughtHint: " — /why", columns: console.output.currentColumns(of: .standardOutput),
            isRendered: console.output.isTerminal && !arguments.isOn(.plain))
        return TextPresenter(
            output: console, console: console, time: invocation.time, model: model, settings: settings)
    }
}
