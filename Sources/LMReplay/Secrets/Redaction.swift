import LMTransport

/// What a recording leaves out or replaces.
///
/// The same policy is applied to what is written, to what is loaded, to a request before it is matched, and so to every
/// message that shows one of them. The allow-lists of header fields, the removal of user info, and the redaction of what
/// stands under the name of a secret in an address, a form or JSON (`access_token`, `client_secret`, `password`, …)
/// belong to every policy; such a value is then taken out wherever else it stands. Rules come on top.
public struct Redaction: Sendable, Hashable {
    /// Where a rule applies.
    public enum Place: Sendable, Hashable {
        /// A header field of requests or responses.
        case header(HTTPFieldName)
        /// A parameter of the URL's query.
        case query(String)
        /// Values in JSON bodies and in the payloads of events.
        case json(JSONPathPattern)
        /// What a regular expression, in Swift's syntax, finds in a body; in an event stream it is one event's text.
        case pattern(RedactionPattern)
    }

    /// What becomes of a value.
    public enum Action: Sendable, Hashable {
        /// A fixed text stands in its place.
        case replace(String)
        /// `<LABEL:1>`, `<LABEL:2>`, … stand in its place, the same for the same value throughout the cassette, so that
        /// references still agree.
        case pseudonym(String)
    }

    /// One rule.
    public struct Rule: Sendable, Hashable {
        /// Where it applies.
        public var place: Place
        /// What becomes of the value.
        public var action: Action

        /// Makes a rule.
        public init(_ place: Place, _ action: Action = .replace(Redaction.mark)) {
            self.place = place
            self.action = action
        }
    }

    /// The text that stands for a redacted value.
    public static let mark = "REDACTED"

    /// The policy's name and version, for the cassette's first line.
    public var name: String
    /// The rules that go beyond the default ones, in the order in which they are tried.
    public var rules: [Rule]
    /// Whether the `user-agent` of requests is kept. It is dropped by default: it says what machine recorded.
    public var keepsUserAgent: Bool

    /// The default policy, `default-2`.
    public static let standard = Redaction()

    /// Makes the default policy.
    public init() {
        name = "default-2"
        rules = []
        keepsUserAgent = false
    }

    /// Makes a policy of the default rules and some more, named `default-2+NAME`.
    public init(adding rules: [Rule], name: String, keepsUserAgent: Bool = false) {
        self.name = "default-2+\(name)"
        self.rules = rules
        self.keepsUserAgent = keepsUserAgent
    }
}

/// A regular expression of a redaction rule.
public struct RedactionPattern: Sendable, Hashable {
    /// The expression as it was written.
    public let text: String

    /// Makes a pattern; throws where the text is no regular expression.
    public init(_ text: String) throws {
        _ = try Regex(text)
        self.text = text
    }

    /// The expression, compiled. A `Regex` cannot be handed between tasks, so whoever searches makes one.
    func compiled() -> Regex<AnyRegexOutput>? { try? Regex(text) }
}
