/// `lm-cli help [VERB | TOPIC]`.
enum HelpCommand {
    static let spec: CommandSpec = CommandSpec(
        name: "help",
        summary: "Explain a command or a topic.",
        usage: ["[COMMAND ...]", "<topic>"],
        arguments: [
            ArgumentSpec(
                "topic", .any, .text,
                "A command, or one of the topics \(ValueKind.list(HelpTopic.allCases.map(\.rawValue), last: "and")).")
        ],
        readsSettings: false,
        action: .immediate(run))

    @Sendable private static func run(_ invocation: Invocation) throws -> ExitStatus {
        let width = invocation.console.output.columns
        try invocation.console.write(screen(for: invocation.arguments.words, width: width))
        return .success
    }

    /// The screen for the words behind `help`.
    static func screen(for words: [String], width: Int) throws(CLIError) -> String {
        if words.count == 1, let topic = HelpTopic(rawValue: words[0]) { return topic.screen(width: width) }
        return HelpText.screen(of: try path(to: words), width: width)
    }

    /// The command that words name, with those above it.
    static func path(to words: [String]) throws(CLIError) -> [CommandSpec] {
        var path = [CommandTable.root]
        for word in words {
            guard let command = path.last?.subcommand(named: word) else { throw unknown(word, under: path) }
            path.append(command)
        }
        return path
    }

    private static func unknown(_ word: String, under path: [CommandSpec]) -> CLIError {
        let commands = path.last?.subcommands.map(\.name) ?? []
        let topics = path.count == 1 ? HelpTopic.allCases.map(\.rawValue) : []
        let suggestion = EditDistance.suggestion(for: word, among: commands + topics)
        return .usage(
            "there is no command or topic \"\(word)\".",
            hint: suggestion.map { "Did you mean: lm-cli help \($0)" }
                ?? "Topics: \(ValueKind.list(HelpTopic.allCases.map(\.rawValue), last: "and")). Commands: lm-cli help")
    }
}
