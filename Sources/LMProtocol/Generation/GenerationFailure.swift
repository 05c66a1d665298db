import LMJSON

/// A model's output that is not what its schema asks for.
public enum GenerationFailure: LanguageModelFailure, CustomDebugStringConvertible {
    /// The output came to its end, and does not keep to the schema.
    case outputInvalid(OutputInvalid)
    /// The output was cut off, as by a limit on tokens.
    case outputTruncated(OutputTruncated)

    /// Output that does not keep to its schema.
    public struct OutputInvalid: Sendable {
        /// The name of the schema.
        public var schemaName: String?
        /// What is wrong, and where: never empty.
        public var mismatches: [SchemaMismatch]
        /// The text as the model wrote it.
        public var rawText: String
        /// The value, where the text is JSON.
        public var content: GeneratedContent?

        /// Makes a value.
        public init(
            schemaName: String? = nil, mismatches: [SchemaMismatch], rawText: String, content: GeneratedContent? = nil
        ) {
            self.schemaName = schemaName
            self.mismatches = mismatches
            self.rawText = rawText
            self.content = content
        }
    }

    /// Output that was cut off.
    public struct OutputTruncated: Sendable {
        /// The name of the schema.
        public var schemaName: String?
        /// The text as far as it came.
        public var rawText: String
        /// What of the value is there; `nil` where the text ends before it begins.
        public var content: GeneratedContent?

        /// Makes a value.
        public init(schemaName: String? = nil, rawText: String, content: GeneratedContent? = nil) {
            self.schemaName = schemaName
            self.rawText = rawText
            self.content = content
        }
    }
}

extension GenerationFailure {
    /// The output is invalid, whoever made it.
    public var category: FailureCategory { .outputInvalid }
    /// The same request fails in the same way, or may succeed by chance: there is no advice to try it again.
    public var retryAdvice: RetryAdvice { .never }
    /// None: what is wrong is in the output, not in the response.
    public var evidence: FailureEvidence? { nil }

    /// The text that the model wrote.
    public var partial: PartialOutput? {
        switch self {
        case .outputInvalid(let failure): PartialOutput(text: failure.rawText)
        case .outputTruncated(let failure): PartialOutput(text: failure.rawText)
        }
    }

    /// What is wrong, and where, without the output itself.
    public var debugDescription: String {
        switch self {
        case .outputInvalid(let failure):
            "The model's output does not keep to the schema\(Self.named(failure.schemaName)): "
                + failure.mismatches.map(\.description).joined(separator: "; ")
        case .outputTruncated(let failure):
            "The model's output\(Self.named(failure.schemaName)) was cut off before it was whole. "
                + "A higher limit on response tokens may help."
        }
    }

    /// What is wrong, in words.
    public var errorDescription: String? { debugDescription }

    private static func named(_ name: String?) -> String { name.map { " '\($0)'" } ?? "" }
}
