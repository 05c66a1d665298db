/// Where a saved key is, and what may be shown of it.
struct KeyReference: Sendable, Hashable {
    /// What holds a key.
    enum Store: String, Sendable, Hashable {
        /// The desktop's keyring, reached through `secret-tool`.
        case secretService = "secret-service"
        /// The file of keys itself, as plain text.
        case file
    }
    /// What holds the key.
    var store: Store
    /// The last four characters, to tell one key from another; empty for a key so short that they would say too much.
    var lastCharacters: String

    /// What may be shown of a key.
    static func lastCharacters(of key: String) -> String { key.count >= 16 ? String(key.suffix(4)) : "" }
}
