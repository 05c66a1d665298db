/// Where the tool keeps its files, after the XDG base directory specification. `LM_HOME` puts them all under one folder.
struct Folders: Sendable {
    /// Settings and keys.
    let configuration: String
    /// Conversations and the history of what was typed.
    let state: String
    /// What can be fetched again.
    let cache: String

    /// The folders of an environment. Without a home folder they are below the current one.
    init(environment: Environment) {
        if let home = environment["LM_HOME"] {
            (configuration, state, cache) = (home, home, home + "/cache")
            return
        }
        let home = environment["HOME"] ?? "."
        func folder(_ variable: String, _ standard: String) -> String {
            // The specification says to ignore a path that is not absolute.
            let base = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + standard
            return base + "/lm-cli"
        }
        configuration = folder("XDG_CONFIG_HOME", "/.config")
        state = folder("XDG_STATE_HOME", "/.local/state")
        cache = folder("XDG_CACHE_HOME", "/.cache")
    }

    /// The file of settings.
    var settings: String { configuration + "/config.json5" }
    /// The file of saved keys.
    var keys: String { configuration + "/keys.json" }
    /// The folder of conversations.
    var sessions: String { state + "/sessions" }
    /// The file of the last question that got no answer.
    var question: String { state + "/question.jsonl" }
    /// The file of what was typed in chats.
    var history: String { state + "/history" }
}
