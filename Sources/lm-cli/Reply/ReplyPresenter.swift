import LMJSON
import LMProtocol

/// Shows a reply while it comes. Called in the order of the events, never by two at once.
protocol ReplyPresenter: Sendable {
    /// More of the reply came. The record holds the events already.
    func present(_ events: [GenerationEvent], in record: ReplyRecord) throws(SystemError)
    /// A try failed, and another is made.
    func present(_ retry: RetryNotice) throws(SystemError)
    /// A tool answered.
    func present(toolResult id: String, name: String, output: JSONValue) throws(SystemError)
    /// The reply is whole.
    func finish(_ record: ReplyRecord) throws(SystemError)
    /// The reply broke.
    func fail(_ failure: CLIError, in record: ReplyRecord) throws(SystemError)
}
