import LMJSON
import Synchronization

/// Keeps the JSON value that a presenter prints, for an output that holds several.
final class DocumentOutput: AnswerOutput {
    let profile = StreamProfile.pipe
    private let bytes = Mutex<[UInt8]>([])

    /// The value, where one was printed.
    var value: JSONValue? { try? JSONValue(parsing: bytes.withLock { $0 }) }

    func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }
    func write(_ bytes: [UInt8]) throws(SystemError) { self.bytes.withLock { $0 += bytes } }
}
