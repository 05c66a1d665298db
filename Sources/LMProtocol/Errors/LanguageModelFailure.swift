import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What every error of a language model says of itself, whoever's it is, so that code above it need not know its type.
public protocol LanguageModelFailure: Error, LocalizedError {
    /// What kind of failure it is.
    var category: FailureCategory { get }
    /// Whether and when another try makes sense.
    var retryAdvice: RetryAdvice { get }
    /// What the server said, capped and without secrets.
    var evidence: FailureEvidence? { get }
    /// What had been received when it failed.
    var partial: PartialOutput? { get }
}

/// The kinds of failure that every provider shares.
public enum FailureCategory: Sendable, Hashable {
    case authentication, permission, modelNotFound, invalidRequest, contextSize
    case rateLimited, quotaExhausted
    case guardrail, refusal
    case overloaded, server, transport, timeout(FailurePhase), incompleteStream, malformedResponse
    case outputInvalid, toolFailed, configuration

    /// The name in JSON: the case's own, in camel case.
    public var name: String {
        switch self {
        case .authentication: "authentication"
        case .permission: "permission"
        case .modelNotFound: "modelNotFound"
        case .invalidRequest: "invalidRequest"
        case .contextSize: "contextSize"
        case .rateLimited: "rateLimited"
        case .quotaExhausted: "quotaExhausted"
        case .guardrail: "guardrail"
        case .refusal: "refusal"
        case .overloaded: "overloaded"
        case .server: "server"
        case .transport: "transport"
        case .timeout: "timeout"
        case .incompleteStream: "incompleteStream"
        case .malformedResponse: "malformedResponse"
        case .outputInvalid: "outputInvalid"
        case .toolFailed: "toolFailed"
        case .configuration: "configuration"
        }
    }
}

/// The stretch of a request in which time ran out.
public enum FailurePhase: String, Sendable, Hashable {
    case connect, firstByte, idle, total
}

/// Whether and when another try makes sense.
public enum RetryAdvice: Sendable, Hashable {
    /// The same request fails again.
    case never
    /// Not before this much time has passed; the server said so.
    case after(Duration)
    /// Soon, and later each time.
    case backoff
}

/// What the server said when it failed: capped, and without secrets.
public struct FailureEvidence: Sendable, Hashable {
    /// The HTTP status; `nil` where the failure came inside a stream or before HTTP.
    public var status: Int?
    /// The server's own code for it.
    public var code: String?
    /// The server's identifier of the request.
    public var requestID: String?
    /// The start of the body, at most ``bodyLimit`` bytes, without secrets.
    public var body: String?

    /// The most bytes of a body that are kept.
    public static let bodyLimit = 4096

    /// Makes a value.
    public init(status: Int? = nil, code: String? = nil, requestID: String? = nil, body: String? = nil) {
        self.status = status
        self.code = code
        self.requestID = requestID
        self.body = body
    }
}

/// What had been received when a generation failed. Nothing that was received is lost.
public struct PartialOutput: Sendable, Hashable {
    /// The answer's text so far.
    public var text: String
    /// The reasoning so far.
    public var reasoning: String
    /// The tokens so far, where the server said.
    public var usage: Usage?

    /// Makes a value.
    public init(text: String = "", reasoning: String = "", usage: Usage? = nil) {
        self.text = text
        self.reasoning = reasoning
        self.usage = usage
    }
}
