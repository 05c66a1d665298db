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
///
/// The cases hold what the package that this one follows puts into them, and no more. Evidence, the exact retry advice and
/// the partial answer come with ``GrokModel/providerErrors()``.
public enum GrokError: LanguageModelFailure, Hashable {
    /// A request to xAI has no API key. Nothing was sent.
    case missingAPIKey
    /// The server rejected the request.
    ///
    /// The status misleads: xAI answers 400 to a wrong key, to an unknown model and to a conversation that is too long,
    /// and has sent errors with the status 200. ``category`` tells them apart. So does no code: xAI's has two spellings
    /// that mean little, may be a number, and may be missing.
    case requestFailed(statusCode: Int, code: String?, message: String)
    /// The model failed while it answered.
    case generationFailed(code: String?, message: String)
    /// What came is no answer, or the stream ended before the response was complete.
    case invalidResponse(String)
    /// An image cannot be sent: its file is missing, unreadable, too large or of no known kind. Nothing was sent.
    case imageEncodingFailed(String)
}

extension GrokError {
    /// How the words of a stream that was cut begin.
    private static let incomplete = "The stream ended before the response was complete."

    /// The error that an app sees in place of one that no model shares.
    static func thrown(for error: ProviderError) -> any Error {
        guard case .connectionFailed = error.kind else { return GrokError(error) }
        // The seed counts a stream that breaks off among the invalid responses, whatever broke it off.
        switch error.category {
        case .incompleteStream:
            return GrokError.invalidResponse("\(incomplete) \(error.message)")
        case .malformedResponse: return GrokError.invalidResponse(error.message)
        default: return error
        }
    }

    /// The error that an app sees for what a server said.
    package init(_ error: ProviderError) {
        switch error.kind {
        case .missingAPIKey: self = .missingAPIKey
        case .requestFailed(let status):
            self = .requestFailed(statusCode: status, code: error.code, message: error.message)
        case .generationFailed: self = .generationFailed(code: error.code, message: error.message)
        case .invalidResponse, .connectionFailed: self = .invalidResponse(error.message)
        case .imageEncodingFailed: self = .imageEncodingFailed(error.message)
        }
    }
}

extension GrokError {
    /// What kind of failure it is.
    public var category: FailureCategory {
        switch self {
        case .missingAPIKey: .authentication
        case .requestFailed(let status, let code, let message):
            ErrorClassifier().verdict(status: status, ErrorBody(code: code, message: message)).category
        case .generationFailed(let code, let message):
            ErrorClassifier().verdict(status: nil, ErrorBody(code: code, message: message)).category
        case .invalidResponse(let message):
            message.hasPrefix(Self.incomplete) ? .incompleteStream : .malformedResponse
        case .imageEncodingFailed: .invalidRequest
        }
    }

    /// Whether and when another try makes sense.
    public var retryAdvice: RetryAdvice {
        switch self {
        case .missingAPIKey, .imageEncodingFailed: .never
        case .requestFailed(let status, let code, let message):
            ErrorClassifier().verdict(status: status, ErrorBody(code: code, message: message)).advice
        case .generationFailed(let code, let message):
            ErrorClassifier().verdict(status: nil, ErrorBody(code: code, message: message)).advice
        case .invalidResponse: .backoff
        }
    }

    /// The status and the code, if the server gave them. What it said besides is in the error of
    /// ``GrokModel/providerErrors()``.
    public var evidence: FailureEvidence? {
        switch self {
        case .requestFailed(let status, let code, _): FailureEvidence(status: status, code: code)
        case .generationFailed(let code?, _): FailureEvidence(code: code)
        case .missingAPIKey, .generationFailed, .invalidResponse, .imageEncodingFailed: nil
        }
    }

    /// None: a case of this type holds words only. What had been received is in the error of
    /// ``GrokModel/providerErrors()``, and in the transcript where the session's policy keeps it.
    public var partial: PartialOutput? { nil }

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
        case .invalidResponse(let message), .imageEncodingFailed(let message): message
        }
    }
}
