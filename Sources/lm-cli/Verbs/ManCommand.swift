/// `lm-cli man [VERB ...]`: manual pages in roff.
enum ManCommand {
    static let spec: CommandSpec = CommandSpec(
        name: "man",
        summary: "Print a manual page.",
        arguments: [ArgumentSpec("command", .any, .text, "The command; without one, the page of the tool itself.")],
        examples: ["lm-cli man ask | man -l -", "lm-cli man > lm-cli.1"],
        readsSettings: false,
        action: .immediate { invocation in
            let path = try HelpCommand.path(to: invocation.arguments.words)
            try invocation.console.write(ManPage.page(of: path))
            return .success
        })
}
