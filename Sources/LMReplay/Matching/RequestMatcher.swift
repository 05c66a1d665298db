import LMJSON

/// Says when a request is the one that was recorded.
///
/// The default compares the method, the path and query of the URL, and the body: as JSON, whatever the order of members
/// and the white space, or to the byte where it is no JSON. The host and the header fields are not compared.
public struct RequestMatcher: Sendable {
    enum Rule: Sendable {
        case canonical(ignoring: [JSONPathPattern])
        case custom(@Sendable (RecordedRequest, RecordedRequest) -> Bool)
    }

    let rule: Rule

    /// Compares everything but the member `prompt_cache_key`, which differs from run to run.
    public static let standard = RequestMatcher(ignoring: standardIgnored)
    static let standardIgnored: [JSONPathPattern] = ["prompt_cache_key"]

    /// Takes every request for any other, so that recordings are handed out in their order.
    public static let any = RequestMatcher { _, _ in true }

    /// Compares everything but what the patterns name in JSON bodies.
    public init(ignoring patterns: [JSONPathPattern]) { rule = .canonical(ignoring: patterns) }

    /// Compares with a function of the request that was sent and one that was recorded, both redacted.
    public init(_ matches: @escaping @Sendable (_ sent: RecordedRequest, _ recorded: RecordedRequest) -> Bool) {
        rule = .custom(matches)
    }

    /// Whether this compares as the default does.
    var isStandard: Bool {
        if case .canonical(let patterns) = rule { patterns == Self.standardIgnored } else { false }
    }

    /// Whether a request is the recorded one.
    public func matches(_ sent: RecordedRequest, _ recorded: RecordedRequest) -> Bool {
        switch rule {
        case .canonical(let patterns):
            RequestKey(sent, ignoring: patterns) == RequestKey(recorded, ignoring: patterns)
        case .custom(let matches): matches(sent, recorded)
        }
    }
}

/// What two requests have to agree in to be the same.
struct RequestKey: Hashable, Sendable {
    private let hash: KeyHash

    init(_ request: RecordedRequest, ignoring patterns: [JSONPathPattern]) {
        var hash = Self.head(of: request)
        request.body.withUnsafeBufferPointer { body in
            if let json = CanonicalHash.hash(of: body, without: patterns) {
                hash.combine(json)
            } else {
                hash.combine(body)
            }
        }
        self.hash = hash
    }

    /// A hash of the request's bytes: where these agree, the keys do.
    static func exact(_ request: RecordedRequest) -> KeyHash {
        var hash = head(of: request)
        request.body.withUnsafeBufferPointer { hash.combine($0) }
        return hash
    }

    private static func head(of request: RecordedRequest) -> KeyHash {
        var hash = KeyHash()
        hash.combine(request.method)
        let parts = RecordedURL.parts(of: request.url)
        // An address without a path means the root.
        hash.combine(parts.path.isEmpty ? "/" : String(parts.path))
        hash.combine(parts.query.map { "?\($0)" } ?? "")
        return hash
    }
}
