/// Puts a response's head together from its lines, as libcurl hands them over.
///
/// Interim heads (1xx) are skipped, and so are trailers, which come as lines after the head.
struct HeadReader {
    /// How many bytes of head are taken.
    static let limit = 256 * 1024

    struct TooLarge: Error {}

    private var size = 0
    private var status = 0
    private var fields: [HTTPFields.Field] = []
    /// Whether the head is whole; lines after it are looked at no more.
    private(set) var isComplete = false

    /// Takes a line with its line break. Gives the head with the empty line that ends it.
    mutating func read(_ line: UnsafeRawBufferPointer) throws(TooLarge) -> ResponseHead? {
        guard !isComplete else { return nil }
        size += line.count
        guard size <= Self.limit else { throw TooLarge() }
        var text = line[...]
        while let last = text.last, last == 10 || last == 13 { text.removeLast() }
        if text.starts(with: Array("HTTP/".utf8)) {
            status = Self.status(of: text)
            fields = []
            size = line.count
        } else if text.isEmpty {
            // 101 is the last head of its exchange, unlike its neighbours.
            guard status >= 200 || status == 101 else { return nil }
            isComplete = true
            return ResponseHead(status: status, headers: HTTPFields(fields))
        } else if let first = text.first, first == 32 || first == 9 {
            // A folded line belongs to the value before it (RFC 9112, 5.2).
            if !fields.isEmpty { fields[fields.count - 1].value += " " + Self.trimmed(text) }
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")),
            let name = HTTPFieldName(String(decoding: text[..<colon], as: UTF8.self))
        {
            fields.append(.init(name: name, value: Self.trimmed(text[(colon + 1)...])))
        }
        return nil
    }

    private static func status(of line: Slice<UnsafeRawBufferPointer>) -> Int {
        guard let space = line.firstIndex(of: 32) else { return 0 }
        return Int(String(decoding: line[(space + 1)...].prefix(3), as: UTF8.self)) ?? 0
    }

    private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        var bytes = bytes
        while let first = bytes.first, first == 32 || first == 9 { bytes.removeFirst() }
        while let last = bytes.last, last == 32 || last == 9 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
