/// Writes the elements of one array; see ``JSONWriter``.
public struct JSONArrayWriter: ~Copyable {
    private var output: [UInt8] = []
    private var isFirst = true

    /// Writes an array to the end of `output`.
    static func write<Failure: Error>(
        to output: inout [UInt8], _ body: (inout JSONArrayWriter) throws(Failure) -> Void
    ) throws(Failure) {
        var writer = JSONArrayWriter()
        // The bytes move into the writer and back, so that they are never copied.
        swap(&writer.output, &output)
        defer { swap(&writer.output, &output) }
        writer.output.append(UInt8(ascii: "["))
        try body(&writer)
        writer.output.append(UInt8(ascii: "]"))
    }

    /// Writes a string.
    public mutating func element(_ value: String) {
        begin()
        output.append(quoted: value)
    }

    /// Writes an integer.
    public mutating func element(_ value: Int) {
        begin()
        output.append(number: JSONNumber(value))
    }

    /// Writes any value.
    public mutating func element(_ value: JSONValue) {
        begin()
        value.write(to: &output)
    }

    /// Writes a value that is JSON already, as it is. The bytes must be one JSON value; they are not checked.
    public mutating func element(raw bytes: some Collection<UInt8>) {
        begin()
        output.append(contentsOf: bytes)
    }

    /// Writes an object with what `body` writes into it.
    ///
    /// - Throws: what `body` throws.
    public mutating func object<Failure: Error>(
        _ body: (inout JSONObjectWriter) throws(Failure) -> Void
    ) throws(Failure) {
        begin()
        try JSONObjectWriter.write(to: &output, body)
    }

    /// Writes an array with what `body` writes into it.
    ///
    /// - Throws: what `body` throws.
    public mutating func array<Failure: Error>(
        _ body: (inout JSONArrayWriter) throws(Failure) -> Void
    ) throws(Failure) {
        begin()
        try JSONArrayWriter.write(to: &output, body)
    }

    private mutating func begin() {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
    }
}
