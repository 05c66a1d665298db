import LMProtocol
import LMTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A provider's server: where it is, how a key is sent to it, and what a request carries besides its body.
public struct Endpoint: Sendable, Hashable {
    /// The address that paths are relative to, such as `https://api.x.ai/v1`.
    public var baseURL: URL
    /// The key that the app set; `nil` or empty for none.
    public var apiKey: String?
    /// Header fields that the app adds to every request, by name.
    public var additionalHeaders: [String: String]
    /// How long to wait.
    public var timeouts: Timeouts
    /// The hosts that ask for a key, and that one from the environment may be sent to; all below them too.
    public var keyHosts: [String]
    /// The environment variables that may hold it; the first that is set counts.
    public var keyVariables: [String]
    /// The environment variables that may hold a token, which is sent as `Authorization: Bearer` whatever
    /// ``keyField`` says; looked at behind ``keyVariables``.
    public var tokenVariables: [String]
    /// How a key is sent.
    public var keyField: KeyField

    /// How a key is sent.
    public enum KeyField: Sendable, Hashable {
        /// As `Authorization: Bearer KEY`.
        case bearer
        /// In a header field of its own, such as `x-api-key`.
        case header(HTTPFieldName)

        func credential(_ key: String) -> Credential {
            switch self {
            case .bearer: Credential(bearer: key)
            case .header(let name): Credential(name, key)
            }
        }
    }

    /// Makes an endpoint.
    ///
    /// - Parameters:
    ///   - baseURL: The address that paths are relative to.
    ///   - apiKey: The key that the app set.
    ///   - additionalHeaders: Header fields that the app adds to every request.
    ///   - timeouts: How long to wait.
    ///   - keyField: How a key is sent.
    ///   - keyHosts: The hosts that ask for a key, and that one from the environment may be sent to.
    ///   - keyVariables: The environment variables that may hold a key.
    ///   - tokenVariables: The environment variables that may hold a bearer token.
    public init(
        baseURL: URL, apiKey: String? = nil, additionalHeaders: [String: String] = [:], timeouts: Timeouts = Timeouts(),
        keyField: KeyField = .bearer, keyHosts: [String], keyVariables: [String], tokenVariables: [String] = []
    ) {
        self.keyField = keyField
        self.tokenVariables = tokenVariables
        self.baseURL = baseURL
        self.apiKey = apiKey
        self.additionalHeaders = additionalHeaders
        self.timeouts = timeouts
        self.keyHosts = keyHosts
        self.keyVariables = keyVariables
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
    public func keySource(environment: [String: String]) -> APIKeySource? { key(environment)?.source }

    private func key(_ environment: [String: String]) -> (credential: Credential, source: APIKeySource)? {
        if let text = Self.trimmed(apiKey) { return (keyField.credential(text), .configuration) }
        guard isKeyHost, baseURL.scheme?.lowercased() == "https" else { return nil }
        for variable in keyVariables {
            if let text = Self.trimmed(environment[variable]) {
                return (keyField.credential(text), .environment(variable))
            }
        }
        for variable in tokenVariables {
            if let text = Self.trimmed(environment[variable]) {
                return (Credential(bearer: text), .environment(variable))
            }
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
    /// - Throws: ``ProviderError`` where the server asks for a key and there is none, and of the kind
    ///   ``ProviderError/Kind/connectionFailed(_:)`` where a header field's name or the address is none.
    public func request(
        method: String, path: String, query: [URLQueryItem] = [], headers: HTTPFields = [:], body: [UInt8] = [],
        environment: [String: String]
    ) throws -> HTTPRequest {
        guard let scheme = baseURL.scheme?.lowercased(), scheme == "https" || scheme == "http", baseURL.host() != nil
        else { throw Self.misconfigured("The base URL is not an http or https address.") }
        var headers = headers
        var credential = key(environment)?.credential
        for (text, value) in additionalHeaders.sorted(by: { $0.key < $1.key }) {
            guard let name = HTTPFieldName(text) else {
                throw Self.misconfigured("\"\(text)\" is not a name of a header field.")
            }
            if name == .authorization || credential == nil && (SecretNames.isSecret(header: name) || isKeyField(name)) {
                credential = Self.credential(name, value)
            } else {
                headers[name] = value
            }
        }
        if credential == nil, isKeyHost { throw missingKey }
        var request = HTTPRequest(
            method: method, url: url(path, query), headers: headers, body: body, timeouts: timeouts)
        guard let credential else { return request }
        guard let origin = Origin(baseURL) else {
            throw Self.misconfigured("The base URL holds a user or a password; set the key apart from it.")
        }
        do throws(TransportError) { try request.attach(credential, for: origin) } catch { throw ProviderError(error) }
        return request
    }

    private func url(_ path: String, _ query: [URLQueryItem]) -> URL {
        let url = baseURL.appending(path: path)
        return query.isEmpty ? url : url.appending(queryItems: query)
    }

    private func isKeyField(_ name: HTTPFieldName) -> Bool { keyField == .header(name) }

    /// A field as a credential; of a bearer token, the token is the secret.
    private static func credential(_ name: HTTPFieldName, _ value: String) -> Credential {
        guard name == .authorization, value.lowercased().hasPrefix("bearer ") else { return Credential(name, value) }
        return Credential(bearer: String(value.dropFirst("bearer ".count).trimmingSpaces))
    }

    private static func misconfigured(_ message: String) -> ProviderError {
        ProviderError(TransportError(.invalidRequest, message))
    }

    private var missingKey: ProviderError {
        let variables = (keyVariables + tokenVariables).joined(separator: " or ")
        let remedy = baseURL.scheme?.lowercased() == "https" ? " or set the environment variable \(variables)" : ""
        return ProviderError(
            kind: .missingAPIKey,
            message: "There is no API key for \(baseURL.host() ?? "the server"). Set one\(remedy).",
            category: .authentication, retryAdvice: .never)
    }
}

extension Endpoint {
    /// The parts of the endpoint that may be shown, by name: no key, no value of a header field, and an address
    /// without a user, a password or a query.
    public var shownParts: KeyValuePairs<String, String> {
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
