import LMProtocol
import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A Responses server: where it is, and what a request to it carries besides its body.
package struct Endpoint: Sendable, Hashable {
    /// The address that paths are relative to, such as `https://api.x.ai/v1`.
    package var baseURL: URL
    /// The key that the app set; `nil` or empty for none.
    package var apiKey: String?
    /// Header fields that the app adds to every request, by name.
    package var additionalHeaders: [String: String]
    /// How long to wait.
    package var timeouts: Timeouts
    /// The hosts that ask for a key, and that one from the environment may be sent to; all below them too.
    package var keyHosts: [String]
    /// The environment variables that may hold it.
    package var keyVariables: [String]
    /// The header field that holds the key; `nil` for a bearer token.
    package var keyField: String?

    package init(
        baseURL: URL, apiKey: String? = nil, additionalHeaders: [String: String] = [:], timeouts: Timeouts = Timeouts(),
        keyHosts: [String], keyVariables: [String], keyField: String? = nil
    ) {
        self.baseURL = baseURL
        self.apiKey = apiKey
        self.additionalHeaders = additionalHeaders
        self.timeouts = timeouts
        self.keyHosts = keyHosts
        self.keyVariables = keyVariables
        self.keyField = keyField
    }

    /// Whether the server is one of those that the keys in the environment are for.
    private var isKeyHost: Bool {
        guard var host = baseURL.host()?.lowercased() else { return false }
        // A host may be written with the dot of the root behind it.
        if host.hasSuffix(".") { host.removeLast() }
        return keyHosts.contains { host == $0 || host.hasSuffix("." + $0) }
    }

    /// Where the key comes from; `nil` where there is none.
    ///
    /// What the app set comes first. The environment counts for the key's own hosts only, and for `https` only: a key
    /// from a developer's shell must not reach another server, nor cross a network in the clear.
    package func keySource(environment: [String: String]) -> APIKeySource? { key(environment)?.source }

    private func key(_ environment: [String: String]) -> (text: String, source: APIKeySource)? {
        if let text = Self.trimmed(apiKey) { return (text, .configuration) }
        guard isKeyHost, baseURL.scheme?.lowercased() == "https" else { return nil }
        for variable in keyVariables {
            if let text = Self.trimmed(environment[variable]) { return (text, .environment(variable)) }
        }
        return nil
    }

    /// A key without the white space that came along when it was copied; `nil` where nothing else is there.
    private static func trimmed(_ text: String?) -> String? {
        guard let text = text?.trimmingSpaces, !text.isEmpty else { return nil }
        return String(text)
    }

    /// Makes a request to a path below the base address.
    ///
    /// An `Authorization` field of the app's own takes the place of the key, and is as closed as a key is.
    ///
    /// - Throws: ``ResponsesError`` where the server asks for a key and there is none, and ``ConnectionFailure`` where
    ///   a header field's name or the address is none.
    package func request(
        method: String, path: String, headers: HTTPFields = [:], body: [UInt8] = [], environment: [String: String]
    ) throws -> HTTPRequest {
        guard let scheme = baseURL.scheme?.lowercased(), scheme == "https" || scheme == "http", baseURL.host() != nil
        else { throw Self.misconfigured("The base URL is not an http or https address.") }
        var headers = headers
        let field = keyField.flatMap { HTTPFieldName($0) }
        var credential = key(environment).map { key in
            field.map { Credential($0, key.text) } ?? Credential(bearer: key.text)
        }
        for (text, value) in additionalHeaders.sorted(by: { $0.key < $1.key }) {
            guard let name = HTTPFieldName(text) else {
                throw Self.misconfigured("\"\(text)\" is not a name of a header field.")
            }
            if name == .authorization || credential == nil && Self.secretNames.contains(name) {
                credential = Self.credential(name, value)
            } else {
                headers[name] = value
            }
        }
        if credential == nil, isKeyHost { throw missingKey }
        return HTTPRequest(
            method: method, url: baseURL.appending(path: path), headers: headers, body: body, timeouts: timeouts,
            credential: credential)
    }

    /// A field as a credential; of a bearer token, the token is the secret.
    private static func credential(_ name: HTTPFieldName, _ value: String) -> Credential {
        guard name == .authorization, value.lowercased().hasPrefix("bearer ") else { return Credential(name, value) }
        return Credential(bearer: String(value.dropFirst("bearer ".count).trimmingSpaces))
    }

    /// The fields by which servers that have no bearer tokens take a key.
    private static let secretNames: Set<HTTPFieldName> = ["api-key", "x-api-key", "proxy-authorization", "cookie"]

    private static func misconfigured(_ message: String) -> ConnectionFailure {
        ConnectionFailure(TransportError(.invalidRequest, message))
    }

    private var missingKey: ResponsesError {
        let variables = keyVariables.joined(separator: " or ")
        let remedy = baseURL.scheme?.lowercased() == "https" ? " or set the environment variable \(variables)" : ""
        return ResponsesError(
            kind: .missingAPIKey,
            message: "There is no API key for \(baseURL.host() ?? "the server"). Set one\(remedy).",
            category: .authentication, retryAdvice: .never)
    }
}

extension Endpoint {
    /// The parts of the endpoint that may be shown, by name: no key, no value of a header field, and an address
    /// without a user, a password or a query.
    package var shownParts: KeyValuePairs<String, String> {
        let fields = additionalHeaders.keys.sorted().map { "\($0): redacted" }
        return [
            "baseURL": shownURL, "apiKey": Self.trimmed(apiKey) == nil ? "nil" : "redacted",
            "additionalHeaders": "[\(fields.joined(separator: ", "))]",
        ]
    }

    private var shownURL: String {
        guard var parts = URLComponents(url: baseURL, resolvingAgainstBaseURL: false) else { return "redacted" }
        if parts.user != nil || parts.password != nil {
            parts.user = "redacted"
            parts.password = nil
        }
        if parts.query != nil { parts.query = "redacted" }
        return parts.string ?? "redacted"
    }
}
