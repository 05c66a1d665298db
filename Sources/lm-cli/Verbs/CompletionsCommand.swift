/// `lm-cli completions SHELL`, and the hidden `lm-cli __complete`, which the scripts ask for values.
enum CompletionsCommand {
    /// The shells that a script is made for.
    enum Shell: String, CaseIterable, Sendable {
        case bash, zsh, fish

        /// The script that makes the shell complete the tool's command lines.
        func script(for root: CommandSpec) -> String {
            switch self {
            case .bash: BashCompletions.script(for: root)
            case .zsh: ZshCompletions.script(for: root)
            case .fish: FishCompletions.script(for: root)
            }
        }
    }

    static let spec: CommandSpec = CommandSpec(
        name: "completions",
        summary: "Print a script that completes command lines in a shell.",
        arguments: [
            ArgumentSpec("shell", .one, .choice(Shell.allCases.map(\.rawValue)), "bash, zsh or fish.")
        ],
        examples: [
            "source <(lm-cli completions bash)", "lm-cli completions zsh > \"${fpath[1]}/_lm-cli\"",
            "lm-cli completions fish > ~/.config/fish/completions/lm-cli.fish",
        ],
        readsSettings: false,
        action: .immediate { invocation in
            guard let shell = invocation.arguments.words.first.flatMap(Shell.init) else { return .code(.usage) }
            try invocation.console.write(shell.script(for: CommandTable.root))
            return .success
        })

    static let dynamicSpec: CommandSpec = CommandSpec(
        name: "__complete",
        summary: "List what a shell may complete a value with.",
        arguments: [
            ArgumentSpec("values", .one, .choice(DynamicValues.allCases.map(\.rawValue)), "What to list.")
        ],
        isHidden: true,
        readsSettings: false,
        action: .immediate { invocation in
            guard let values = invocation.arguments.words.first.flatMap(DynamicValues.init) else { return .success }
            try invocation.console.write(list(values, invocation.environment).map { $0 + "\n" }.joined())
            return .success
        })

    private static func list(_ values: DynamicValues, _ environment: Environment) -> [String] {
        switch values {
        case .models: ModelCatalogue.names
        case .providers: Provider.all.map(\.name)
        case .cassettes: CassetteName.available()
        case .sessions: SessionStore(environment: environment).names() + ["last"]
        }
    }
}
