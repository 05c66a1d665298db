import LMProtocol
import LMProvider
import LMResponses

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What fails with Grok that no other model shares.
///
/// What all models share is thrown as `LanguageModelError`: rate limits (HTTP 429), timeouts, and answers that xAI's
/// content filter stopped. A connection that fails for another reason is a `ProviderError`.
///
/// ```swift
/// do {
///     print(try await session.respond(to: "Hello").content)
/// } catch GrokError.requestFailed(let statusCode, let code, let message) {
///     print("xAI rejected the request (HTTP \(statusCode), \(code ?? "no code")): \(message)")
/// }
/// ```
public enum GrokError: LanguageModelFailure, Hashable {
    /// A request to xAI has no API key. Nothing was sent.
    case missingAPIKey
    /// The server rejected the request.
    ///
    /// The status misleads: xAI answers 400 to a wrong key, to an unknown model and to a conversation that is too long,
    /// and has sent errors with the status 200. ``category`` tells them apart. So does no code: xAI's has two spellings
    /// that mean little, may be a number, and may be missing.
    case requestFailed(statusCode: Int, code: String?, message: Message)
    /// The model failed while it answered.
    case generationFailed(code: String?, message: Message)
    /// What came is no answer, or the stream ended before the response was complete.
    case invalidResponse(Message)
    /// An image cannot be sent: its file is missing, unreadable, too large or of no known kind. Nothing was sent.
    case imageEncodingFailed(Message)
}

extension GrokError {
    /// What happened, in words, with what else is known of it: evidence, advice and what had been received.
    ///
    /// It prints as the words and compares by them.
    public struct Message: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringInterpolation {
        /// The words, of the server where it had some; without secrets.
        public var text: String
        /// What else is known; `nil` where an app made the message itself.
        package var details: ProviderError?

        /// Makes a message of words.
        public init(_ text: String) { self.text = text }

        /// Makes a message of words.
        public init(stringLiteral text: String) { self.text = text }

        package init(_ error: ProviderError, text: String? = nil) {
            self.text = text ?? error.message
            details = error
        }

        /// The words.
        public var description: String { text }

        /// Whether two messages have the same words.
        public static func == (left: Message, right: Message) -> Bool { left.text == right.text }
        /// Hashes the words.
        public func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }

    /// The error that an app sees for what a server said.
    package init(_ error: ProviderError) {
        switch error.kind {
        case .missingAPIKey: self = .missingAPIKey
        case .requestFailed(let status):
            self = .requestFailed(statusCode: status, code: error.code, message: Message(error))
        case .generationFailed: self = .generationFailed(code: error.code, message: Message(error))
        case .invalidResponse, .connectionFailed: self = .invalidResponse(Message(error))
        case .imageEncodingFailed: self = .imageEncodingFailed(Message(error))
        }
    }

    private var details: ProviderError? {
        switch self {
        case .missingAPIKey: nil
        case .requestFailed(_, _, let message), .generationFailed(_, let message), .invalidResponse(let message),
            .imageEncodingFailed(let message):
            message.details
        }
    }
}

extension GrokError {
    /// What kind of failure it is.
    public var category: FailureCategory {
        if let details { return details.category }
        return switch self {
        case .missingAPIKey: .authentication
        case .requestFailed(let status, let code, let message):
            ErrorClassifier().verdict(status: status, ErrorBody(code: code, message: message.text)).category
        case .generationFailed(let code, let message):
            ErrorClassifier().verdict(status: nil, ErrorBody(code: code, message: message.text)).category
        case .invalidResponse: .malformedResponse
        case .imageEncodingFailed: .invalidRequest
        }
    }

    /// Whether and when another try makes sense.
    public var retryAdvice: RetryAdvice {
        if let details { return details.retryAdvice }
        return switch self {
        case .missingAPIKey, .imageEncodingFailed: .never
        case .requestFailed(let status, let code, let message):
            ErrorClassifier().verdict(status: status, ErrorBody(code: code, message: message.text)).advice
        case .generationFailed(let code, let message):
            ErrorClassifier().verdict(status: nil, ErrorBody(code: code, message: message.text)).advice
        case .invalidResponse: .backoff
        }
    }

    /// What the server said, capped and without secrets.
    public var evidence: FailureEvidence? { details?.evidence }

    /// What had been received.
    public var partial: PartialOutput? { details?.partial }

    /// What happened and what to do about it, in a sentence or two for a person.
    public var errorDescription: String? {
        switch self {
        case .missingAPIKey:
            "There is no xAI API key. Set GrokConfiguration.default.apiKey, or the environment variable GROK_API_KEY or "
                + "XAI_API_KEY."
        case .requestFailed(let status, let code, let message):
            "xAI rejected the request (HTTP \(status)\(code.map { ", \($0)" } ?? "")): \(message)"
        case .generationFailed(let code, let message):
            "Grok stopped partway through\(code.map { " (\($0))" } ?? ""): \(message)"
        case .invalidResponse(let message), .imageEncodingFailed(let message): message.text
        }
    }
}
