import LMJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file of settings: JSON5, one member for each option, named as the option is in camel case.
struct ConfigurationFile: Sendable {
    /// Who wrote it, which says what it may decide.
    enum Author: Sendable, Hashable {
        /// The person: anything that options can say.
        case person
        /// Whoever wrote the project that the person stands in. It may not say where anything is sent, with which key, or what
        /// runs.
        case project
    }

    let path: String
    let author: Author
    /// The settings by the option that they stand for, as words of a command line; `false` and `true` for a switch.
    private(set) var settings: [(name: OptionName, values: [String])] = []
    /// The command that prints the key, where the file names one.
    private(set) var keyCommand: String?

    /// What a file may set. The rest of the options is about one request.
    static let names: [OptionName] = [
        .model, .effort, .system, .baseURL, .provider, .keyFile, .keySource, .timeout, .totalTimeout, .retries,
        .maxWait, .stdin, .temperature, .topP, .topK, .maxTokens, .color, .ascii, .progress, .reasoning, .plain,
        .save, .tool, .approve, .maxToolCalls, .usage, .budget, .verbose,
    ]
    /// What only the person's own file may set.
    static let personalNames: Set<OptionName> = [.baseURL, .provider, .keyFile, .keySource, .tool, .approve]
    private static let profilesKey = "profiles"
    private static let keyCommandKey = "keyCommand"

    /// Reads a file. Throws a configuration error that names the file and the place.
    ///
    /// - Parameter profile: The set of settings under `profiles` that wins over the others; a name that is not there is no
    ///   error here, because another file may have it.
    init(path: String, author: Author, profile: String?) throws(CLIError) {
        self.path = path
        self.author = author
        let bytes = try FileInput.read(path, limit: 1 << 20, verb: "done")
        let root = try Self.object(bytes, path: path)
        profileNames = root[Self.profilesKey]?.objectValue?.map(\.key) ?? []
        if let profile, let chosen = root[Self.profilesKey]?[profile] {
            guard let members = chosen.objectValue else { throw problem("profiles.\(profile)", "takes an object") }
            try read(members, prefix: "profiles.\(profile).")
        }
        try read(root, prefix: "")
    }

    /// The names under `profiles`.
    let profileNames: [String]

    private static func object(_ bytes: [UInt8], path: String) throws(CLIError) -> JSONObject {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        do {
            if let object = try decoder.decode(JSONValue.self, from: Data(bytes)).objectValue { return object }
        } catch {
            let place = JSON5Fault.offset(in: bytes).map { JSON5Fault.place(of: $0, in: bytes) }
            throw CLIError(
                .configuration, "\(path)\(place.map { ":\($0.line):\($0.column)" } ?? ""): this is not JSON5.",
                hint: "Mend it, or name another file with --config.")
        }
        throw CLIError(
            .configuration, "\(path): settings are members of an object.", hint: "Such as { model: \"grok-4.3\" }")
    }

    private mutating func read(_ object: JSONObject, prefix: String) throws(CLIError) {
        for member in object where !(prefix.isEmpty && member.key == Self.profilesKey) {
            if member.key == Self.keyCommandKey {
                guard author == .person else { throw notAllowed(prefix + member.key) }
                guard let command = member.value.stringValue else { throw problem(prefix + member.key, "takes a text") }
                keyCommand = keyCommand ?? command
                continue
            }
            guard let name = Self.names.first(where: { $0.settingName == member.key }) else {
                let known = Self.names.map(\.settingName) + [Self.profilesKey, Self.keyCommandKey]
                throw CLIError(
                    .configuration, "\(path): there is no setting \"\(prefix)\(member.key)\".",
                    hint: EditDistance.suggestion(for: member.key, among: known).map { "Did you mean \($0)?" }
                        ?? "Settings: \(known.joined(separator: ", ")).")
            }
            if author == .project, Self.personalNames.contains(name) { throw notAllowed(prefix + member.key) }
            guard !settings.contains(where: { $0.name == name }) else { continue }
            let values = try words(of: member.value, for: name, key: prefix + member.key)
            settings.append((name, values))
        }
    }

    private func words(of value: JSONValue, for name: OptionName, key: String) throws(CLIError) -> [String] {
        switch value {
        case .string(let text):
            // The file would make the tool read another file and send it.
            if author == .project, name == .system, text.hasPrefix("@") { throw notAllowed(key) }
            return [text]
        case .number, .bool: return [value.text()]
        case .array(let elements):
            let texts = elements.compactMap(\.stringValue)
            guard texts.count == elements.count else { throw problem(key, "takes texts") }
            return texts
        default: throw problem(key, "takes a text, a number, true or false")
        }
    }

    /// The error of a setting that does not fit its option.
    func problem(_ key: String, _ expectation: String) -> CLIError {
        CLIError(.configuration, "\(path): \(key) \(expectation).", hint: "See: lm-cli help configuration")
    }

    private func notAllowed(_ key: String) -> CLIError {
        CLIError(
            .configuration, "\(path): a project may not set \(key): it decides where things are sent or what runs.",
            hint: "Put it into your own settings: lm-cli help configuration")
    }
}

extension OptionName {
    /// The option's name in a file of settings: camel case, with acronyms in capitals.
    var settingName: String {
        let parts = rawValue.split(separator: "-")
        return parts.enumerated().map { index, part in
            index == 0 ? String(part) : part == "url" ? "URL" : part.prefix(1).uppercased() + part.dropFirst()
        }.joined()
    }
}
