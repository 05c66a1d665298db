import LMJSON
import LMProtocol

/// `lm-cli sessions`: the conversations that were kept.
enum SessionsCommand {
    /// How many conversations are listed where not all are asked for.
    private static let listed = 20

    private static let id = ArgumentSpec(
        "id", .one, .session, "A conversation: its name, the beginning or end of it, or \"last\".")

    private static let form = OptionSpec(
        .view, .value("form", .choice(Form.allCases.map(\.rawValue))), "md or json.", default: "md")

    /// What a conversation is exported as.
    private enum Form: String, CaseIterable, OptionValue { case md, json }

    private struct ListOptions: OptionValues {
        var listsAll = false

        static let declaration = Declaration<Self>(groups: [
            .init(
                title: "OPTIONS",
                bindings: [.flag(\.listsAll, OptionSpec(.all, .on, "List all of them, not the newest \(listed)."))])
        ])
    }
    private struct ShowOptions: OptionValues {
        var id = ""
        var isPlain = false
        var reasoning: ReasoningDisplay?

        static let declaration = Declaration<Self>(
            arguments: [.word(\.id, SessionsCommand.id)],
            groups: [
                .init(
                    title: "OPTIONS",
                    bindings: [
                        .flag(\.isPlain, OptionSpec(.plain, .on, "Unrendered, also on a terminal.")),
                        .value(\.reasoning, AskOptions.reasoning),
                    ])
            ])
    }
    private struct ExportOptions: OptionValues {
        var id = ""
        var form = Form.md

        static let declaration = Declaration<Self>(
            arguments: [.word(\.id, SessionsCommand.id)],
            groups: [.init(title: "OPTIONS", bindings: [.value(\.form, SessionsCommand.form)])])
    }
    private struct RemoveOptions: OptionValues {
        var ids: [String] = []

        static let declaration = Declaration<Self>(arguments: [
            .words(\.ids, ArgumentSpec("id", .any, .session, "The conversations, or \"last\"."))
        ])
    }

    static let spec: CommandSpec = CommandSpec(
        name: "sessions",
        summary: "List, show, export and forget conversations.",
        discussion: [
            "Each conversation is a file of its own that only you can read. ask -c goes on with the last one."
        ],
        subcommands: [
            CommandSpec(name: "ls", summary: "List the conversations, the newest last.", run: list),
            CommandSpec(name: "show", summary: "Show a conversation.", run: show),
            CommandSpec(name: "export", summary: "Print a conversation as Markdown or JSON.", run: export),
            CommandSpec(name: "rm", summary: "Forget conversations.", run: remove),
        ],
        defaultSubcommand: "ls")

    @Sendable private static func list(_ options: ListOptions, _ invocation: Invocation) throws -> ExitStatus {
        let store = SessionStore(environment: invocation.environment)
        let all = store.headings()
        let problems = store.problems
        for problem in problems { invocation.console.warn(problem) }
        if invocation.isJSON {
            try invocation.console.write(json: .array(all.map(\.json)))
            return .success
        }
        guard !all.isEmpty else {
            if problems.isEmpty { invocation.console.say(lines: ["No conversation is kept yet."]) }
            return .success
        }
        let headings = options.listsAll ? all[...] : all.suffix(listed)
        if headings.count < all.count {
            invocation.console.hint(
                "the newest \(headings.count) of \(all.count); all of them: lm-cli sessions ls --all")
        }
        let rows = headings.map { heading in
            [
                heading.id, heading.updated, heading.model, "\(heading.turns)",
                heading.title + (heading.ending == .complete ? "" : " (\(heading.ending.rawValue))"),
            ]
        }
        try invocation.console.write(TextTable(headings: ["ID", "UPDATED", "MODEL", "TURNS", "TITLE"], rows: rows))
        return .success
    }

    private static func conversation(_ id: String, _ invocation: Invocation) throws -> SavedConversation {
        let store = SessionStore(environment: invocation.environment)
        return try store.load(store.resolve(id))
    }

    @Sendable private static func show(_ options: ShowOptions, _ invocation: Invocation) throws -> ExitStatus {
        let conversation = try conversation(options.id, invocation)
        if invocation.isJSON { return try exportJSON(conversation, invocation) }
        let view = ConversationView(
            console: invocation.console, isRendered: !options.isPlain,
            showsThoughts: options.reasoning == .show)
        try Pager.show(view.text(of: conversation.transcript), invocation)
        return .success
    }

    @Sendable private static func export(_ options: ExportOptions, _ invocation: Invocation) throws -> ExitStatus {
        let conversation = try conversation(options.id, invocation)
        if options.form == .json || invocation.isJSON {
            return try exportJSON(conversation, invocation)
        }
        try invocation.console.write(ConversationText.markdown(of: conversation))
        return .success
    }

    private static func exportJSON(_ conversation: SavedConversation, _ invocation: Invocation) throws -> ExitStatus {
        var object = conversation.heading.json.objectValue ?? JSONObject()
        object["transcript"] = try JSONValue.encoding(conversation.transcript)
        try invocation.console.write(json: .object(object))
        return .success
    }

    @Sendable private static func remove(_ options: RemoveOptions, _ invocation: Invocation) throws -> ExitStatus {
        guard !options.ids.isEmpty else {
            throw CLIError.usage("sessions rm needs to know which.", hint: "See: lm-cli sessions")
        }
        let store = SessionStore(environment: invocation.environment)
        for id in try options.ids.map(store.resolve) { try store.remove(id) }
        return .success
    }
}
