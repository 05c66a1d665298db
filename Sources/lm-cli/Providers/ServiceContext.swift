/// What a report of a failure knows of the request that failed.
struct ServiceContext: Sendable {
    /// What people call the server: `xAI`, `OpenAI`, or its host.
    var name: String
    /// The host and port that were spoken to.
    var host: String
    /// The model that was asked for.
    var model: String
    /// The models that the tool knows there, for a suggestion.
    var knownModels: [String] = []
    /// Where the key came from, such as `XAI_API_KEY`; `nil` where there was none.
    var keySource: String?
    /// Whose key it is, where a key of theirs would be sent; `nil` for a server of one's own.
    var keyProvider: Provider?
    /// How long nothing may come.
    var idleTimeout: Duration?
    /// How long the whole may take.
    var totalTimeout: Duration?
    /// Whether what came is kept as a conversation.
    var isKept = false
}
