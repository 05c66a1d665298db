/// Reads one JSON document in place and in order, without building a tree of it.
///
/// The caller pulls what it needs and steps over the rest:
///
/// ```swift
/// let text = try JSONReader.read(bytes) { reader throws(JSONError) in
///     var text: String?
///     try reader.beginObject()
///     while try reader.nextKey() {
///         if reader.keyEquals("delta") { text = try reader.string() }
///     }
///     try reader.end()
///     return text
/// }
/// ```
///
/// A value that was not read is skipped by the next `nextKey()` or `nextElement()`. Skipping checks the structure, the
/// grammar of numbers and literals, and that strings end and hold no control characters; it does not check the escapes
/// and the UTF-8 in strings that nobody looks at. What is read is checked in full. Whatever the input and the order of
/// the calls, nothing outside the bytes is read: a call that does not fit what stands there throws ``JSONError``.
///
/// Nesting is limited to 512 levels. One byte order mark at the start is skipped, as RFC 8259, section 8.1, permits.
public struct JSONReader: ~Copyable {
    /// How deep containers may be nested.
    public static let depthLimit = 512

    let base: UnsafePointer<UInt8>
    let count: Int
    var position = 0
    var depth = 0
    /// Whether no member or element of the innermost container was read yet.
    var isFirst = false
    /// Whether `nextKey()` or `nextElement()` announced a value that was not read yet.
    var awaitsValue = true
    var key = StringScanner.Span(start: 0, end: 0, hasEscapes: false, isASCII: true)

    /// `base` must be readable for `count` bytes for as long as the reader lives.
    @usableFromInline
    init(base: UnsafePointer<UInt8>, count: Int) {
        self.base = base
        self.count = count
        if count >= 3, base[0] == 0xEF, base[1] == 0xBB, base[2] == 0xBF { position = 3 }
    }

    /// Lets `body` read a document.
    ///
    /// - Throws: what `body` throws.
    @inlinable
    public static func read<Result, Failure: Error>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ body: (inout JSONReader) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let base = bytes.baseAddress else {
            return try [0 as UInt8].withUnsafeBufferPointer { (spare) throws(Failure) in
                try read(UnsafeBufferPointer(rebasing: spare[..<0]), body)
            }
        }
        var reader = JSONReader(base: base, count: bytes.count)
        return try body(&reader)
    }

    /// Lets `body` read a document.
    ///
    /// - Throws: what `body` throws.
    @inlinable
    public static func read<Result, Failure: Error>(
        _ bytes: [UInt8], _ body: (inout JSONReader) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in try read(buffer, body) }
    }

    /// Lets `body` read a document.
    ///
    /// - Throws: what `body` throws.
    @inlinable
    public static func read<Result, Failure: Error>(
        _ bytes: ArraySlice<UInt8>, _ body: (inout JSONReader) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in try read(buffer, body) }
    }

    /// The offset of the next byte that will be looked at, from the start of the document.
    public var offset: Int { position }

    /// The kind of the value that comes next; `nil` where no value begins.
    public mutating func peek() -> JSONKind? {
        skipWhiteSpace()
        return position < count ? JSONKind(firstByte: base[position]) : nil
    }

    /// Checks that nothing but white space follows.
    ///
    /// - Throws: ``JSONError`` at the first other byte.
    public mutating func end() throws(JSONError) {
        skipWhiteSpace()
        if position < count { throw JSONError(offset: position, reason: .trailingByte(base[position])) }
    }
}

// MARK: - Bytes

extension JSONReader {
    @inline(__always)
    var strings: StringScanner { StringScanner(base: base, count: count) }

    @inline(__always)
    var numbers: NumberScanner { NumberScanner(base: base, count: count) }

    @inline(__always)
    mutating func skipWhiteSpace() {
        while position < count, base[position] <= 0x20 {
            switch base[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
            default: return
            }
        }
    }

    /// Steps over white space and looks at the byte after it.
    @inline(__always)
    mutating func nextByte() throws(JSONError) -> UInt8 {
        skipWhiteSpace()
        guard position < count else { throw JSONError(offset: count, reason: .endOfInput) }
        return base[position]
    }

    @inline(never)
    func unexpected() -> JSONError {
        position < count
            ? JSONError(offset: position, reason: .unexpectedByte(base[position]))
            : JSONError(offset: count, reason: .endOfInput)
    }

    /// Steps over one of the three literals.
    mutating func literal(_ text: StaticString) throws(JSONError) {
        for index in 0..<text.utf8CodeUnitCount {
            guard position + index < count else { throw JSONError(offset: count, reason: .endOfInput) }
            guard base[position + index] == text.utf8Start[index] else {
                throw JSONError(offset: position + index, reason: .invalidLiteral)
            }
        }
        position += text.utf8CodeUnitCount
    }
}
