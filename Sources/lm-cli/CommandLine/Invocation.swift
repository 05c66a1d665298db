/// One run of the tool: what was asked, and what it works with.
struct Invocation: Sendable {
    let arguments: ParsedArguments
    let console: Console
    let environment: Environment
    let standardInput: StandardInput
    let time: TimeSource
    let interruption: Interruption

    /// What the choice of a provider is made from besides options.
    var providers: ProviderContext { ProviderContext(environment: environment, keyCommand: arguments.keyCommand) }
}
