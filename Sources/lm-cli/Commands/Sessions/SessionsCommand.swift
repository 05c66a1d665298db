import LMJSON
import LMProtocol

/// `lm-cli sessions`: the conversations that were kept.
enum SessionsCommand {
    /// How many conversations are listed where not all are asked for.
    private static let listed = 20

    private static let id = ArgumentSpec(
        "id", .one, .session, "A conversation: its name, the beginning or end of it, or \"last\".")

    static let spec: CommandSpec = CommandSpec(
        name: "sessions",
        summary: "List, show, export and forget conversations.",
        discussion: [
            "Each conversation is a file of its own that only you can read. ask -c goes on with the last one."
        ],
        subcommands: [
            CommandSpec(
                name: "ls", summary: "List the newest \(listed) conversations, the newest last.",
                groups: [OptionGroup(title: "OPTIONS", options: [OptionSpec(.all, .on, "List all of them.")])],
                action: .immediate { try list($0) }),
            CommandSpec(
                name: "show", summary: "Show a conversation.", arguments: [id],
                groups: [
                    OptionGroup(
                        title: "OPTIONS",
                        options: [OptionSpec(.plain, .on, "Unrendered, also on a terminal."), AskOptions.reasoning])
                ],
                action: .immediate { try show($0) }),
            CommandSpec(
                name: "export", summary: "Print a conversation as Markdown or JSON.", arguments: [id],
                groups: [
                    OptionGroup(
                        title: "OPTIONS",
                        options: [
                            OptionSpec(.view, .value("form", .choice(["md", "json"])), "md or json.", default: "md")
                        ])
                ],
                action: .immediate { try export($0) }),
            CommandSpec(
                name: "rm", summary: "Forget conversations.",
                arguments: [ArgumentSpec("id", .any, .session, "The conversations, or \"last\".")],
                action: .immediate { try remove($0) }),
        ],
        defaultSubcommand: "ls")

    private static func list(_ invocation: Invocation) throws -> ExitStatus {
        let store = SessionStore(environment: invocation.environment)
        let all = store.headings()
        let problems = store.problems
        for problem in problems { invocation.console.warn(problem) }
        if invocation.arguments.isOn(.json) {
            try invocation.console.write(json: .array(all.map(\.json)))
            return .success
        }
        guard !all.isEmpty else {
            if problems.isEmpty { invocation.console.say(lines: ["No conversation is kept yet."]) }
            return .success
        }
        let headings = invocation.arguments.isOn(.all) ? all[...] : all.suffix(listed)
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

    private static func conversation(_ invocation: Invocation) throws -> SavedConversation {
        let store = SessionStore(environment: invocation.environment)
        return try store.load(store.resolve(invocation.arguments.words[0]))
    }

    private static func show(_ invocation: Invocation) throws -> ExitStatus {
        let conversation = try conversation(invocation)
        if invocation.arguments.isOn(.json) { return try exportJSON(conversation, invocation) }
        let view = ConversationView(
            console: invocation.console, isRendered: !invocation.arguments.isOn(.plain),
            showsThoughts: invocation.arguments.value(.reasoning) == ReasoningDisplay.show.rawValue)
        try Pager.show(view.text(of: conversation.transcript), invocation)
        return .success
    }

    private static func export(_ invocation: Invocation) throws -> ExitStatus {
        let conversation = try conversation(invocation)
        if invocation.arguments.value(.view) == "json" || invocation.arguments.isOn(.json) {
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

    private static func remove(_ invocation: Invocation) throws -> ExitStatus {
        guard !invocation.arguments.words.isEmpty else {
            throw CLIError.usage("sessions rm needs to know which.", hint: "See: lm-cli sessions")
        }
        let store = SessionStore(environment: invocation.environment)
        for id in try invocation.arguments.words.map(store.resolve) { try store.remove(id) }
        return .success
    }
}
