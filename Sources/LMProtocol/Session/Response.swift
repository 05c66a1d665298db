extension LanguageModelSession {
    /// Tokens, and money where the server says so.
    public typealias Usage = LMProtocol.Usage

    /// The answer of one turn.
    public struct Response<Content: Generable> {
        /// The answer.
        public let content: Content
        /// The answer as it was generated; for text, a string.
        public let rawContent: GeneratedContent
        /// The entries that this turn added to the transcript: the prompt's answer with its reasoning and tool calls.
        public let transcriptEntries: ArraySlice<Transcript.Entry>
        /// The tokens of the turn, over all its rounds.
        public let usage: Usage
        /// Why the model stopped. ``FinishReason/Unified/length`` says that the answer is cut off at a limit.
        public let finishReason: FinishReason
        /// The sources that the answer cites.
        public let citations: [Citation]
        /// What was changed between what was asked and what was sent or served.
        public let adjustments: [Adjustment]
        /// The model that answered, where the server says so; not always the one asked for.
        public let servedModel: String?
        /// The server's identifier of the last response.
        public let responseID: String?
        /// Whether the content is a refusal rather than an answer. A refusal of a value of a schema is thrown instead.
        public let isRefusal: Bool
        /// How many requests the turn took beyond one per round, plus one.
        public let attempts: Int
    }
}

extension LanguageModelSession.Response: Sendable where Content: Sendable {}
