/// Writes the members of one object; see ``JSONWriter``.
public struct JSONObjectWriter: ~Copyable {
    private var output: [UInt8] = []
    private var isFirst = true

    /// Writes an object to the end of `output`.
    static func write<Failure: Error>(
        to output: inout [UInt8], _ body: (inout JSONObjectWriter) throws(Failure) -> Void
    ) throws(Failure) {
        var writer = JSONObjectWriter()
        // The bytes move into the writer and back, so that they are never copied.
        swap(&writer.output, &output)
        defer { swap(&writer.output, &output) }
        writer.output.append(UInt8(ascii: "{"))
        try body(&writer)
        writer.output.append(UInt8(ascii: "}"))
    }

    /// Writes a string.
    public mutating func member(_ key: String, _ value: String) {
        begin(key)
        output.append(quoted: value)
    }

    /// Writes an integer.
    public mutating func member(_ key: String, _ value: Int) {
        begin(key)
        output.append(number: JSONNumber(value))
    }

    /// Writes a truth value.
    public mutating func member(_ key: String, _ value: Bool) {
        begin(key)
        output.append(literal: value ? "true" : "false")
    }

    /// Writes a number.
    public mutating func member(_ key: String, _ value: JSONNumber) {
        begin(key)
        output.append(number: value)
    }

    /// Writes any value.
    public mutating func member(_ key: String, _ value: JSONValue) {
        begin(key)
        value.write(to: &output)
    }

    /// Writes a value that is JSON already, as it is. The bytes must be one JSON value; they are not checked.
    public mutating func member(_ key: String, raw bytes: some Collection<UInt8>) {
        begin(key)
        output.append(contentsOf: bytes)
    }

    /// Writes an object with what `body` writes into it.
    ///
    /// - Throws: what `body` throws.
    public mutating func object<Failure: Error>(
        _ key: String, _ body: (inout JSONObjectWriter) throws(Failure) -> Void
    ) throws(Failure) {
        begin(key)
        try JSONObjectWriter.write(to: &output, body)
    }

    /// Writes an array with what `body` writes into it.
    ///
    /// - Throws: what `body` throws.
    public mutating func array<Failure: Error>(
        _ key: String, _ body: (inout JSONArrayWriter) throws(Failure) -> Void
    ) throws(Failure) {
        begin(key)
        try JSONArrayWriter.write(to: &output, body)
    }

    private mutating func begin(_ key: String) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        output.append(quoted: key)
        output.append(UInt8(ascii: ":"))
    }
}
