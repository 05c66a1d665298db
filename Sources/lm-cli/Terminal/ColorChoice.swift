/// When text is coloured.
enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never

    /// Whether a stream is coloured. What is asked for on the command line wins; then `LM_COLOR`, `NO_COLOR`, the
    /// variables that force colour, and what the stream is.
    static func isColored(
        isTerminal: Bool, option: ColorChoice?, environment: Environment
    ) -> Bool {
        switch option ?? environment["LM_COLOR"].flatMap(ColorChoice.init) ?? .auto {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        if environment["NO_COLOR"] != nil { return false }
        if environment.isOn("CLICOLOR_FORCE") || environment.isOn("FORCE_COLOR") { return true }
        guard isTerminal, environment["TERM"] != "dumb" else { return false }
        return environment["CLICOLOR"] != "0" && environment["FORCE_COLOR"] != "0"
    }
}
