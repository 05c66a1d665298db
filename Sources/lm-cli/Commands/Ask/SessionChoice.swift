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
}
