/// A failure as a person sees it: what happened, what to do next, and the exit code that says the same to a script.
struct CLIError: Error, Sendable, Hashable {
    /// How the process ends.
    var code: ExitCode
    /// What happened, in one line, without the tool's name in front.
    var message: String
    /// What to do about it; mostly one line.
    var hints: [String]
    /// The kind of failure in JSON, in camel case.
    var kind: String
    /// What else the JSON error carries.
    var details: Details

    /// What a server said and what had come, for the JSON error.
    struct Details: Sendable, Hashable {
        /// The HTTP status.
        var status: Int?
        /// The server's own code.
        var code: String?
        /// The server's identifier of the request.
        var requestID: String?
        /// The seconds to wait before another try.
        var retryAfter: Double?
        /// Whether another try makes sense.
        var isRetryable = false
        /// The answer's text before the failure.
        var partial: String?
    }

    /// Makes an error.
    init(
        _ code: ExitCode, _ message: String, hint: String? = nil, hints: [String] = [], kind: String? = nil,
        details: Details = Details()
    ) {
        self.code = code
        self.message = message
        self.hints = (hint.map { [$0] } ?? []) + hints
        self.kind = kind ?? Self.kind(for: code)
        self.details = details
    }

    /// What could not be written: a file by its name, or standard output.
    init(cannotWrite error: SystemError) {
        if let path = error.path {
            self.init(.cannotCreate, "cannot write \(path): \(error).")
        } else {
            self.init(.cutOff, "cannot write to standard output: \(error).")
        }
    }

    /// A wrong command line.
    static func usage(_ message: String, hint: String? = nil) -> CLIError { CLIError(.usage, message, hint: hint) }

    /// A reply that calls more tools than it may.
    static func tooManyToolCalls(_ limit: Int) -> CLIError {
        CLIError(
            .negative, "stopped after \(limit) tool call\(limit == 1 ? "" : "s"): the model wants more.",
            hint: "Allow more with --max-tool-calls N, or tell the model when to stop.", kind: "toolFailed")
    }

    /// The kind that an exit code stands for where no failure of a model is behind it.
    private static func kind(for code: ExitCode) -> String {
        switch code {
        case .usage: "usage"
        case .data: "data"
        case .noInput: "notFound"
        case .cannotCreate: "cannotCreate"
        case .cutOff: "incompleteStream"
        case .unavailable: "transport"
        case .tryLater, .totalTimeout: "timeout"
        case .key: "authentication"
        case .configuration: "configuration"
        case .replayMiss: "replayMiss"
        case .contentFilter: "guardrail"
        case .protocolViolation: "malformedResponse"
        case .interrupt, .terminated, .hangup, .brokenPipe: "cancelled"
        case .negative: "negative"
        case .software, .success: "internal"
        }
    }
}
