import LMJSON
import LMProtocol
import Synchronization

/// What an answer came to, for the request that goes on with it.
package final class AnswerContent: Sendable {
    private struct State {
        var blocks: [JSONValue] = []
        var usage: Usage?
        var next = 0
    }
    private let state = Mutex(State())

    package init() {}

    func set(_ blocks: [JSONValue], usage: Usage?, next: Int) {
        state.withLock { $0 = State(blocks: blocks, usage: usage, next: next) }
    }

    /// The blocks as they are sent back.
    var blocks: [JSONValue] { state.withLock(\.blocks) }
    /// The tokens so far.
    var usage: Usage? { state.withLock(\.usage) }
    /// The position of the next block.
    var next: Int { state.withLock(\.next) }
}
