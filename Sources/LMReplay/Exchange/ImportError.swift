/// Why a file of another format cannot become a cassette.
public struct ImportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The format.
    public var format: String
    /// Where in the file, and what is wrong there.
    public var reason: String

    /// Makes an error.
    public init(_ format: String, _ reason: String) {
        self.format = format
        self.reason = reason
    }

    /// The format and the reason.
    public var description: String { "This cannot be read as \(format): \(reason)" }
}
