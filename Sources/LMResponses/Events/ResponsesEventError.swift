import LMJSON

/// Why the data of a stream's event could not be read.
package struct ResponsesEventError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The event's name, as far as it is known.
    package var event: String?
    /// What is wrong, in words.
    package var problem: String

    package var description: String {
        guard let event else { return "An event of the stream is broken: \(problem)." }
        return "The event \(event) of the stream is broken: \(problem)."
    }
}
