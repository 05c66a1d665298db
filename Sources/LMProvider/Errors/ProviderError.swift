import LMProtocol
import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Why a request to a provider gave no answer, or no whole one: the one error of all wires.
///
/// What every model shares is thrown as `LanguageModelError`, where a case fits.
public struct ProviderError: LanguageModelFailure, Hashable, CustomStringConvertible {
    /// What failed.
    public enum Kind: Sendable, Hashable {
        /// The server asks for a key and none is set. Nothing was sent.
        case missingAPIKey
        /// The server rejected the request with this HTTP status, which is 200 where it put an error in a body of
        /// JSON.
        case requestFailed(statusCode: Int)
        /// The server gave up while it answered.
        case generationFailed
        /// What came is not an answer, or broke off.
        case invalidResponse
        /// An image or a file cannot be sent. Nothing was sent.
        case imageEncodingFailed
        /// The connection failed, before or while an answer came.
        case connectionFailed(TransportError.Kind)
    }

    /// What failed.
    public var kind: Kind
    /// The server's own code, where it gave one.
    public var code: String?
    /// What happened, in the server's words where it had some; without secrets.
    public var message: String
    /// What kind of failure it is.
    public var category: FailureCategory
    /// Whether and when another try makes sense.
    public var retryAdvice: RetryAdvice
    /// What the server said, capped and without secrets.
    public var evidence: FailureEvidence?
    /// What had been received.
    public var partial: PartialOutput?
    /// When the server asks to try again, where it said so.
    public var resetDate: Date?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - kind: What failed.
    ///   - code: The server's own code.
    ///   - message: What happened, without secrets.
    ///   - category: What kind of failure it is.
    ///   - retryAdvice: Whether and when another try makes sense.
    ///   - evidence: What the server said.
    ///   - partial: What had been received.
    ///   - resetDate: When the server asks to try again.
    public init(
        kind: Kind, code: String? = nil, message: String, category: FailureCategory, retryAdvice: RetryAdvice,
        evidence: FailureEvidence? = nil, partial: PartialOutput? = nil, resetDate: Date? = nil
    ) {
        self.kind = kind
        self.code = code
        self.message = message
        self.category = category
        self.retryAdvice = retryAdvice
        self.evidence = evidence
        self.partial = partial
        self.resetDate = resetDate
    }

    /// The message, with the status and the code where there are some.
    public var description: String {
        let code = code.map { ", \($0)" } ?? ""
        return switch kind {
        case .requestFailed(let status): "The server rejected the request (HTTP \(status)\(code)): \(message)"
        case .generationFailed: "The answer broke off\(code.isEmpty ? "" : " (\(code.dropFirst(2)))"): \(message)"
        case .missingAPIKey, .invalidResponse, .imageEncodingFailed, .connectionFailed: message
        }
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
