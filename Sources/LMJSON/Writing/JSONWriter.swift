/// Writes JSON straight to bytes, in the order of the calls and without a tree: for request bodies that have to be the
/// same, byte for byte, each time.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.object { object in
///     object.member("model", "grok-4")
///     object.array("input") { array in
///         array.object { $0.member("role", "user") }
///     }
/// }
/// send(writer.bytes)
/// ```
///
/// Braces, commas and colons cannot be got wrong: a member can only be written where an object is open, an element only
/// where an array is. Keys are written as given; one written twice stands there twice. Output is in the style of
/// ``JSONStyle/compact``.
public struct JSONWriter: Sendable {
    /// What was written so far.
    public private(set) var bytes: [UInt8]

    /// Makes a writer that appends to `bytes`.
    public init(appendingTo bytes: [UInt8] = []) { self.bytes = bytes }

    /// Writes an object with what `body` writes into it.
    ///
    /// - Throws: what `body` throws; the bytes hold the unfinished object then.
    public mutating func object<Failure: Error>(
        _ body: (inout JSONObjectWriter) throws(Failure) -> Void
    ) throws(Failure) {
        try JSONObjectWriter.write(to: &bytes, body)
    }

    /// Writes an array with what `body` writes into it.
    ///
    /// - Throws: what `body` throws; the bytes hold the unfinished array then.
    public mutating func array<Failure: Error>(
        _ body: (inout JSONArrayWriter) throws(Failure) -> Void
    ) throws(Failure) {
        try JSONArrayWriter.write(to: &bytes, body)
    }
}
