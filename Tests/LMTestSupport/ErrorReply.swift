import LMProtocol

/// What a server says in place of an answer, and what it means: composed after the shapes and the words that the project's
/// notes on the wire list.
public struct ErrorReply: Sendable, CustomStringConvertible {
    /// The HTTP status.
    public var status: Int
    /// The body.
    public var body: String
    /// What kind of failure it is.
    public var category: FailureCategory
    /// Whether another try makes sense.
    public var advice: RetryAdvice
    /// The code that the error bears; `nil` where it does not matter.
    public var code: String?
    /// The words that the error bears; `nil` where they do not matter.
    public var message: String?
    /// The status and the start of the body.
    public var description: String { "\(status) \(body.prefix(60))" }

    init(
        _ status: Int, _ body: String, _ category: FailureCategory, _ advice: RetryAdvice = .never,
        code: String? = nil, message: String? = nil
    ) {
        self.status = status
        self.body = body
        self.category = category
        self.advice = advice
        self.code = code
        self.message = message
    }

    /// All of them.
    public static let all = xai + openAI + others
}
