/// What can be done in a chat besides talking. Each is a word behind a slash.
enum SlashCommand: String, CaseIterable, Sendable {
    case help, model, effort, image, file, attach, detach, tools, why, raw, usage, retry, undo, edit, system, new, save,
        open
    case export, copy, compare, record, key, quit

    /// How it is written.
    var usage: String {
        switch self {
        case .model: "/model [NAME [EFFORT]]"
        case .effort: "/effort [LEVEL]"
        case .image: "/image PATH|URL"
        case .file: "/file PATH"
        case .detach: "/detach N"
        case .tools: "/tools [on|off NAME]"
        case .why: "/why [N]"
        case .raw: "/raw [N]"
        case .retry: "/retry [MODEL]"
        case .system: "/system [TEXT]"
        case .save: "/save NAME"
        case .open: "/open [ID]"
        case .export: "/export FILE.md|FILE.json"
        case .copy: "/copy [N] [FILE]"
        case .compare: "/compare MODEL MODEL"
        case .record: "/record CASSETTE|stop"
        default: "/" + rawValue
        }
    }

    /// What it does.
    var summary: String {
        switch self {
        case .help: "This list."
        case .model: "Go on with another model; without a name, choose one."
        case .effort: "How hard the model thinks."
        case .image: "Attach an image to the next message."
        case .file: "Put a text file before the next message."
        case .attach: "What is attached."
        case .detach: "Take an attachment off."
        case .tools: "The tools the model may call."
        case .why: "What the model thought before its reply."
        case .raw: "A reply as the model wrote it."
        case .usage: "Tokens and cost of the conversation."
        case .retry: "Ask the last message again, perhaps of another model."
        case .undo: "Forget the last message and its reply."
        case .edit: "Write the last message anew in $EDITOR (Ctrl-G)."
        case .system: "Instructions from here on; without text, the present ones."
        case .new: "Start a new conversation."
        case .save: "Give the conversation a name."
        case .open: "Go on with another conversation."
        case .export: "Write the conversation to a file."
        case .copy: "Copy a reply to the clipboard of the terminal, or to a file."
        case .compare: "Ask two models the last message, and go on with one."
        case .record: "Record what goes over the wire from here on."
        case .key: "Where the key comes from."
        case .quit: "Leave (Ctrl-D)."
        }
    }

    /// A line that was typed.
    enum Input: Sendable, Hashable {
        case message(String)
        case command(SlashCommand, String)
        /// A slash and a word that is no command.
        case unknown(String)
        case nothing
    }

    /// What a line means. `//` sends a slash to the model. A path is no command; what becomes of it is up to the chat.
    static func parse(_ line: String) -> Input {
        let text = line.trimmingWhitespace
        guard !text.isEmpty else { return .nothing }
        guard text.hasPrefix("/") else { return .message(line) }
        if text.hasPrefix("//") { return .message(String(text.dropFirst())) }
        let word = text.dropFirst().prefix { !$0.isWhitespace }
        guard let command = SlashCommand(rawValue: String(word)) else { return .unknown(String(word)) }
        return .command(command, String(text.dropFirst(1 + word.count)).trimmingWhitespace)
    }

    /// The command that a wrong word may stand for.
    static func suggestion(for word: String) -> SlashCommand? {
        EditDistance.suggestion(for: word, among: allCases.map(\.rawValue)).flatMap(SlashCommand.init)
    }
}

extension String {
    /// The text without the white space around it.
    var trimmingWhitespace: String {
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace })
        else {
            return ""
        }
        return String(self[start...end])
    }
}
