import LMGrok
import LMJSON

/// `lm-cli models`: what can be asked.
enum ModelsCommand {
    static let spec: CommandSpec = CommandSpec(
        name: "models",
        summary: "List the models, and what they take.",
        subcommands: [
            CommandSpec(
                name: "ls", summary: "List the models that the tool knows, and those of servers on this machine.",
                action: .task { try await list($0) }),
            CommandSpec(
                name: "show", summary: "Show what is known of a model.",
                arguments: [ArgumentSpec("name", .one, .model, "The model, or a unique part of its name.")],
                action: .immediate { try show($0) }),
            CommandSpec(
                name: "refresh", summary: "Ask the server which models the key may use.",
                groups: [AskOptions.server], exits: [.success, .unavailable, .key],
                action: .task { try await refresh($0) }),
        ],
        defaultSubcommand: "ls")

    private static func list(_ invocation: Invocation) async throws -> ExitStatus {
        let models = GrokModel.presets
        let local = await localModels(invocation)
        if invocation.isJSON {
            try invocation.console.write(
                json: .array(
                    models.map(document)
                        + local.map { ["name": .string($0.name), "provider": .string($0.provider.name)] }))
            return .success
        }
        let rows =
            models.map { model in
                [
                    model.name, model.displayName, Amount.tokens(model.contextSize),
                    model.supportedReasoningEfforts.map(\.rawValue).joined(separator: " "), price(of: model) ?? "",
                ]
            }
            + local.map { ["\($0.provider.name)/\($0.name)", $0.provider.displayName, "", "", ""] }
        try invocation.console.write(
            TextTable(
                headings: ["NAME", "SHOWN AS", "CONTEXT", "EFFORTS", "USD PER MILLION: IN, CACHED, OUT"], rows: rows))
        return .success
    }

    /// The models of the servers that listen on this machine. A server elsewhere is not asked here.
    private static func localModels(_ invocation: Invocation) async -> [(provider: Provider, name: String)] {
        var models: [(Provider, String)] = []
        for provider in Provider.all where provider.isLocal {
            guard let address = provider.baseURL.flatMap({ try? BaseURL($0) }), let port = address.url.port,
                LoopbackPort.isOpen(port),
                let server = try? ServerChoice(
                    ServerOptions(), invocation.providers, wanted: .init(provider: provider), isSent: true),
                let names = try? await ModelListing(server: server).fetch(invocation)
            else { continue }
            models += names.map { (provider, $0) }
        }
        return models
    }

    private static func show(_ invocation: Invocation) throws -> ExitStatus {
        let name = try ModelCatalogue.resolve(invocation.arguments.words[0])
        guard let model = GrokModel.preset(named: name) else { throw unknown(name) }
        if invocation.isJSON {
            try invocation.console.write(json: document(of: model))
            return .success
        }
        let efforts = model.supportedReasoningEfforts.map(\.rawValue).joined(separator: ", ")
        let rows = [
            ["name", model.name], ["shown as", model.displayName], ["context", "\(model.contextSize) tokens"],
            ["efforts", efforts.isEmpty ? "none to choose" : efforts],
            ["reasons", model.capabilities.contains(.reasoning) ? "yes" : "no"],
            ["price", price(of: model).map { "\($0) (USD per million tokens in, cached, out)" } ?? "not known"],
        ]
        try invocation.console.write(TextTable(rows: rows))
        return .success
    }

    private static func unknown(_ name: String) -> CLIError {
        let hint =
            GrokModel.retiredNames[name].map { "xAI retired it and answers with \($0)." }
            ?? GrokModel.suggestion(for: name).map { "Did you mean \($0)?" } ?? "See: lm-cli models"
        return CLIError(.noInput, "nothing is known of a model \"\(name)\".", hint: hint)
    }

    private static func refresh(_ invocation: Invocation) async throws -> ExitStatus {
        let server = try ServerChoice(ServerOptions(invocation.arguments), invocation.providers, isSent: true)
        let names = try await ModelListing(server: server).fetch(invocation)
        if invocation.isJSON {
            try invocation.console.write(json: .array(names.map(JSONValue.string)))
            return .success
        }
        let known = Set(ModelCatalogue.names)
        for name in names {
            let mark = server.provider == .xai && !known.contains(name) ? "   (not among the presets)" : ""
            let shown = TextSanitizer.line(name, notation: invocation.console.typography.notation)
            try invocation.console.write((invocation.console.output.isTerminal ? shown + mark : name) + "\n")
        }
        return .success
    }

    private static func price(of model: GrokModel) -> String? {
        model.price.map { price in
            [price.input, price.cachedInput, price.output].map(perMillion).joined(separator: ", ")
        }
    }

    /// Dollars for a million tokens, from ticks of 10⁻¹⁰ dollars for one.
    private static func perMillion(_ ticks: Int) -> String {
        let cents = ticks / 100
        return "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
    }

    private static func document(of model: GrokModel) -> JSONValue {
        var object = JSONObject()
        object["name"] = .string(model.name)
        object["displayName"] = .string(model.displayName)
        object["contextSize"] = .number(JSONNumber(model.contextSize))
        object["efforts"] = .array(model.supportedReasoningEfforts.map { .string($0.rawValue) })
        object["reasons"] = .bool(model.capabilities.contains(.reasoning))
        if let price = model.price {
            object["ticksPerToken"] = [
                "input": .number(JSONNumber(price.input)), "cachedInput": .number(JSONNumber(price.cachedInput)),
                "output": .number(JSONNumber(price.output)),
            ]
        }
        return .object(object)
    }
}
