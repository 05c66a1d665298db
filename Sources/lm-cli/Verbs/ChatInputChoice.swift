/// How a chat is typed.
enum ChatInputChoice {
    /// The input for the terminal or file that standard input is.
    static func input(_ invocation: Invocation, stop: StopSignal) throws(CLIError) -> any ChatInput {
        let console = invocation.console
        let environment = invocation.environment
        let descriptor = invocation.standardInput.descriptor
        let isTyped = invocation.standardInput.isTerminal
        do throws(SystemError) {
            // A screen reader follows a terminal's own line editing; one row that is redrawn, it does not.
            if isTyped, console.output.movesCursor, !environment.isOn("ACCESSIBLE"), let raw = RawTerminal(descriptor) {
                return try TerminalChatInput(
                    raw: raw, console: console, historyPath: Folders(environment: environment).history, stop: stop,
                    complete: { ChatCompletion.candidates(for: $0, environment: environment) })
            }
            return try LineChatInput(descriptor, console: console, stop: stop, isInteractive: isTyped)
        } catch {
            throw CLIError(.software, "standard input cannot be read: \(error).")
        }
    }
}
