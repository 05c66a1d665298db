import LMTransport
import Synchronization

/// A request as a ``LoopbackServer`` received it.
public struct ReceivedRequest: Sendable {
    /// How many requests the server had received before.
    public let index: Int
    /// The number of the connection it came on, from 0; equal numbers mean that a connection was used again.
    public let connection: Int
    /// The method.
    public let method: String
    /// The target as it stood in the request line.
    public let target: String
    /// The header fields.
    public let headers: HTTPFields
    /// The head's bytes, with its last empty line.
    public let head: [UInt8]
    /// The body, without its framing.
    public let body: [UInt8]
    /// How the writing of the answer goes.
    public let answer: AnswerProgress
}

/// How far a ``LoopbackServer`` came with an answer.
public final class AnswerProgress: Sendable {
    private let sent = Atomic<Int>(0)

    /// Fires when the script's last step is done.
    public let finished = Signal()
    /// Fires when the client has not taken a byte for 200 ms while bytes were waiting.
    public let stalled = Signal()
    /// Fires when the client closed or reset the connection.
    public let clientHungUp = Signal()
    /// Fires at the first of the above.
    public let settled = Signal()

    init() {
        for signal in [finished, stalled, clientHungUp] { signal.whenFired { [settled] in settled.fire() } }
    }

    /// How many bytes the kernel took for the client.
    public var bytesSent: Int { sent.load(ordering: .relaxed) }

    func add(bytes: Int) { sent.add(bytes, ordering: .relaxed) }
}
