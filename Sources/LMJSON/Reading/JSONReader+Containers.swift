extension JSONReader {
    /// Enters the object that comes next.
    ///
    /// - Throws: ``JSONError`` where another kind of value comes next or the nesting is too deep.
    public mutating func beginObject() throws(JSONError) { try begin(.object) }

    /// Enters the array that comes next.
    ///
    /// - Throws: ``JSONError`` where another kind of value comes next or the nesting is too deep.
    public mutating func beginArray() throws(JSONError) { try begin(.array) }

    private mutating func begin(_ kind: JSONKind) throws(JSONError) {
        try expect(kind)
        guard depth < Self.depthLimit else {
            throw JSONError(offset: position, reason: .tooDeep(limit: Self.depthLimit))
        }
        depth += 1
        position += 1
        isFirst = true
        awaitsValue = false
    }

    /// Moves to the next member of the object that was entered last; its value comes next.
    ///
    /// Returns `false` where there is none, and has left the object then.
    ///
    /// - Throws: ``JSONError`` where the object is malformed.
    public mutating func nextKey() throws(JSONError) -> Bool {
        guard try advance(to: UInt8(ascii: "}")) else { return false }
        guard try nextByte() == UInt8(ascii: "\"") else { throw unexpected() }
        key = try strings.span(from: position + 1)
        position = key.end + 1
        guard try nextByte() == UInt8(ascii: ":") else { throw unexpected() }
        position += 1
        return true
    }

    /// Moves to the next element of the array that was entered last.
    ///
    /// Returns `false` where there is none, and has left the array then.
    ///
    /// - Throws: ``JSONError`` where the array is malformed.
    public mutating func nextElement() throws(JSONError) -> Bool { try advance(to: UInt8(ascii: "]")) }

    /// Steps over the comma between two values, or over the end of the container.
    @inline(__always)
    private mutating func advance(to end: UInt8) throws(JSONError) -> Bool {
        if awaitsValue { try skip() }
        let byte = try nextByte()
        guard depth > 0 else { throw unexpected() }
        if byte == end {
            position += 1
            depth -= 1
            isFirst = false
            return false
        }
        if isFirst {
            isFirst = false
        } else {
            guard byte == UInt8(ascii: ",") else { throw unexpected() }
            position += 1
        }
        awaitsValue = true
        return true
    }
}
