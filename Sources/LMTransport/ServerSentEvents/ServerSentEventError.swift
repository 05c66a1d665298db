#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Why an event stream cannot be read further.
public enum ServerSentEventError: Error, Sendable, Hashable, LocalizedError, CustomStringConvertible {
    /// One line, or the data of one event, is longer than the parser's limit in bytes.
    case eventTooLarge(limit: Int)

    /// What happened and what to do, in two sentences.
    public var description: String {
        switch self {
        case .eventTooLarge(let limit):
            "An event of the stream is larger than \(limit) bytes. Raise the parser's limit to read it."
        }
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
