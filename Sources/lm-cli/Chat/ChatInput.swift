/// Where a chat's messages come from: a person at a terminal, or lines of a file.
protocol ChatInput: Sendable {
    /// The next thing that is said; waits for it.
    nonisolated(nonsending) func next() async -> ChatEvent
    /// Waits until the person wants the reply to stop. Gives up where the task is cancelled.
    nonisolated(nonsending) func waitForStop() async
    /// Asks for one key while a reply comes, which is watched with ``waitForStop()``. `nil` where there is nobody to ask.
    nonisolated(nonsending) func key(after question: String) async -> Key?
    /// Leaves the terminal to another program while work runs.
    nonisolated(nonsending) func suspended<Value>(_ work: () async throws -> Value) async rethrows -> Value
    /// Puts text where the next message is typed.
    func prefill(_ text: String)
    /// Chooses one of some lines; `nil` where nothing was chosen or cannot be.
    nonisolated(nonsending) func choose(_ question: String, among options: [String]) async -> Int?
    /// Puts the terminal back.
    func close()
}

/// What comes from a person between two replies.
enum ChatEvent: Sendable, Hashable {
    /// A message or a command.
    case line(String)
    /// Ctrl-C where nothing was typed.
    case interrupt
    /// Ctrl-D, or the end of the file.
    case end
    /// Edit the message with the person's own editor.
    case edit(String)
}
