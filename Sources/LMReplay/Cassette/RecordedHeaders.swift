import LMTransport

/// Says which header fields a recording may hold.
public protocol HeaderAllowList: Sendable {
    /// Whether a field of this name may be recorded.
    static func allows(_ name: HTTPFieldName) -> Bool
}

/// The fields of a request that may be recorded: `accept`, `content-type`, `idempotency-key`, `user-agent`.
public enum RequestHeaderAllowList: HeaderAllowList {
    /// Whether a request's field of this name may be recorded.
    public static func allows(_ name: HTTPFieldName) -> Bool {
        [.accept, .contentType, .idempotencyKey, .userAgent].contains(name)
    }
}

/// The fields of a response that may be recorded: `content-type`, `retry-after`, `x-request-id`, `x-should-retry` and
/// the `x-ratelimit-` family.
public enum ResponseHeaderAllowList: HeaderAllowList {
    /// Whether a response's field of this name may be recorded.
    public static func allows(_ name: HTTPFieldName) -> Bool {
        [.contentType, .retryAfter, .requestID, .shouldRetry].contains(name)
            || name.canonicalName.hasPrefix("x-ratelimit-")
    }
}

/// Header fields of a recording: a value of this type cannot hold a field that its allow-list does not name.
///
/// That is why a cassette has no authorization header, cookie or organisation id, whatever a server or a client
/// sends. Fields are in the order of their names; the values of a repeated field are joined with a comma.
public struct RecordedHeaders<AllowList: HeaderAllowList>: Sendable, Hashable {
    private var values: [HTTPFieldName: String] = [:]

    /// Makes an empty set of fields.
    public init() {}

    /// Keeps those fields that may be recorded.
    public init(keeping fields: HTTPFields) {
        for field in fields where AllowList.allows(field.name) {
            values[field.name] = values[field.name].map { "\($0), \(field.value)" } ?? field.value
        }
    }

    /// The value of a field. Setting one that may not be recorded does nothing.
    public subscript(name: HTTPFieldName) -> String? {
        get { values[name] }
        set { if AllowList.allows(name) { values[name] = newValue } }
    }

    /// The fields in the order of their names.
    public var fields: HTTPFields {
        HTTPFields(
            values.map { HTTPFields.Field(name: $0.key, value: $0.value) }
                .sorted { $0.name.canonicalName < $1.name.canonicalName })
    }
}

/// The header fields of a recorded request.
public typealias RecordedRequestHeaders = RecordedHeaders<RequestHeaderAllowList>
/// The header fields of a recorded response.
public typealias RecordedResponseHeaders = RecordedHeaders<ResponseHeaderAllowList>
