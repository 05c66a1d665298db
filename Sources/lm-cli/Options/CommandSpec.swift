/// One command as the table states it. Parsing, help, man page and completions all read this and nothing else.
struct CommandSpec: Sendable {
    /// What runs the command.
    enum Action: Sendable {
        /// What needs no waiting; it runs before anything of the concurrency runtime is started.
        case immediate(@Sendable (Invocation) throws -> ExitStatus)
        /// What waits for a server or a command; a signal cancels it.
        case task(@Sendable (Invocation) async throws -> ExitStatus)
    }

    /// The word that names it.
    let name: String
    /// One line: what it does.
    let summary: String
    /// More about it, one paragraph an element.
    var discussion: [String] = []
    /// What may follow the command's name; where empty, it is made from the arguments.
    var usage: [String] = []
    var arguments: [ArgumentSpec] = []
    var groups: [OptionGroup] = []
    var subcommands: [CommandSpec] = []
    /// The sub-command that stands for the bare command.
    var defaultSubcommand: String?
    /// What can be read about besides commands, each with what it is about.
    var topics: [(label: String, text: String)] = []
    /// Command lines to learn from, each with what it does.
    var examples: [String] = []
    /// The exit codes that matter most here.
    var exits: [ExitCode] = []
    var isHidden = false
    /// Whether files of settings are read. What explains the tool has to work also where one of them is wrong.
    var readsSettings = true
    /// What runs it; `nil` for a command that only groups others.
    var action: Action?

    /// Every option of the command, in order.
    var options: [OptionSpec] { groups.flatMap(\.options) }

    /// The sub-command of a name.
    func subcommand(named name: String) -> CommandSpec? { subcommands.first { $0.name == name } }
}

extension CommandSpec {
    /// A verb that gets its options as a value. What is declared for the value is what help and completions show.
    init<Values: OptionValues>(
        name: String, summary: String, discussion: [String] = [], examples: [String] = [], exits: [ExitCode] = [],
        run: @escaping @Sendable (Values, Invocation) throws -> ExitStatus
    ) {
        self.init(
            name: name, summary: summary, discussion: discussion, arguments: Values.declaration.argumentSpecs,
            groups: Values.declaration.optionGroups, examples: examples, exits: exits,
            action: .immediate { invocation in try run(Values(invocation.arguments), invocation) })
    }

    /// A verb that gets its options as a value, and waits for something.
    init<Values: OptionValues>(
        name: String, summary: String, discussion: [String] = [], examples: [String] = [], exits: [ExitCode] = [],
        waits run: @escaping @Sendable (Values, Invocation) async throws -> ExitStatus
    ) {
        self.init(
            name: name, summary: summary, discussion: discussion, arguments: Values.declaration.argumentSpecs,
            groups: Values.declaration.optionGroups, examples: examples, exits: exits,
            action: .task { invocation in try await run(Values(invocation.arguments), invocation) })
    }
}
