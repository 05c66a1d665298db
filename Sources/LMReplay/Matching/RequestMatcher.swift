import LMJSON

/// Says when a request is the one that was recorded.
///
/// The default compares the method, the path and query of the URL, and the body: as JSON, whatever the order of members
/// and the white space; as parts, whatever the boundary, where it is multipart; or else to the byte. The host and the
/// header fields are not compared.
///
/// ```swift
/// @Test(.cassette("hello", matching: .ignoring("metadata/requestId")))
/// @Test(.cassette("today", matching: .standard.loosening("input/0/content").ignoring("**/nonce")))
/// ```
public struct RequestMatcher: Sendable {
    enum Rule: Sendable {
        case canonical(Leniency)
        case custom(@Sendable (RecordedRequest, RecordedRequest) -> Bool)
    }

    /// What of JSON bodies need not agree.
    struct Leniency: Sendable, Hashable {
        /// Places that are not looked at.
        var ignored: [JSONPathPattern] = []
        /// Places of which only the kind of value has to agree.
        var loose: [JSONPathPattern] = []

        /// What differs from run to run.
        static let standard = Leniency(ignored: ["prompt_cache_key"])

        /// Both kinds of places, the ignored ones first.
        var patterns: [JSONPathPattern] { ignored + loose }
    }

    let rule: Rule

    /// Compares everything but the member `prompt_cache_key`, which differs from run to run.
    public static let standard = RequestMatcher(.standard)

    /// Takes every request for any other, so that recordings are handed out in their order.
    public static let any = RequestMatcher { _, _ in true }

    private init(_ leniency: Leniency) { rule = .canonical(leniency) }

    /// Compares everything but what the patterns name in JSON bodies.
    public init(ignoring patterns: [JSONPathPattern]) { self.init(Leniency(ignored: patterns)) }

    /// Compares with a function of the request that was sent and one that was recorded, both redacted.
    public init(_ matches: @escaping @Sendable (_ sent: RecordedRequest, _ recorded: RecordedRequest) -> Bool) {
        rule = .custom(matches)
    }

    /// Compares as the default does, but for what the patterns name in JSON bodies: it may differ, or be absent.
    public static func ignoring(_ patterns: JSONPathPattern...) -> RequestMatcher { standard.ignoring(patterns) }

    /// Compares as the default does, but for the values that the patterns name in JSON bodies: they have to be there, and
    /// of the same kind, and may be any.
    public static func loosening(_ patterns: JSONPathPattern...) -> RequestMatcher { standard.loosening(patterns) }

    /// The same, and what the patterns name may differ or be absent.
    public func ignoring(_ patterns: JSONPathPattern...) -> RequestMatcher { ignoring(patterns) }

    /// The same, and the values that the patterns name may be any of their kind.
    public func loosening(_ patterns: JSONPathPattern...) -> RequestMatcher { loosening(patterns) }

    /// The same, and what the patterns name may differ or be absent. A function that compares stays as it is.
    public func ignoring(_ patterns: [JSONPathPattern]) -> RequestMatcher {
        guard case .canonical(var leniency) = rule else { return self }
        leniency.ignored += patterns
        return RequestMatcher(leniency)
    }

    /// The same, and the values that the patterns name may be any of their kind. A function that compares stays as it is.
    public func loosening(_ patterns: [JSONPathPattern]) -> RequestMatcher {
        guard case .canonical(var leniency) = rule else { return self }
        leniency.loose += patterns
        return RequestMatcher(leniency)
    }

    /// Whether this compares as the default does.
    var isStandard: Bool {
        if case .canonical(let leniency) = rule { leniency == .standard } else { false }
    }

    /// Whether a request is the recorded one.
    public func matches(_ sent: RecordedRequest, _ recorded: RecordedRequest) -> Bool {
        switch rule {
        case .canonical(let leniency):
            RequestKey(sent, leniency) == RequestKey(recorded, leniency)
        case .custom(let matches): matches(sent, recorded)
        }
    }
}

/// What two requests have to agree in to be the same.
struct RequestKey: Hashable, Sendable {
    private let hash: KeyHash

    init(_ request: RecordedRequest, _ leniency: RequestMatcher.Leniency = .standard) {
        var hash = Self.head(of: request)
        request.body.withUnsafeBufferPointer { body in
            if let json = CanonicalHash.hash(of: body, leniency) {
                hash.combine(json)
            } else if let multipart = MultipartBody(body) {
                for part in multipart.parts {
                    hash.combine(UnsafeBufferPointer(rebasing: body[part.head]))
                    let content = UnsafeBufferPointer(rebasing: body[part.content])
                    if let json = CanonicalHash.hash(of: content, leniency) {
                        hash.combine(json)
                    } else {
                        hash.combine(content)
                    }
                }
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
