extension JSONReader {
    /// Reads the string that comes next.
    ///
    /// Half a surrogate pair, written as an escape, becomes U+FFFD.
    ///
    /// - Throws: ``JSONError`` where another kind of value comes next, or the string is malformed.
    public mutating func string() throws(JSONError) -> String {
        try expect(.string)
        let span = try strings.span(from: position + 1)
        let text = try strings.decode(span)
        finishValue(at: span.end + 1)
        return text
    }

    /// Reads the whole number that comes next; `1.0` and `1e2` are whole numbers.
    ///
    /// - Throws: ``JSONError`` where another kind of value comes next, or a number that is not whole or does not fit.
    public mutating func int() throws(JSONError) -> Int {
        try expect(.number)
        let span = try numbers.span(from: position)
        let value: Int?
        if span.isInteger, let integer = numbers.integer(span) {
            value = Int(exactly: integer)
        } else {
            value = numbers.number(span).intValue
        }
        guard let value else { throw JSONError(offset: position, reason: .notAnInteger) }
        finishValue(at: span.end)
        return value
    }

    /// Reads the number that comes next without losing anything of what was written.
    ///
    /// - Throws: ``JSONError`` where another kind of value comes next, or the number is malformed.
    public mutating func number() throws(JSONError) -> JSONNumber {
        try expect(.number)
        let span = try numbers.span(from: position)
        finishValue(at: span.end)
        return numbers.number(span)
    }

    /// Reads the truth value that comes next.
    ///
    /// - Throws: ``JSONError`` where another kind of value comes next, or the literal is malformed.
    public mutating func bool() throws(JSONError) -> Bool {
        try expect(.bool)
        let value = base[position] == UInt8(ascii: "t")
        try literal(value ? "true" : "false")
        awaitsValue = false
        return value
    }

    /// Steps over `null` if it comes next, and says whether it did.
    ///
    /// - Throws: ``JSONError`` where the literal is malformed.
    public mutating func skipNull() throws(JSONError) -> Bool {
        guard try nextByte() == UInt8(ascii: "n") else { return false }
        try literal("null")
        awaitsValue = false
        return true
    }

    /// Reads a string, or `nil` where `null` comes next.
    ///
    /// - Throws: ``JSONError`` where a value of a third kind comes next, or the value is malformed.
    public mutating func stringOrNil() throws(JSONError) -> String? { try skipNull() ? nil : string() }

    /// Reads a whole number, or `nil` where `null` comes next.
    ///
    /// - Throws: ``JSONError`` where a value of a third kind comes next, or the value is malformed.
    public mutating func intOrNil() throws(JSONError) -> Int? { try skipNull() ? nil : int() }

    /// Reads a truth value, or `nil` where `null` comes next.
    ///
    /// - Throws: ``JSONError`` where a value of a third kind comes next, or the value is malformed.
    public mutating func boolOrNil() throws(JSONError) -> Bool? { try skipNull() ? nil : bool() }

    /// Notes that a value ends before `end`.
    @inline(__always)
    private mutating func finishValue(at end: Int) {
        position = end
        awaitsValue = false
    }

    /// Checks that a value of a kind comes next.
    @inline(__always)
    mutating func expect(_ kind: JSONKind) throws(JSONError) {
        guard kind.begins(with: try nextByte()) else { throw mismatch(kind) }
    }

    @inline(never)
    private func mismatch(_ expected: JSONKind) -> JSONError {
        guard let found = JSONKind(firstByte: base[position]) else { return unexpected() }
        return JSONError(offset: position, reason: .wrongKind(expected: expected, found: found))
    }
}
