/// One way in which a value does not keep to its schema.
public struct SchemaMismatch: Sendable, Hashable, CustomStringConvertible {
    /// Where in the value, as a JSON pointer such as `/days/0/city`; empty at the root.
    public var path: String
    /// What is wrong, in words that help a model to mend it.
    public var reason: String

    /// Makes a mismatch.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The reason and the place.
    public var description: String { path.isEmpty ? reason : "\(reason) at \(path)" }
}
