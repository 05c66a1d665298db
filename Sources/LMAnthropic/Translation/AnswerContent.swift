import LMJSON
import LMProtocol
import Synchronization

/// What an answer came to, for the request that goes on with it.
package final class AnswerContent: Sendable {
    /// What there is of an answer.
    struct Value: Sendable {
        /// The blocks as they are sent back.
        var blocks: [JSONValue] = []
        /// The tokens so far.
        var usage: Usage?
        /// The position of the next block.
        var next = 0
        /// The container that the server's programs run in.
        var container: JSONValue?
    }
    private let state = Mutex(Value())

    package init() {}

    /// What there is of the answer.
    var value: Value { state.withLock { $0 } }

    func set(_ value: Value) { state.withLock { $0 = value } }
}
