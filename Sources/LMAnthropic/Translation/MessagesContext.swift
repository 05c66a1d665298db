import LMJSON
import LMProtocol

/// What a translator has to know of the request that it translates the answer of.
package struct MessagesContext: Sendable {
    /// The model that was asked for.
    package var requestedModel: String
    /// The family of providers that the server belongs to.
    package var provider: String
    /// The tool whose arguments are the answer; `nil` if the answer is the text.
    package var answerTool: String?
    /// Whether the text is a value, of which the transcript keeps another form than the one that came.
    package var isStructured = false
    /// Where the answer goes on that a pause cut in two: the position of its first block, and what was used before.
    package var firstItem = 0
    package var earlierUsage: Usage?
    /// Gets the blocks of the answer, to be sent back if it paused.
    package var content: AnswerContent?

    package init(requestedModel: String, provider: String, answerTool: String? = nil) {
        self.requestedModel = requestedModel
        self.provider = provider
        self.answerTool = answerTool
    }
}
