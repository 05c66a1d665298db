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
    /// The key is missing or wrong.
    case authentication
    /// The key may not do this.
    case permission
    /// The server does not know the model, or not for this key.
    case modelNotFound
    /// The server, or the model's backend, cannot take the request as it is.
    case invalidRequest
    /// The conversation is longer than the model reads.
    case contextSize
    /// Too many requests or tokens in a short time; it passes.
    case rateLimited
    /// The purse is empty; it does not pass by itself.
    case quotaExhausted
    /// A content filter stopped the request or the answer.
    case guardrail
    /// The model refused to answer.
    case refusal
    /// The server has too much to do; it passes.
    case overloaded
    /// The server failed.
    case server
    /// The connection could not be made, or broke.
    case transport
    /// Nothing came for too long.
    case timeout(FailurePhase)
    /// The answer ended before it was whole.
    case incompleteStream
    /// What came is no answer.
    case malformedResponse
    /// The answer is whole and not what was asked for: it breaks the schema, or a type's own rules.
    case outputInvalid
    /// A tool of the app threw.
    case toolFailed
    /// The program or its settings are at fault: an address, a certificate, a library that is missing.
    case configuration

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
    /// Until the connection stood.
    case connect
    /// Until the head of the response came.
    case firstByte
    /// Between two pieces of the answer.
    case idle
    /// From the start of the request to the end of the answer.
    case total
    /// Between two pieces of the answer, on a connection that was kept alive meanwhile.
    case answer
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
