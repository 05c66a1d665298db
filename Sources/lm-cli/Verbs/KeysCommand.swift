/// `lm-cli keys`: the keys that are saved, and which of them a request uses.
enum KeysCommand {
    private static let provider = ArgumentSpec(
        "provider", .optional, .provider, "Whose key: \(ValueKind.list(Provider.withKeys.map(\.name))).")

    static let spec: CommandSpec = CommandSpec(
        name: "keys",
        summary: "Save API keys, and see which one requests use.",
        discussion: [
            "A saved key goes to the desktop's keyring where one answers, else to a file that only you can read. It wins over "
                + "the environment. A key never stands on the command line."
        ],
        subcommands: [
            CommandSpec(
                name: "ls", summary: "List the keys: where they come from, and their last four characters.",
                action: .immediate { try list($0) }),
            CommandSpec(
                name: "set", summary: "Save a key. It is asked for and not shown, or read from standard input.",
                arguments: [provider], examples: ["lm-cli keys set xai", "pass show xai | lm-cli keys set xai"],
                action: .immediate { try set($0) }),
            CommandSpec(
                name: "rm", summary: "Forget a saved key.", arguments: [provider], action: .immediate { try remove($0) }
            ),
            CommandSpec(
                name: "source", summary: "Print where the key of requests comes from; nothing of the key itself.",
                arguments: [provider], action: .immediate { try source($0) }),
            CommandSpec(
                name: "test", summary: "Ask the server for its models, which needs a good key and costs nothing.",
                arguments: [provider], groups: [AskOptions.server], exits: [.success, .unavailable, .key],
                action: .task { try await test($0) }),
        ],
        defaultSubcommand: "ls")

    private static func chosen(_ invocation: Invocation) throws(CLIError) -> Provider {
        guard let name = invocation.arguments.words.first else { return .xai }
        return try ServerChoice.provider(named: name)
    }

    private static func list(_ invocation: Invocation) throws -> ExitStatus {
        let ring = KeyRing(environment: invocation.environment)
        let rows = try Provider.withKeys.map { try ring.entry($0) }
        if invocation.isJSON {
            try invocation.console.write(json: .array(rows.map(\.json)))
            return .success
        }
        let shown = rows.filter { $0.source != nil }
        guard !shown.isEmpty else {
            invocation.console.say(lines: [
                "No key is saved, and none is in the environment. Save one: lm-cli keys set xai"
            ])
            return .success
        }
        try invocation.console.write(
            TextTable(
                headings: ["PROVIDER", "SOURCE", "STORED IN", "LAST 4", "ALSO SET"], rows: shown.map(\.columns)))
        return .success
    }

    private static func set(_ invocation: Invocation) throws -> ExitStatus {
        let provider = try chosen(invocation)
        let console = invocation.console
        let key = try readKey(for: provider, invocation)
        if provider == .xai, !key.hasPrefix("xai-") {
            console.warn("the key does not start with xai-, as those of xAI do. It is saved all the same.")
        }
        let ring = KeyRing(environment: invocation.environment)
        let (reference, refusal) = try ring.saved.save(key, for: provider.name)
        let end = reference.lastCharacters.isEmpty ? "" : " (ends …\(reference.lastCharacters))"
        switch reference.store {
        case .secretService: console.say(lines: ["Saved in the Secret Service keyring\(end)."])
        case .file:
            let path = Folders(environment: invocation.environment).keys
            console.say(lines: ["Saved in \(path), mode 600, as plain text: \(refusal ?? "no keyring")\(end)."])
        }
        for variable in provider.keyVariables where invocation.environment[variable] != nil {
            console.hint("\(variable) is also set; the saved key wins. Use --key-source env to prefer it.")
        }
        return .success
    }

    private static func readKey(for provider: Provider, _ invocation: Invocation) throws(CLIError) -> String {
        let text: String
        if invocation.standardInput.isTerminal {
            guard !invocation.arguments.isOff(.input) else {
                throw .usage("keys set has to ask for the key, which --no-input forbids.", hint: "Pipe the key in.")
            }
            let answer = HiddenPrompt.ask("Key for \(provider.displayName) (hidden): ") {
                invocation.interruption.onEnd($0)
            }
            guard let answer else {
                throw .usage("there is no terminal to ask for the key on.", hint: "Pipe the key in.")
            }
            invocation.interruption.onEnd(nil)
            text = answer
        } else {
            let bytes = try invocation.standardInput.readAll {
                invocation.console.hint("reading the key from standard input…")
            }
            text = try TextInput.text(of: bytes, named: "standard input")
        }
        return try KeyChoice.key(in: Array(text.utf8), of: "what was given", hint: "Nothing was saved.")
    }

    private static func remove(_ invocation: Invocation) throws -> ExitStatus {
        let provider = try chosen(invocation)
        guard try KeyRing(environment: invocation.environment).saved.remove(provider.name) else {
            throw CLIError(.noInput, "no key for \(provider.displayName) is saved.")
        }
        invocation.console.say(lines: [
            "The key for \(provider.displayName) is forgotten here. If it leaked, revoke it too."
        ])
        return .success
    }

    private static func test(_ invocation: Invocation) async throws -> ExitStatus {
        let server = try ServerChoice(
            ServerOptions(invocation.arguments), invocation.providers, wanted: .init(provider: chosen(invocation)),
            isSent: true)
        let names = try await ModelListing(server: server).fetch(invocation)
        let source = server.key.source.map { " from \($0)" } ?? ""
        try invocation.console.write("\(server.baseURL.host) takes the key\(source): \(names.count) models.\n")
        return .success
    }

    private static func source(_ invocation: Invocation) throws -> ExitStatus {
        let provider = try chosen(invocation)
        guard let source = try KeyRing(environment: invocation.environment).entry(provider).source else {
            throw CLIError(
                .key, "there is no key for \(provider.displayName).",
                hint: "Save one: lm-cli keys set \(provider.name)")
        }
        try invocation.console.write(source.description + "\n")
        return .success
    }
}
