#if os(Linux)
    import Foundation
    import LMProtocol

    extension SystemLanguageModel {
        /// No model says how many tokens a text has before it is sent.
        public struct TokensNotCounted: LanguageModelFailure {
            /// The app is to be changed.
            public var category: FailureCategory { .configuration }
            /// The same call fails again.
            public var retryAdvice: RetryAdvice { .never }
            /// None: nothing was sent.
            public var evidence: FailureEvidence? { nil }
            /// None: nothing was sent.
            public var partial: PartialOutput? { nil }
            /// What happened and what to do about it.
            public var errorDescription: String? {
                "Nothing here counts tokens before they are sent. Give SystemLanguageModel.register(_:tokenCounter:) "
                    + "what does, or read the usage of the answer."
            }
        }

        private func count(_ text: @autoclosure () -> String) async throws -> Int {
            guard let counter = RegisteredModel.system.tokenCounter else { throw TokensNotCounted() }
            return try await counter(text())
        }

        /// The tokens of a prompt, as the counter counts them that was registered.
        ///
        /// Throws ``TokensNotCounted`` where there is none.
        public func tokenCount(for prompt: some PromptRepresentable) async throws -> Int {
            try await count(prompt.promptRepresentation.words)
        }

        /// The tokens of instructions.
        public func tokenCount(for instructions: Instructions) async throws -> Int {
            try await count(instructions.words)
        }

        /// The tokens of tools: their names, descriptions and schemas.
        public func tokenCount(for tools: [any Tool]) async throws -> Int {
            try await count(
                tools.map { "\($0.name)\n\($0.description)\n\($0.parameters.jsonSchema.text())" }
                    .joined(separator: "\n"))
        }

        /// The tokens of a schema.
        public func tokenCount(for schema: GenerationSchema) async throws -> Int {
            try await count(schema.jsonSchema.text())
        }

        /// The tokens of entries of a transcript.
        public func tokenCount(for transcriptEntries: some Collection<Transcript.Entry>) async throws -> Int {
            try await count(transcriptEntries.map(\.description).joined(separator: "\n"))
        }
    }
#endif
