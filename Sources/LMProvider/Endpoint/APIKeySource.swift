/// Where the key of a request comes from.
public enum APIKeySource: Sendable, Hashable {
    /// The app set it.
    case configuration
    /// The environment variable of this name holds it.
    case environment(String)
}
