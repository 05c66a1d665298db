#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension LanguageModelSession {
    /// A turn that cannot go on, for a reason that lies in the session and not in the model's provider.
    public enum Error: LanguageModelFailure, Equatable, Hashable, CustomDebugStringConvertible {
        /// A request was made while another was under way; a session answers one at a time.
        case concurrentRequests
        /// The transcript was changed from outside while a request was under way.
        case transcriptMutationWhileResponding
        /// The backend's stream ended without saying why, so the answer may be cut off.
        case incompleteStream(partial: PartialOutput)
        /// The model still called tools after the most rounds that the session allows.
        case toolRoundLimitExceeded(limit: Int)
        /// The session's profile names no model.
        case profileWithoutModel
        /// A tool call was required of a session that has no tools.
        case toolCallRequiredWithoutTools
        /// The model called a tool that the session does not have, or with arguments that are no value of its schema,
        /// and the session is set to fail on that.
        case invalidToolCall(toolName: String, reason: String)
        /// The model called a tool although it was offered none.
        case toolCallWithoutTools(toolName: String)
        /// A tool of the app cannot be offered to a model. Nothing was sent.
        case invalidTool(toolName: String, reason: String)
        /// An approval hook ended the turn at a tool call.
        case toolCallStopped(toolName: String)

        /// What kind of failure it is.
        public var category: FailureCategory {
            switch self {
            case .concurrentRequests, .transcriptMutationWhileResponding, .toolCallRequiredWithoutTools,
                .profileWithoutModel, .invalidTool:
                .configuration
            case .incompleteStream: .incompleteStream
            case .toolRoundLimitExceeded, .invalidToolCall, .toolCallWithoutTools, .toolCallStopped: .toolFailed
            }
        }

        /// Whether and when another try makes sense.
        public var retryAdvice: RetryAdvice {
            if case .incompleteStream = self { .backoff } else { .never }
        }

        /// What the server said, capped and without secrets.
        public var evidence: FailureEvidence? { nil }

        /// What had been received when it failed.
        public var partial: PartialOutput? {
            if case .incompleteStream(let partial) = self { partial } else { nil }
        }

        /// What happened, in words for a developer.
        public var debugDescription: String {
            switch self {
            case .concurrentRequests:
                "The session is still answering. Wait until isResponding is false, or use another session."
            case .transcriptMutationWhileResponding:
                "The transcript was changed while the session was answering. Change it between requests."
            case .incompleteStream(let partial):
                "The answer ended before it was complete, after \(partial.text.count) characters. Try again."
            case .toolRoundLimitExceeded(let limit):
                "The model still called tools after \(limit) rounds. "
                    + "Raise toolCallingPolicy.maximumRounds, or tell the model when to stop."
            case .profileWithoutModel: "The session's profile names no model. Add .model(_:) to it."
            case .toolCallRequiredWithoutTools:
                "A tool call is required, but the session has no tools. Give it one, or allow an answer without."
            case .invalidToolCall(let name, let reason):
                "The model's call of the tool \"\(name)\" cannot be run: \(reason)"
            case .toolCallWithoutTools(let name):
                "The model called the tool \"\(name)\", and was offered none. Ask again, or give the session its tools."
            case .invalidTool(let name, let reason): "The tool \"\(name)\" cannot be offered to a model. \(reason)"
            case .toolCallStopped(let name):
                "The turn was stopped at the call of the tool \"\(name)\"."
            }
        }

        /// What happened and what to do about it, in a sentence or two for a person.
        public var errorDescription: String? { debugDescription }
    }

    /// A tool threw while it ran.
    public struct ToolCallError: LanguageModelFailure {
        /// The tool.
        public var tool: any Tool
        /// What it threw.
        public var underlyingError: any Swift.Error

        /// Makes an error.
        public init(tool: any Tool, underlyingError: any Swift.Error) {
            self.tool = tool
            self.underlyingError = underlyingError
        }

        /// What kind of failure it is.
        public var category: FailureCategory { .toolFailed }
        /// Whether and when another try makes sense.
        public var retryAdvice: RetryAdvice { .never }
        /// What the server said, capped and without secrets.
        public var evidence: FailureEvidence? { nil }
        /// What had been received when it failed.
        public var partial: PartialOutput? { nil }
        /// What happened and what to do about it, in a sentence or two for a person.
        public var errorDescription: String? {
            "The tool \"\(tool.name)\" failed: \((underlyingError as? LocalizedError)?.errorDescription ?? "\(underlyingError)")"
        }
    }

    /// A tool took longer than the session's policy allows.
    public struct ToolTimeoutError: Swift.Error, Equatable, LocalizedError {
        /// How long it was given.
        public var limit: Duration

        /// Makes an error.
        public init(limit: Duration) { self.limit = limit }

        /// What happened and what to do about it, in a sentence or two for a person.
        public var errorDescription: String? { "It gave no answer within \(limit)." }
    }

    /// What becomes of the transcript when a turn fails, is cancelled or is let go of.
    public struct TranscriptErrorHandlingPolicy: Sendable, Hashable {
        private let name: String
        /// The transcript goes back to what it was before the request. The default.
        public static let revertTranscript = TranscriptErrorHandlingPolicy(name: "revert")
        /// The transcript keeps the prompt and all that had come; what was cut off is left out where it could not be
        /// sent again, so that the session can go on.
        public static let preserveTranscript = TranscriptErrorHandlingPolicy(name: "preserve")
    }
}
