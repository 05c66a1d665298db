#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension GenerationSchema {
    /// What is wrong with a schema itself, before any value is generated.
    public enum SchemaError: LanguageModelFailure, CustomDebugStringConvertible, Hashable {
        /// Two different schemas have one name.
        case duplicateType(schema: String?, type: String, context: Context)
        /// An object has two properties of one name.
        case duplicateProperty(schema: String, property: String, context: Context)
        /// A choice has nothing to choose from.
        case emptyTypeChoices(schema: String, context: Context)
        /// A reference leads nowhere.
        case undefinedReferences(schema: String?, references: [String], context: Context)
        /// JSON Schema that cannot be expressed. The pointer names the place in the schema.
        case inexpressible(schema: String?, pointer: String, context: Context)

        /// What else there is to say.
        public struct Context: Sendable, Hashable {
            /// What is wrong and what to do, in a sentence.
            public var debugDescription: String

            /// Makes a context.
            public init(debugDescription: String) { self.debugDescription = debugDescription }
        }

        private var context: Context {
            switch self {
            case .duplicateType(_, _, let context), .duplicateProperty(_, _, let context),
                .emptyTypeChoices(_, let context), .undefinedReferences(_, _, let context),
                .inexpressible(_, _, let context):
                context
            }
        }

        /// What is wrong, where, and what to do.
        public var debugDescription: String { context.debugDescription }
        /// What is wrong, in words.
        public var errorDescription: String? { debugDescription }
        /// The request is at fault: it is not sent.
        public var category: FailureCategory { .invalidRequest }
        /// The schema has to be changed first.
        public var retryAdvice: RetryAdvice { .never }
        /// None: nothing was sent.
        public var evidence: FailureEvidence? { nil }
        /// None: nothing was sent.
        public var partial: PartialOutput? { nil }
    }
}
