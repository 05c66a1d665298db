/// Makes what shows a reply, as the options want it.
enum PresenterFactory {
    /// The presenter for a reply of a model.
    ///
    /// - Parameter output: Where the reply goes.
    static func presenter(
        _ invocation: Invocation, output: any AnswerOutput, model: String
    ) -> any ReplyPresenter {
        let arguments = invocation.arguments
        if arguments.isOn(.json) { return JSONPresenter(output: output) }
        if arguments.isOn(.events) || arguments.value(.view) == "events" {
            return EventsPresenter(output: output, time: invocation.time, isTimed: !arguments.isOn(.deterministic))
        }
        let isWatched = invocation.console.error.isTerminal
        let settings = TextPresenter.Settings(
            reasoning: arguments.value(.reasoning).flatMap(ReasoningDisplay.init) ?? (isWatched ? .summary : .hide),
            isStreaming: !arguments.isOff(.stream), tellsUsage: arguments.isOn(.usage),
            tellsTime: !arguments.isOn(.deterministic),
            isRendered: !arguments.isOn(.plain) && (output.profile.isTerminal || arguments.isOn(.markdown)))
        return TextPresenter(
            output: output, console: invocation.console, time: invocation.time, model: model, settings: settings)
    }

    /// Checks that the options for the form of the output agree.
    static func check(_ arguments: ParsedArguments) throws(CLIError) {
        if arguments.isOn(.json), arguments.isOn(.events) {
            throw .usage("--json and --events cannot be combined.", hint: "Leave out one of them.")
        }
        for option in [OptionName.extract, .extractLast] where arguments.isOn(option) {
            guard !arguments.isOn(.json), !arguments.isOn(.events) else {
                throw .usage("--\(option.rawValue) cannot be combined with JSON.", hint: "Leave out one of them.")
            }
            guard arguments.value(.schema) == nil else {
                throw .usage("--\(option.rawValue) and --schema cannot be combined.", hint: "Leave out one of them.")
            }
        }
        if arguments.isOn(.plain), arguments.isOn(.markdown) {
            throw .usage("--plain and --markdown cannot be combined.", hint: "Leave out one of them.")
        }
    }
}
