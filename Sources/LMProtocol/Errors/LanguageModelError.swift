#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The failures that every model can have. A provider's own error type covers the rest.
public enum LanguageModelError: LanguageModelFailure, CustomDebugStringConvertible {
    /// The conversation does not fit in the model's context.
    case contextSizeExceeded(ContextSizeExceeded)
    /// The server asks to wait.
    case rateLimited(RateLimited)
    /// A content filter stopped the request or the answer.
    case guardrailViolation(GuardrailViolation)
    /// The model refused where a value of a schema was asked for.
    case refusal(Refusal)
    /// The model cannot do what was asked.
    case unsupportedCapability(UnsupportedCapability)
    /// The transcript holds what the model cannot take.
    case unsupportedTranscriptContent(UnsupportedTranscriptContent)
    /// The schema holds what the model cannot keep to.
    case unsupportedGenerationGuide(UnsupportedGenerationGuide)
    /// The model does not speak the language.
    case unsupportedLanguageOrLocale(UnsupportedLanguageOrLocale)
    /// Nothing came for too long.
    case timeout(Timeout)

    /// What every case carries besides its own facts.
    public struct Context: Sendable {
        /// Advice on another try; `nil` takes the case's own.
        public var retryAdvice: RetryAdvice?
        /// What the server said.
        public var evidence: FailureEvidence?
        /// What had been received.
        public var partial: PartialOutput?
        /// A closer category than the case's own, such as an exhausted quota behind a rate limit; `nil` for the case's.
        public var category: FailureCategory?

        /// Makes a context.
        public init(
            retryAdvice: RetryAdvice? = nil, evidence: FailureEvidence? = nil, partial: PartialOutput? = nil,
            category: FailureCategory? = nil
        ) {
            self.retryAdvice = retryAdvice
            self.evidence = evidence
            self.partial = partial
            self.category = category
        }
    }

    /// What a context that is too small comes with.
    public struct ContextSizeExceeded: Sendable {
        /// The model's context window in tokens; 0 where it is not known.
        public var contextSize: Int
        /// The tokens of the request; 0 where they are not known.
        public var tokenCount: Int
        /// What happened, in words for a developer.
        public var debugDescription: String
        /// What else is known, by name.
        public var metadata: [String: any Sendable]
        /// Advice, evidence and partial output.
        public var context: Context

        /// Makes a value.
        public init(
            contextSize: Int, tokenCount: Int, debugDescription: String, metadata: [String: any Sendable] = [:],
            context: Context = Context()
        ) {
            self.contextSize = contextSize
            self.tokenCount = tokenCount
            self.debugDescription = debugDescription
            self.metadata = metadata
            self.context = context
        }
    }

    /// What a rate limit comes with.
    public struct RateLimited: Sendable {
        /// When to try again; `nil` where the server does not say.
        public var resetDate: Date?
        /// What happened, in words for a developer.
        public var debugDescription: String
        /// What else is known, by name.
        public var metadata: [String: any Sendable]
        /// Advice, evidence and partial output.
        public var context: Context

        /// Makes a value.
        public init(
            resetDate: Date?, debugDescription: String, metadata: [String: any Sendable] = [:],
            context: Context = Context()
        ) {
            self.resetDate = resetDate
            self.debugDescription = debugDescription
            self.metadata = metadata
            self.context = context
        }
    }

    /// What a content filter comes with.
    public struct GuardrailViolation: Sendable {
        /// What happened, in words for a developer.
        public var debugDescription: String
        /// What else is known, by name.
        public var metadata: [String: any Sendable]
        /// Advice, evidence and partial output.
        public var context: Context

        /// Makes a value.
        public init(
            debugDescription: String, metadata: [String: any Sendable] = [:], context: Context = Context()
        ) {
            self.debugDescription = debugDescription
            self.metadata = metadata
            self.context = context
        }
    }

    /// What a refusal comes with.
    public struct Refusal: Sendable {
        /// The model's words.
        public var explanationText: String
        /// What happened, in words for a developer.
        public var debugDescription: String
        /// What else is known, by name.
        public var metadata: [String: any Sendable]
        /// Advice, evidence and partial output.
        public var context: Context

        /// Makes a value.
        public init(
            explanation: String, debugDescription: String, metadata: [String: any Sendable] = [:],
            context: Context = Context()
        ) {
            explanationText = explanation
            self.debugDescription = debugDescription
            self.metadata = metadata
            self.context = context
        }
    }

    /// What a missing capability comes with.
    public struct UnsupportedCapability: Sendable {
        /// What the model cannot do.
        public var capability: LanguageModelCapabilities.Capability
        /// What happened, in words for a developer.
        public var debugDescription: String
        /// What else is known, by name.
        public var metadata: [String: any Sendable]

        /// Makes a value.
        public init(
            capability: LanguageModelCapabilities.Capability, debugDescription: String,
            metadata: [String: any Sendable] = [:]
        ) {
            self.capability = capability
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// What content that a model cannot take comes with.
    public struct UnsupportedTranscriptContent: Sendable {
        /// The entries that hold it.
        public var unsupportedContent: [Transcript.Entry]
        /// What happened, in words for a developer.
        public var debugDescription: String
        /// What else is known, by name.
        public var metadata: [String: any Sendable]

        /// Makes a value.
        public init(
            unsupportedContent: [Transcript.Entry], debugDescription: String, metadata: [String: any Sendable] = [:]
        ) {
            self.unsupportedContent = unsupportedContent
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// What a schema that a model cannot keep to comes with.
    public struct UnsupportedGenerationGuide: Sendable {
        /// The name of the schema.
        public var schemaName: String?
        /// What happened, in words for a developer.
        public var debugDescription: String
        /// What else is known, by name.
        public var metadata: [String: any Sendable]

        /// Makes a value.
        public init(schemaName: String?, debugDescription: String, metadata: [String: any Sendable] = [:]) {
            self.schemaName = schemaName
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// What a language that a model does not speak comes with.
    public struct UnsupportedLanguageOrLocale: Sendable {
        /// The language.
        public var languageCode: Locale.LanguageCode
        /// What happened, in words for a developer.
        public var debugDescription: String
        /// What else is known, by name.
        public var metadata: [String: any Sendable]

        /// Makes a value.
        public init(
            languageCode: Locale.LanguageCode, debugDescription: String, metadata: [String: any Sendable] = [:]
        ) {
            self.languageCode = languageCode
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// What a timeout comes with.
    public struct Timeout: Sendable {
        /// What happened, in words for a developer.
        public var debugDescription: String
        /// What else is known, by name.
        public var metadata: [String: any Sendable]
        /// The stretch of the request in which time ran out.
        public var phase: FailurePhase
        /// Advice, evidence and partial output.
        public var context: Context

        /// Makes a value.
        public init(
            debugDescription: String, metadata: [String: any Sendable] = [:], phase: FailurePhase = .idle,
            context: Context = Context()
        ) {
            self.debugDescription = debugDescription
            self.metadata = metadata
            self.phase = phase
            self.context = context
        }
    }
}

extension LanguageModelError {
    /// What kind of failure it is.
    public var category: FailureCategory {
        if let category = context?.category { return category }
        return switch self {
        case .contextSizeExceeded: .contextSize
        case .rateLimited: .rateLimited
        case .guardrailViolation: .guardrail
        case .refusal: .refusal
        case .unsupportedCapability, .unsupportedTranscriptContent, .unsupportedGenerationGuide,
            .unsupportedLanguageOrLocale:
            .invalidRequest
        case .timeout(let timeout): .timeout(timeout.phase)
        }
    }

    /// Whether and when another try makes sense.
    public var retryAdvice: RetryAdvice {
        switch self {
        case .rateLimited, .timeout: context?.retryAdvice ?? .backoff
        default: context?.retryAdvice ?? .never
        }
    }

    /// What the server said, capped and without secrets.
    public var evidence: FailureEvidence? { context?.evidence }
    /// What had been received when it failed.
    public var partial: PartialOutput? { context?.partial }

    private var context: Context? {
        switch self {
        case .contextSizeExceeded(let payload): payload.context
        case .rateLimited(let payload): payload.context
        case .guardrailViolation(let payload): payload.context
        case .refusal(let payload): payload.context
        case .timeout(let payload): payload.context
        case .unsupportedCapability, .unsupportedTranscriptContent, .unsupportedGenerationGuide,
            .unsupportedLanguageOrLocale:
            nil
        }
    }

    /// What happened, in words for a developer.
    public var debugDescription: String {
        switch self {
        case .contextSizeExceeded(let payload): payload.debugDescription
        case .rateLimited(let payload): payload.debugDescription
        case .guardrailViolation(let payload): payload.debugDescription
        case .refusal(let payload): payload.debugDescription
        case .unsupportedCapability(let payload): payload.debugDescription
        case .unsupportedTranscriptContent(let payload): payload.debugDescription
        case .unsupportedGenerationGuide(let payload): payload.debugDescription
        case .unsupportedLanguageOrLocale(let payload): payload.debugDescription
        case .timeout(let payload): payload.debugDescription
        }
    }

    /// What happened and what to do about it, in a sentence or two for a person.
    public var errorDescription: String? { debugDescription }
}
