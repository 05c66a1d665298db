import LMProtocol
import LMProvider
import LMResponses
import LMTransport
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How requests reach Grok: which server, with which key, and how long they wait.
///
/// A key that is set here goes to whatever ``baseURL`` says; combine the two only for servers that you trust, over
/// `https`. Without one, requests to an xAI host (`x.ai` and all below it) over `https` take the key from the
/// environment: `GROK_API_KEY`, else `XAI_API_KEY`. No other server ever gets one from there.
///
/// Descriptions and mirrors show neither the key, nor a header field's value, nor what a URL holds of either.
public struct GrokConfiguration: Sendable, Hashable {
    /// Where the key of a request comes from.
    public typealias APIKeySource = LMProvider.APIKeySource

    /// The address of xAI's API.
    public static let xaiURL: URL = {
        var parts = URLComponents()
        parts.scheme = "https"
        parts.host = "api.x.ai"
        parts.path = "/v1"
        return parts.url ?? URL(filePath: "/")
    }()

    /// The key; `nil` or empty for none.
    public var apiKey: String?
    /// The address that `responses` is appended to.
    public var baseURL: URL
    /// Header fields that are added to every request, by name. An `Authorization` takes the place of the key.
    public var additionalHeaders: [String: String]
    /// The longest time in seconds without any data, before the response's head and between two pieces of its body; 0
    /// waits for ever.
    ///
    /// On a connection that the server keeps alive without going on with the answer, half an hour is the limit, or this
    /// time where it is longer.
    public var timeoutInterval: TimeInterval

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - apiKey: The key.
    ///   - baseURL: The address that `responses` is appended to; xAI's where none is given.
    ///   - additionalHeaders: Header fields that are added to every request, by name.
    ///   - timeoutInterval: The longest time in seconds without any data. The default of ten minutes leaves a model its
    ///     silence while it thinks.
    public init(
        apiKey: String? = nil, baseURL: URL = GrokConfiguration.xaiURL, additionalHeaders: [String: String] = [:],
        timeoutInterval: TimeInterval = 600
    ) {
        self.apiKey = apiKey
        self.baseURL = baseURL
        self.additionalHeaders = additionalHeaders
        self.timeoutInterval = timeoutInterval
    }

    private static let shared = Mutex(GrokConfiguration())

    /// The configuration of every model that has none of its own. Read at each request.
    public static var `default`: GrokConfiguration {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }

    /// Where the key of a request would come from now; `nil` where there is none. Tells an app what to show without
    /// the key itself.
    public var apiKeySource: APIKeySource? { apiKeySource(environment: ProcessInfo.processInfo.environment) }

    /// Where the key of a request would come from in this environment.
    package func apiKeySource(environment: [String: String]) -> APIKeySource? {
        endpoint.keySource(environment: environment)
    }

    package var endpoint: Endpoint {
        let wait = timeoutInterval.isFinite && timeoutInterval > 0 ? Duration.seconds(timeoutInterval) : nil
        return Endpoint(
            baseURL: baseURL, apiKey: apiKey, additionalHeaders: additionalHeaders,
            timeouts: Timeouts(waiting: wait), keyHosts: ResponsesDialect.xai.keyHosts,
            keyVariables: ResponsesDialect.xai.keyVariables)
    }
}

extension GrokConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The configuration without its secrets.
    public var description: String {
        let parts = endpoint.shownParts.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        return "GrokConfiguration(\(parts), timeoutInterval: \(timeoutInterval))"
    }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror that shows no secret.
    public var customMirror: Mirror {
        let parts = endpoint.shownParts.map { (label: $0.key as String?, value: $0.value as Any) }
        return Mirror(self, children: parts + [("timeoutInterval", timeoutInterval)])
    }
}
