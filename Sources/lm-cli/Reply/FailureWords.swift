import LMProtocol
import LMProvider
import LMResponses

/// The words of a failure, cut to what fits a line.
struct FailureWords {
    /// The longest that is quoted of a server's words.
    static let limit = 300
    /// The HTTP status, where the failure came as one.
    let status: Int?
    /// What happened, as one sentence that ends like one.
    let message: String
    /// Whether a server said it.
    let hasEvidence: Bool

    /// Reads the words of a failure.
    init(_ failure: any LanguageModelFailure) {
        status = failure.evidence?.status
        hasEvidence = failure.evidence != nil
        let text = TextSanitizer.line(Self.text(of: failure), limit: Self.limit)
        message =
            text.hasSuffix(".") || text.hasSuffix("…") || text.hasSuffix("!") || text.hasSuffix("?") ? text : text + "."
    }

    /// The words to stand in brackets inside a sentence: `HTTP 400: Incorrect API key provided`.
    var short: String {
        let words = message.hasSuffix(".") ? String(message.dropLast()) : message
        return status.map { "HTTP \($0): \(words)" } ?? words
    }

    private static func text(of failure: any LanguageModelFailure) -> String {
        // The status is told apart, so that only the words are wanted, and the server's own where it had some.
        switch failure {
        case let error as ProviderError: return error.message
        default: break
        }
        let said = failure.evidence?.body.flatMap { ErrorBody(bytes: Array($0.utf8))?.message }
        return said ?? failure.errorDescription ?? String(describing: failure)
    }
}
