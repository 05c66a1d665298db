import LMReplay

/// The options that make a replay misbehave on purpose, the same way each time.
enum FaultOption: String, Sendable, CaseIterable {
    case cut, status, stall, corrupt

    /// What the option takes, to stand behind "takes".
    var expectation: String {
        switch self {
        case .cut: "a number of bytes such as 4097, or an event such as event:3"
        case .status: "a status such as 429, 429:2s (with retry-after) or 503*2 (the first two attempts)"
        case .stall: "a time such as 5s, or 2:60s (behind event 2)"
        case .corrupt: "the number of an event"
        }
    }

    /// The fault that a value asks for; `nil` where it is none.
    func fault(_ text: String) -> Fault? {
        switch self {
        case .cut:
            text.hasPrefix("event:") ? Fault("drop:" + text.dropFirst("event:".count)) : Fault("reset:" + text)
        case .status: Fault("status:" + text)
        case .stall: Fault("stall:" + (text.contains(":") ? text : "0:" + text))
        case .corrupt: Fault("corrupt:" + text)
        }
    }
}
