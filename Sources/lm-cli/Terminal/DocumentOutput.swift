import LMJSON
import Synchronization

/// Keeps what a presenter prints: for an output that holds several, and for a reply that is looked at before it is shown.
final class DocumentOutput: AnswerOutput {
    let profile = StreamProfile.pipe
    private let bytes = Mutex<[UInt8]>([])

    /// The value, where one was printed.
    var value: JSONValue? { try? JSONValue(parsing: bytes.withLock { $0 }) }

    /// All of it as text.
    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

    func write(drawn text: String) throws(SystemError) { try write(Array(text.utf8)) }
    func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }
    func write(_ bytes: [UInt8]) throws(SystemError) { self.bytes.withLock { $0 += bytes } }
}
