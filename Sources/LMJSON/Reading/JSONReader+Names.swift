extension JSONReader {
    /// The bytes of the key as they were written.
    private var keyBytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base + key.start, count: key.end - key.start)
    }

    /// Whether the key that `nextKey()` moved to is `name`. Valid until the next value was read.
    public func keyEquals(_ name: StaticString) -> Bool {
        if key.hasEscapes { return (try? keyString())?.utf8.elementsEqual(name.description.utf8) ?? false }
        guard name.utf8CodeUnitCount == key.end - key.start else { return false }
        return ByteWord.isEqual(base + key.start, name.utf8Start, count: name.utf8CodeUnitCount)
    }

    /// The key that `nextKey()` moved to. Valid until the next value was read.
    ///
    /// - Throws: ``JSONError`` where it has malformed escapes or is not UTF-8.
    public func keyString() throws(JSONError) -> String { try strings.decode(key) }

    // The generic parts are inlinable, and thin, so that they are specialized where they are called.

    /// Moves to the next member of the object that was entered last whose key is in a table, skipping all others.
    ///
    /// Returns `nil` where there is none, and has left the object then.
    ///
    /// - Throws: ``JSONError`` where the object is malformed.
    @inlinable
    public mutating func nextKey<Name>(in table: JSONNameTable<Name>) throws(JSONError) -> Name? {
        while let number = try nextKeyNumber(in: table.index) {
            if number >= 0 { return table.names[number] }
        }
        return nil
    }

    /// Reads the string that comes next if it is in a table; where it is not, returns `nil` and leaves it unread.
    ///
    /// - Throws: ``JSONError`` where another kind of value comes next, or the string is malformed.
    @inlinable
    public mutating func string<Name>(in table: JSONNameTable<Name>) throws(JSONError) -> Name? {
        guard let number = try stringNumber(in: table.index) else { return nil }
        return table.names[number]
    }

    /// Moves to the next member and returns the number of its key; -1 where it has none, and `nil` after the last.
    @usableFromInline
    mutating func nextKeyNumber(in index: borrowing JSONNameIndex) throws(JSONError) -> Int? {
        guard try nextKey() else { return nil }
        // A value that is not asked for is skipped by the next step.
        return number(of: key, in: index) ?? -1
    }

    /// Reads the string that comes next if it has a number.
    @usableFromInline
    mutating func stringNumber(in index: borrowing JSONNameIndex) throws(JSONError) -> Int? {
        try expect(.string)
        let span = try strings.span(from: position + 1)
        guard let number = number(of: span, in: index) else { return nil }
        position = span.end + 1
        awaitsValue = false
        return number
    }

    @inline(__always)
    private func number(of span: StringScanner.Span, in index: borrowing JSONNameIndex) -> Int? {
        if span.hasEscapes { return escapedNumber(of: span, in: index) }
        return index.find(UnsafeBufferPointer(start: base + span.start, count: span.end - span.start))
    }

    @inline(never)
    private func escapedNumber(of span: StringScanner.Span, in index: borrowing JSONNameIndex) -> Int? {
        guard let text = try? strings.decode(span) else { return nil }
        return Array(text.utf8).withUnsafeBufferPointer { index.find($0) }
    }
}
