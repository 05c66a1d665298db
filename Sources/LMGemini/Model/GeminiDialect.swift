import LMProtocol

/// What one kind of server of generateContent takes: the differences between servers, as data.
///
/// Start from one of these and change what your server does differently.
public struct GeminiDialect: Sendable, Hashable {
    /// The name, for messages.
    public var name: String
    /// The family of providers that the server belongs to: what its models keep with a transcript is for them only.
    public var provider: String
    /// The hosts that a key from the environment may be sent to, and all below them.
    public var keyHosts: [String]
    /// The environment variables that may hold a key for these hosts; the first that is set counts.
    public var keyVariables: [String]

    /// Makes a dialect.
    ///
    /// - Parameters:
    ///   - name: The name, for messages.
    ///   - provider: The family of providers that the server belongs to.
    public init(name: String, provider: String) {
        self.name = name
        self.provider = provider
        keyHosts = []
        keyVariables = []
    }

    /// Google's API.
    public static let google: GeminiDialect = {
        var dialect = GeminiDialect(name: "Google", provider: "google")
        dialect.keyHosts = ["generativelanguage.googleapis.com", "aiplatform.googleapis.com"]
        // In the order of Google's own clients.
        dialect.keyVariables = ["GOOGLE_API_KEY", "GEMINI_API_KEY"]
        return dialect
    }()

    /// A server of which nothing is known but that it offers generateContent.
    public static let generic = GeminiDialect(name: "The server", provider: "generateContent")
}
