extension LanguageModelSession {
    /// How a session runs the tools that the model calls.
    public struct ToolCallingPolicy: Sendable {
        /// The most rounds of tool calls in one turn. At the next call the turn ends with
        /// ``LanguageModelSession/Error/toolRoundLimitExceeded(limit:)`` and all outputs so far in the transcript.
        public var maximumRounds: Int
        /// What becomes of a call that cannot be run.
        public var invalidCalls: InvalidCalls
        /// How long one call may take on ``clock``; `nil` is for ever.
        public var timeout: Duration?
        /// Asked before each call; without it, every call runs.
        public var approval: (@Sendable (Transcript.ToolCall) async throws -> Approval)?
        /// The clock of the timeout.
        public var clock: any Clock<Duration>

        /// What becomes of a call of an unknown tool, or with arguments that are cut off or no value of the schema.
        /// Such a call is never run.
        public enum InvalidCalls: Sendable, Hashable {
            /// The model gets a description of the error as the call's output, and goes on.
            case describeToModel
            /// The turn fails with ``LanguageModelSession/Error/invalidToolCall(toolName:reason:)``.
            case fail
        }

        /// The answer of an approval hook.
        public enum Approval: Sendable, Hashable {
            /// The tool runs.
            case run
            /// The tool does not run; the model is told why, and goes on.
            case refuse(reason: String)
            /// The turn ends with ``LanguageModelSession/Error/toolCallStopped(toolName:)``.
            case stop
        }

        /// Makes a policy.
        public init(
            maximumRounds: Int = 16, invalidCalls: InvalidCalls = .describeToModel, timeout: Duration? = nil,
            clock: any Clock<Duration> = ContinuousClock(),
            approval: (@Sendable (Transcript.ToolCall) async throws -> Approval)? = nil
        ) {
            self.maximumRounds = maximumRounds
            self.invalidCalls = invalidCalls
            self.timeout = timeout
            self.clock = clock
            self.approval = approval
        }
    }
}
