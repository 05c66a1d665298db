/// Whether and where a conversation is kept.
enum SessionChoice {
    /// The draft that keeps the conversation; `nil` where it is not kept: on request, and where nobody was asked.
    static func draft(
        _ arguments: ParsedArguments, _ environment: Environment, origin: SavedConversation?, isFork: Bool = false
    ) throws(CLIError) -> SessionDraft? {
        guard !arguments.isOff(.save), !environment.isOn("LM_NO_SAVE"), arguments.value(.replay) == nil else {
            return nil
        }
        return SessionDraft(
            store: SessionStore(environment: environment), origin: origin, isFork: isFork || arguments.isOn(.fork))
    }

    /// The conversation to go on with; `nil` for a new one.
    static func origin(
        _ arguments: ParsedArguments, _ environment: Environment
    ) throws(CLIError) -> SavedConversation? {
        let name = arguments.value(.resume) ?? (arguments.isOn(.proceed) ? "last" : nil)
        guard let name else {
            guard !arguments.isOn(.fork) else {
                throw .usage("--fork needs a conversation to copy.", hint: "Such as -c --fork, or -r ID --fork.")
            }
            return nil
        }
        let store = SessionStore(environment: environment)
        return try store.load(store.resolve(name))
    }
}
