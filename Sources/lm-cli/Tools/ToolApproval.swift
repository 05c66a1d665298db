/// Whether a person is asked before a tool runs.
enum ToolApproval: String, CaseIterable, Sendable {
    /// Before each call, unless the person has said "always".
    case ask
    /// Every call runs.
    case auto
    /// No call runs.
    case never

    /// What a person answers.
    enum Answer: Sendable, Hashable {
        case run, refuse
        /// This tool may run without asking from now on.
        case always
        /// The whole call is to be shown first.
        case show
        /// The reply is to end here.
        case stop
    }
}
