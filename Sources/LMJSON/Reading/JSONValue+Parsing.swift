extension JSONValue {
    /// Parses one JSON document, strictly after RFC 8259.
    ///
    /// - A key that stands more than once is kept as often.
    /// - Half a surrogate pair, written as an escape, becomes U+FFFD; bytes that are not UTF-8 are an error.
    /// - One byte order mark at the start is skipped.
    /// - No value is nested deeper than `depthLimit`, which is at most 512: deeper values could exhaust the stack where
    ///   they are released.
    ///
    /// - Throws: ``JSONError`` with the first byte that is not JSON and the reason.
    public init(
        parsing bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int = JSONReader.depthLimit
    ) throws(JSONError) {
        self = try JSONReader.read(bytes) { (reader) throws(JSONError) in
            let value = try reader.value(depthLimit: min(depthLimit, JSONReader.depthLimit))
            try reader.end()
            return value
        }
    }

    /// Parses one JSON document, as ``init(parsing:depthLimit:)-(UnsafeBufferPointer<UInt8>,_)`` does.
    ///
    /// - Throws: ``JSONError`` with the first byte that is not JSON and the reason.
    @inlinable
    public init(
        parsing bytes: some Sequence<UInt8>, depthLimit: Int = JSONReader.depthLimit
    ) throws(JSONError) {
        var result: Result<JSONValue, JSONError>?
        bytes.withContiguousStorageIfAvailable { buffer in
            result = Result { () throws(JSONError) in try JSONValue(parsing: buffer, depthLimit: depthLimit) }
        }
        if let result {
            self = try result.get()
        } else {
            self = try Array(bytes).withUnsafeBufferPointer { (buffer) throws(JSONError) in
                try JSONValue(parsing: buffer, depthLimit: depthLimit)
            }
        }
    }

    /// Parses one JSON document, as ``init(parsing:depthLimit:)-(UnsafeBufferPointer<UInt8>,_)`` does.
    ///
    /// - Throws: ``JSONError`` with the first byte that is not JSON and the reason.
    public init(parsing text: String, depthLimit: Int = JSONReader.depthLimit) throws(JSONError) {
        try self.init(parsing: text.utf8, depthLimit: depthLimit)
    }
}
