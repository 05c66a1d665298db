/// What a server's word for the end of an answer means.
enum FinishWord: Sendable {
    case stop, toolCalls, length, contentFilter, failed, overloaded, invalidOutput, other

    /// Reads a word.
    init(_ word: String) {
        switch word.lowercased() {
        case "stop", "eos", "end_turn", "stop_sequence": self = .stop
        case "tool_calls", "function_call": self = .toolCalls
        case "length", "max_tokens", "model_length": self = .length
        case "content_filter", "sensitive", "safety": self = .contentFilter
        case "error": self = .failed
        case "network_error", "insufficient_system_resource": self = .overloaded
        case let word where word.hasPrefix("function_call_filter") || word.hasPrefix("malformed_function_call"):
            self = .invalidOutput
        default: self = .other
        }
    }

    /// What becomes of what is open.
    var closing: OpenCall.Closing {
        switch self {
        case .stop, .toolCalls: .whole
        case .length, .other: .limit
        case .contentFilter, .failed, .overloaded, .invalidOutput: .broken
        }
    }
}
