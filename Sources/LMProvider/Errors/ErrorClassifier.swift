import LMJSON
import LMProtocol
import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Tells what an error is, from what the server said and a table of rules. No I/O and no state.
public struct ErrorClassifier: Sendable {
    /// The rules; the first that matches counts.
    public var rules: [ErrorRule]
    /// The wait from which a rate limit is a quota that is used up: nobody waits for it. `nil` where the two are told apart
    /// by the server's words alone.
    package var quotaWait: Duration?

    /// Makes a classifier.
    ///
    /// - Parameter rules: A wire's own rules, which come before those that all wires share.
    public init(rules: [ErrorRule] = []) { self.rules = rules + ErrorRule.common }

    /// The error that a response without an answer stands for.
    ///
    /// - Parameter now: The time that a `Retry-After` with a date is counted from.
    /// - Parameter redactor: Takes out the secrets of the request, which a server may echo.
    public func response(
        status: Int, headers: HTTPFields, body: [UInt8], now: Date,
        redactor: SecretRedactor = SecretRedactor(credential: nil)
    ) -> ProviderError {
        let content = ErrorBody(bytes: body)
        let isSuccess = (200...299).contains(status)
        let message = content?.message.map(redactor.words) ?? Self.plainText(body, headers).map(redactor.redact)
        let verdict = verdict(status: isSuccess ? nil : status, content ?? ErrorBody(message: message))
        let evidence = FailureEvidence(
            status: status, code: (content?.code ?? content?.type).map(redactor.redact),
            requestID: (ProviderClient.requestID(headers) ?? content?.requestID).map(redactor.redact),
            body: redactor.evidence(body))
        guard content != nil || !isSuccess else {
            if Self.isCut(body) {
                return ProviderError(
                    kind: .invalidResponse, message: "The response ended before it was whole.",
                    category: .incompleteStream, retryAdvice: .backoff, evidence: evidence)
            }
            return ProviderError(
                kind: .invalidResponse, message: Self.describe(body, headers), category: .malformedResponse,
                // A web page is a wrong address or a sign-in, which another try does not change.
                retryAdvice: Self.isPage(body, headers) ? .never : .backoff, evidence: evidence)
        }
        let wait = RetryAfter(headers, now: now, isRateLimit: status == 429)?.duration ?? content?.retryDelay
        let isQuota = verdict.category == .rateLimited && quotaWait.map { (wait ?? .zero) >= $0 } == true
        return ProviderError(
            kind: .requestFailed(statusCode: status), code: evidence.code,
            message: message ?? StatusText.sentence(status),
            category: isQuota ? .quotaExhausted : verdict.category,
            retryAdvice: Self.advice(verdict.advice, headers, wait), evidence: evidence,
            resetDate: wait.map { now.addingTimeInterval($0 / .seconds(1)) })
    }

    /// The error that an event inside a stream stands for.
    public func streamed(_ body: ErrorBody) -> ProviderError {
        let redactor = SecretRedactor(credential: nil)
        let verdict = verdict(status: nil, body)
        return ProviderError(
            kind: .generationFailed, code: body.code ?? body.type,
            message: body.message.map(redactor.words) ?? "The server reported a failure without a reason.",
            category: verdict.category, retryAdvice: Self.advice(verdict.advice, [:], body.retryDelay),
            evidence: FailureEvidence(
                code: body.code ?? body.type, requestID: body.requestID.map(redactor.redact),
                body: body.message.map(redactor.words)))
    }

    /// The error where a content filter cut the answer off.
    public static let contentFilter = ProviderError(
        kind: .generationFailed, code: "content_filter", message: "The server's content filter stopped the answer.",
        category: .guardrail, retryAdvice: .never, evidence: FailureEvidence(code: "content_filter"))

    /// What kind of failure it is, and whether another try makes sense.
    ///
    /// - Parameters:
    ///   - status: The HTTP status; `nil` for a failure inside a stream or with a status of success, where the one that
    ///     the body names counts.
    ///   - body: What the server said.
    public func verdict(
        status: Int?, _ body: ErrorBody
    ) -> (category: FailureCategory, advice: RetryAdvice) {
        let words = [body.code, body.type].compactMap { $0?.lowercased() } + body.details
        // The first words tell; a server may have put anything behind them.
        let message = body.message.map { String($0.prefix(4096)).lowercased() }
        let text = ([message].compactMap(\.self) + words).joined(separator: "\n")
        // What no row knows came with a status of success or inside a stream: the server failed, and may not again.
        let status = status ?? body.status
        let rule = rules.first { $0.matches(status: status, words: words, text: text) }
        return rule.map { ($0.category, $0.advice) } ?? (.server, .backoff)
    }

    private static func advice(_ advice: RetryAdvice, _ headers: HTTPFields, _ wait: Duration?) -> RetryAdvice {
        switch headers[.shouldRetry]?.lowercased() {
        case "false": return .never
        case "true": return wait.map(RetryAdvice.after) ?? .backoff
        default: return advice == .never ? .never : wait.map(RetryAdvice.after) ?? advice
        }
    }

    /// The words of a body that is neither JSON nor a page; at most one short paragraph of them.
    private static func plainText(_ body: [UInt8], _ headers: HTTPFields) -> String? {
        guard !isPage(body, headers), let text = String(validating: body, as: UTF8.self)?.trimmingSpaces,
            !text.isEmpty, text.utf8.count <= 300, !text.hasPrefix("{"), !text.hasPrefix("[")
        else { return nil }
        return String(text)
    }

    private static func isPage(_ body: [UInt8], _ headers: HTTPFields) -> Bool {
        headers[.contentType]?.lowercased().hasPrefix("text/html") == true
            || body.first { $0 > 0x20 } == UInt8(ascii: "<")
    }

    /// Whether a body is a JSON object or array that ends too early: a connection that closes in place of its length
    /// cannot say so itself.
    private static func isCut(_ body: [UInt8]) -> Bool {
        guard let first = body.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return false }
        do throws(JSONError) {
            _ = try JSONValue(parsing: body)
            return false
        } catch {
            return error.reason == .endOfInput
        }
    }

    /// What a body of success is that is no answer.
    private static func describe(_ body: [UInt8], _ headers: HTTPFields) -> String {
        if body.isEmpty { return "The server sent an empty response." }
        if isPage(body, headers) {
            return "The server sent a web page, not an answer. The base URL may not be that of the API."
        }
        if String(validating: body, as: UTF8.self) == nil { return "The server sent bytes that are not UTF-8 text." }
        return "The server sent something that is no answer of this API."
    }
}
