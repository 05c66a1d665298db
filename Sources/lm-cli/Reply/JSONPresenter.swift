import LMJSON
import LMProtocol

/// Prints a reply as one JSON value when it has ended, well or not.
struct JSONPresenter: ReplyPresenter {
    let output: any AnswerOutput

    func present(_ events: [GenerationEvent], in record: ReplyRecord) throws(SystemError) {}
    func present(_ retry: RetryNotice) throws(SystemError) {}
    func present(toolResult id: String, name: String, output: JSONValue) throws(SystemError) {}
    func finish(_ record: ReplyRecord) throws(SystemError) {
        try output.write(json: ReplyJSON.document(of: record))
    }
    func fail(_ failure: CLIError, in record: ReplyRecord) throws(SystemError) {
        try output.write(json: ErrorJSON.document(of: failure))
    }
}
