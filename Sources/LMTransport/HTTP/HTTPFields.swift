/// The name of an HTTP header field, compared without regard to case.
///
/// A type rather than a string, so that an allow-list of names cannot be missed by a spelling.
public struct HTTPFieldName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name in lower case, as HTTP/2 writes it.
    public let canonicalName: String

    /// Makes a name from a token of RFC 9110; `nil` where the text is empty or holds a character that no name may.
    public init?(_ text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy(Self.isTokenByte) else { return nil }
        self.canonicalName = Self.lowercased(text)
    }

    /// Makes a name from a literal, which has to be a token of RFC 9110.
    public init(stringLiteral text: StaticString) {
        self.canonicalName = Self.lowercased(text.description)
    }

    /// The value in words.
    public var description: String { canonicalName }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private static func lowercased(_ text: String) -> String {
        String(
            decoding: text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 },
            as: UTF8.self)
    }

    /// `Accept`
    public static let accept: Self = "accept"
    /// `Accept-Encoding`
    public static let acceptEncoding: Self = "accept-encoding"
    /// `Authorization`
    public static let authorization: Self = "authorization"
    /// `Content-Encoding`
    public static let contentEncoding: Self = "content-encoding"
    /// `Content-Length`
    public static let contentLength: Self = "content-length"
    /// `Content-Type`
    public static let contentType: Self = "content-type"
    /// `Idempotency-Key`
    public static let idempotencyKey: Self = "idempotency-key"
    /// `Location`
    public static let location: Self = "location"
    /// `Retry-After`
    public static let retryAfter: Self = "retry-after"
    /// `User-Agent`
    public static let userAgent: Self = "user-agent"
    /// `X-Request-Id`
    public static let requestID: Self = "x-request-id"
    /// `X-Should-Retry`
    public static let shouldRetry: Self = "x-should-retry"
}

/// The header fields of a message, in the order they were sent; a name may stand more than once.
public struct HTTPFields: Hashable, Sendable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
    /// One header field.
    public struct Field: Hashable, Sendable {
        /// The field's name.
        public var name: HTTPFieldName
        /// The field's value, without the white space around it.
        public var value: String

        /// Makes a field.
        public init(name: HTTPFieldName, value: String) {
            self.name = name
            self.value = value
        }
    }

    private var fields: [Field]

    /// Makes an empty list.
    public init() { fields = [] }

    /// Makes a list from fields in the order given.
    public init(_ fields: some Sequence<Field>) { self.fields = Array(fields) }

    /// Makes a value.
    public init(dictionaryLiteral elements: (HTTPFieldName, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// The position of the first element.
    public var startIndex: Int { fields.startIndex }
    /// The position behind the last element.
    public var endIndex: Int { fields.endIndex }
    /// The element at a position.
    public subscript(position: Int) -> Field { fields[position] }

    /// The first value under a name. Setting it replaces every field of that name; `nil` removes them.
    public subscript(name: HTTPFieldName) -> String? {
        get { fields.first { $0.name == name }?.value }
        set {
            guard let newValue else {
                fields.removeAll { $0.name == name }
                return
            }
            if let first = fields.firstIndex(where: { $0.name == name }) {
                fields[first].value = newValue
                var seen = false
                fields.removeAll {
                    guard $0.name == name else { return false }
                    defer { seen = true }
                    return seen
                }
            } else {
                fields.append(Field(name: name, value: newValue))
            }
        }
    }

    /// Adds a field behind the others, keeping those of the same name.
    public mutating func append(_ name: HTTPFieldName, _ value: String) {
        fields.append(Field(name: name, value: value))
    }
}
