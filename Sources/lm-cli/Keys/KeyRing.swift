import LMJSON

/// All the keys that the tool may use: those that are saved, and those of the environment.
struct KeyRing: Sendable {
    /// Where a key comes from.
    enum Source: Sendable, Hashable, CustomStringConvertible {
        case saved
        case environment(String)
        case file(String)

        var description: String {
            switch self {
            case .saved: "saved key"
            case .environment(let variable): variable
            case .file(let path): path
            }
        }
    }

    /// What is known of the key of a provider.
    struct Entry: Sendable {
        var provider: Provider
        /// Where the key comes from that requests use; `nil` where there is none.
        var source: Source?
        var reference: KeyReference?
        /// The variables that are set and not used.
        var ignoredVariables: [String]
    }

    let saved: SavedKeys
    private let environment: Environment

    init(environment: Environment) {
        self.environment = environment
        saved = SavedKeys(folders: Folders(environment: environment), keyring: SecretService(environment: environment))
    }

    /// What is known of the key of a provider, without reading it.
    func entry(_ provider: Provider) throws(CLIError) -> Entry {
        let variables = provider.keyVariables.filter { environment[$0] != nil }
        if let reference = try saved.reference(provider.rawValue) {
            return Entry(provider: provider, source: .saved, reference: reference, ignoredVariables: variables)
        }
        return Entry(
            provider: provider, source: variables.first.map(Source.environment), reference: nil,
            ignoredVariables: Array(variables.dropFirst()))
    }
}

extension KeyRing.Entry {
    /// The cells of the row that `keys ls` prints.
    var columns: [String] {
        [
            provider.rawValue, source?.description ?? "-", reference?.store.rawValue ?? "environment",
            reference.map { $0.lastCharacters.isEmpty ? "-" : $0.lastCharacters } ?? "-",
            ignoredVariables.map { "\($0) (ignored)" }.joined(separator: ", "),
        ]
    }

    /// The same as JSON.
    var json: JSONValue {
        var object = JSONObject()
        object["provider"] = .string(provider.rawValue)
        object["source"] = source.map { .string($0.description) } ?? .null
        object["storedIn"] = reference.map { .string($0.store.rawValue) } ?? .null
        object["last4"] = reference.map { .string($0.lastCharacters) } ?? .null
        object["ignored"] = .array(ignoredVariables.map(JSONValue.string))
        return .object(object)
    }
}
