import LMJSON

/// In which form a failure is told on standard output, besides the words on standard error.
///
/// Read from the bare words of the command line, because a command line that cannot be parsed is a failure too.
enum FailureFormat: Sendable, Hashable {
    /// Not at all.
    case text
    /// As one JSON value.
    case json
    /// As the last line of a stream of events.
    case events

    /// The form that a command line asks for.
    init(words: [String]) {
        let options = words.prefix { $0 != "--" }
        if options.contains("--json") {
            self = .json
        } else if options.contains("--events") || Self.asksForEventView(options) {
            self = .events
        } else {
            self = .text
        }
    }

    private static func asksForEventView(_ words: ArraySlice<String>) -> Bool {
        words.contains("--as=events") || zip(words, words.dropFirst()).contains { $0 == "--as" && $1 == "events" }
    }
}

extension FailureFormat {
    /// Writes a failure to standard output, where that is asked for.
    func write(_ failure: CLIError, to console: Console) throws(SystemError) {
        switch self {
        case .text: break
        case .json: try console.write(json: ErrorJSON.document(of: failure))
        case .events:
            var lines = EventLines(isTimed: false)
            for line in lines.lines(forFailure: failure, at: .zero) { try console.write(json: line) }
        }
    }
}
