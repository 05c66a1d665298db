#if os(Linux)
    import LMProtocol

    /// What a tool answered, in the first version of Foundation Models: text or generated content.
    @available(*, deprecated, message: "a tool returns its answer itself: a String or a @Generable value")
    public struct ToolOutput: PromptRepresentable, Sendable {
        /// The answer as a prompt.
        public let promptRepresentation: Prompt

        /// An answer in words.
        public init(_ text: String) { promptRepresentation = Prompt(text) }

        /// An answer that is a value.
        public init(_ content: GeneratedContent) { promptRepresentation = Prompt(content) }
    }
#endif
