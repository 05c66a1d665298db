/// One run of the tool: what was asked, and what it works with.
struct Invocation: Sendable {
    let arguments: ParsedArguments
    let console: Console
    let environment: Environment
    let standardInput: StandardInput
    let time: TimeSource
    let interruption: Interruption

    /// Whether one JSON value is to be printed.
    var isJSON: Bool { arguments.isOn(.json) }
}
