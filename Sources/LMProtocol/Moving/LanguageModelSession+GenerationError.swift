#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension LanguageModelSession {
    /// The errors of the first version of Foundation Models, so that code which names them still compiles.
    ///
    /// Nothing throws them, here as in the later versions of Foundation Models: what a model or its provider throws is a
    /// ``LanguageModelError`` or another ``LanguageModelFailure``.
    @available(
        *, deprecated,
        message:
            "nothing throws it; catch LanguageModelError, LanguageModelSession.Error and GeneratedContent.ParsingError"
    )
    public enum GenerationError: Swift.Error, LocalizedError {
        /// ``LanguageModelError/contextSizeExceeded(_:)``.
        case exceededContextWindowSize(Context)
        /// The model is not there.
        case assetsUnavailable(Context)
        /// ``LanguageModelError/guardrailViolation(_:)``.
        case guardrailViolation(Context)
        /// ``LanguageModelError/unsupportedGenerationGuide(_:)``.
        case unsupportedGuide(Context)
        /// ``LanguageModelError/unsupportedLanguageOrLocale(_:)``.
        case unsupportedLanguageOrLocale(Context)
        /// ``GeneratedContent/ParsingError``.
        case decodingFailure(Context)
        /// ``LanguageModelError/rateLimited(_:)``.
        case rateLimited(Context)
        /// ``LanguageModelSession/Error/concurrentRequests``.
        case concurrentRequests(Context)
        /// ``LanguageModelError/refusal(_:)``.
        case refusal(Refusal, Context)

        /// What else there is to say.
        public struct Context: Sendable {
            /// What happened, in words for a developer.
            public let debugDescription: String

            /// Makes a context.
            public init(debugDescription: String) { self.debugDescription = debugDescription }
        }

        /// A refusal, with the model's words.
        public struct Refusal: Sendable {
            private let refusal: LanguageModelError.Refusal

            /// Makes a refusal whose words are those of a transcript.
            public init(transcriptEntries: [Transcript.Entry]) {
                refusal = LanguageModelError.Refusal(
                    explanation: transcriptEntries.map(\.description).joined(separator: "\n"), debugDescription: "")
            }

            /// The model's words.
            public var explanation: Response<String> { get async throws { try await refusal.explanation } }
            /// The model's words, as a stream that has them all at once.
            public var explanationStream: ResponseStream<String> { refusal.explanationStream }
        }

        private var context: Context {
            switch self {
            case .exceededContextWindowSize(let context), .assetsUnavailable(let context),
                .guardrailViolation(let context), .unsupportedGuide(let context),
                .unsupportedLanguageOrLocale(let context), .decodingFailure(let context), .rateLimited(let context),
                .concurrentRequests(let context), .refusal(_, let context):
                context
            }
        }

        /// What happened.
        public var errorDescription: String? { context.debugDescription }
        /// Why it happened; not known.
        public var failureReason: String? { nil }
        /// What to do; see the error that is thrown in its place.
        public var recoverySuggestion: String? { nil }
    }
}
