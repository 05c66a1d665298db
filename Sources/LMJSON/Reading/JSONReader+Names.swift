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

    /// Moves to the next member of the object that was entered last whose key is in a table, skipping all others.
    ///
    /// Returns `nil` where there is none, and has left the object then.
    ///
    /// - Throws: ``JSONError`` where the object is malformed.
    public mutating func nextKey<Name>(in table: JSONNameTable<Name>) throws(JSONError) -> Name? {
        while try nextKey() {
            if let number = find(key, in: table.index) { return table.names[number] }
            try skip()
        }
        return nil
    }

    /// Reads the string that comes next if it is in a table; where it is not, returns `nil` and leaves it unread.
    ///
    /// - Throws: ``JSONError`` where another kind of value comes next, or the string is malformed.
    public mutating func string<Name>(in table: JSONNameTable<Name>) throws(JSONError) -> Name? {
        try expect(.string)
        let span = try strings.span(from: position + 1)
        guard let number = find(span, in: table.index) else { return nil }
        position = span.end + 1
        awaitsValue = false
        return table.names[number]
    }

    private func find(_ span: StringScanner.Span, in index: JSONNameIndex) -> Int? {
        guard span.hasEscapes else {
            return index.find(UnsafeBufferPointer(start: base + span.start, count: span.end - span.start))
        }
        guard let text = try? strings.decode(span) else { return nil }
        return Array(text.utf8).withUnsafeBufferPointer { index.find($0) }
    }
}
