import LMJSON

/// The keys that a person has saved: in the keyring where one answers, else in a file that only they can read.
///
/// The file says for each provider where its key is, so that a request asks the keyring only where there is something to
/// ask for.
struct SavedKeys: Sendable {
    private let path: String
    private let keyring: SecretService

    init(folders: Folders, keyring: SecretService) {
        path = folders.keys
        self.keyring = keyring
    }

    /// Where the key of a provider is; `nil` where none is saved.
    func reference(_ provider: String) throws(CLIError) -> KeyReference? {
        guard let entry = try entries()[provider], let name = entry["store"]?.stringValue,
            let store = KeyReference.Store(rawValue: name)
        else { return nil }
        return KeyReference(store: store, lastCharacters: entry["last4"]?.stringValue ?? "")
    }

    /// The providers that have a saved key.
    func providers() throws(CLIError) -> [String] { try entries().keys }

    /// The key of a provider; `nil` where none is saved.
    func key(_ provider: String) throws(CLIError) -> String? {
        guard let reference = try reference(provider) else { return nil }
        switch reference.store {
        case .file: return try entries()[provider]?["key"]?.stringValue
        case .secretService:
            switch keyring.lookUp(provider) {
            case .key(let key): return key
            case .missing:
                throw CLIError(
                    .key, "the keyring no longer has the key for \(provider).",
                    hint: "Save it again: lm-cli keys set \(provider)")
            case .unavailable(let reason):
                throw CLIError(
                    .key, "the key for \(provider) is in the keyring, which cannot be read: \(reason).",
                    hint: "Unlock the keyring, or use another key: --key-file FILE")
            }
        }
    }

    /// Saves a key. Gives where it is, and why it is not in the keyring where it is not.
    func save(_ key: String, for provider: String) throws(CLIError) -> (reference: KeyReference, refusal: String?) {
        var entries = try entries()
        let refusal = keyring.store(key, for: provider)
        let reference = KeyReference(
            store: refusal == nil ? .secretService : .file, lastCharacters: KeyReference.lastCharacters(of: key))
        var entry = JSONObject()
        entry["store"] = .string(reference.store.rawValue)
        entry["last4"] = .string(reference.lastCharacters)
        if refusal != nil { entry["key"] = .string(key) }
        entries[provider] = .object(entry)
        try write(entries)
        return (reference, refusal)
    }

    /// Forgets the key of a provider; `false` where none was saved.
    func remove(_ provider: String) throws(CLIError) -> Bool {
        var entries = try entries()
        guard let reference = try reference(provider) else { return false }
        if reference.store == .secretService { keyring.remove(provider) }
        entries[provider] = nil
        try write(entries)
        return true
    }

    private func entries() throws(CLIError) -> JSONObject {
        let bytes: [UInt8]?
        do throws(PrivateFile.Problem) {
            bytes = try PrivateFile.read(path)
        } catch {
            throw CLIError(
                .key, "the file of keys \(path) is not used: \(error).",
                hint:
                    "If it is yours: chmod 600 \(ShellQuoting.quoted(path)). A key that others could read should be replaced."
            )
        }
        guard let bytes else { return JSONObject() }
        do throws(JSONError) {
            return try JSONValue(parsing: bytes).objectValue ?? JSONObject()
        } catch {
            throw CLIError(
                .configuration, "the file of keys \(path) is not JSON: \(error).", hint: "Mend it, or remove it.")
        }
    }

    private func write(_ entries: JSONObject) throws(CLIError) {
        do throws(SystemError) {
            try PrivateFile.write(JSONValue.object(entries).bytes(.pretty) + [UInt8(ascii: "\n")], to: path)
        } catch {
            throw CLIError(.cannotCreate, "cannot write \(path): \(error).")
        }
    }
}

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
        if let reference = try saved.reference(provider.name) {
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
            provider.name, source?.description ?? "-", reference?.store.rawValue ?? "environment",
            reference.map { $0.lastCharacters.isEmpty ? "-" : $0.lastCharacters } ?? "-",
            ignoredVariables.map { "\($0) (ignored)" }.joined(separator: ", "),
        ]
    }

    /// The same as JSON.
    var json: JSONValue {
        var object = JSONObject()
        object["provider"] = .string(provider.name)
        object["source"] = source.map { .string($0.description) } ?? .null
        object["storedIn"] = reference.map { .string($0.store.rawValue) } ?? .null
        object["last4"] = reference.map { .string($0.lastCharacters) } ?? .null
        object["ignored"] = .array(ignoredVariables.map(JSONValue.string))
        return .object(object)
    }
}
