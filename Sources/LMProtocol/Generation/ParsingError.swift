import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension GeneratedContent {
    /// Generated text that is no JSON, or a value that is not of the type it is read as.
    public struct ParsingError: LanguageModelFailure, CustomDebugStringConvertible {
        private enum Source: Sendable {
            case text(String)
            case content(GeneratedContent)
        }
        private let source: Source
        let reason: String
        /// What it came from, if another error.
        public let underlyingError: (any Error)?
        /// Where in the value it is, as a JSON pointer such as `/days/0/city`; empty at the root.
        public private(set) var path: String

        /// Makes an error. The description says what was expected and what was found.
        public init(
            rawContent: String, underlyingError: (any Error)? = nil, debugDescription: String, path: String = ""
        ) {
            source = .text(rawContent)
            self.underlyingError = underlyingError
            reason = debugDescription
            self.path = path
        }

        /// Makes an error of content whose text is built only if someone reads it: a stream meets such errors once a
        /// snapshot and drops them.
        init(content: GeneratedContent, underlyingError: (any Error)? = nil, debugDescription: String) {
            source = .content(content)
            self.underlyingError = underlyingError
            reason = debugDescription
            path = ""
        }

        /// The text that was read, or the JSON of the value.
        public var rawContent: String {
            switch source {
            case .text(let text): text
            case .content(let content): content.jsonString
            }
        }

        /// What was expected and what was found, and where.
        public var debugDescription: String { path.isEmpty ? reason : "\(reason) At \(path)." }
        /// What is wrong, in words.
        public var errorDescription: String? { debugDescription }
        /// The output is invalid, whoever made it.
        public var category: FailureCategory { .outputInvalid }
        /// The same request fails in the same way, or may succeed by chance: there is no advice to try it again.
        public var retryAdvice: RetryAdvice { .never }
        /// None: what is wrong is in the output, not in the response.
        public var evidence: FailureEvidence? { nil }
        /// The text, which is all that was received.
        public var partial: PartialOutput? { PartialOutput(text: rawContent) }

        /// The error of a part, as the whole sees it: the part's name stands before its path.
        func located(at name: String) -> ParsingError {
            var error = self
            error.path = "/\(JSONPointer.Token.key(name))\(path)"
            return error
        }
    }
}
