/// How a wait is shown on standard error.
enum Progress: Sendable, Hashable {
    /// One line, rewritten in place.
    case line
    /// Words that stay, for a screen reader or a terminal that cannot rewrite.
    case words
    /// Not at all.
    case hidden

    /// How often the line is rewritten at most.
    static let lineInterval = Duration.milliseconds(250)
    /// How often a wait without a line says that it goes on.
    static let wordInterval = Duration.seconds(15)

    /// Decides from the stream, the option and the environment.
    static func decide(stream: StreamProfile, isTurnedOff: Bool, isQuiet: Bool, environment: Environment) -> Progress {
        guard stream.isTerminal, !isQuiet else { return .hidden }
        let wantsWords = isTurnedOff || environment.isOn("LM_NO_PROGRESS") || environment.isOn("ACCESSIBLE")
        return wantsWords || !stream.movesCursor ? .words : .line
    }
}
