/// Which model is asked, and where.
struct ModelChoice: Sendable {
    /// The model where none is named.
    static let standardModel = "grok-4.7"

    let name: String
    let server: ServerChoice
    let effort: String?
    private let options: ServerOptions
    private let context: ProviderContext
    private let isSent: Bool

    /// Makes the choice of the options and the environment.
    ///
    /// - Parameters:
    ///   - isSent: Whether a request will leave the machine; else no key is asked for.
    ///   - origin: The conversation that is gone on with, whose model and server are kept where nothing else is said.
    ///   - recorded: The model that answers on a cassette.
    init(
        _ model: ModelOptions, _ server: ServerOptions, _ context: ProviderContext, isSent: Bool,
        origin: ModelOrigin? = nil, recorded: String? = nil
    ) throws(CLIError) {
        let environment = context.environment
        let named =
            model.model.given
            ?? (origin == nil ? recorded ?? environment["LM_MODEL"] ?? model.model.standing : nil)
        let isSameModel = named == nil || named == origin?.model
        let effort =
            model.effort.given ?? (isSameModel ? origin?.effort : nil) ?? environment["LM_EFFORT"]
        let isElsewhere = server.baseURL ?? environment["LM_BASE_URL"] != nil
        guard let wanted = named ?? origin?.model else {
            let provider = try Self.standardProvider(server, context, isSent: isSent)
            guard !isElsewhere, let standard = provider.standardModel else {
                // The name decides about the dialect and the key, and another server knows other names.
                throw .usage(
                    isElsewhere
                        ? "--base-url needs a model: -m NAME." : "\(provider.displayName) needs a model: -m NAME.",
                    hint:
                        "Such as: lm-cli ask \(isElsewhere ? "--base-url URL" : "--provider \(provider.name)") -m NAME …"
                )
            }
            try self.init(
                standard, server, context, wanted: .init(provider: provider), isSent: isSent,
                effort: effort ?? Self.standing(model.effort, for: standard))
            return
        }
        // Another model may be of another provider; the same one is where it was.
        var kept = ServerChoice.Wanted()
        if isSameModel, let origin {
            if server.provider == nil { kept.provider = Provider(named: origin.provider) }
            kept.address = origin.baseURL
            kept.wire = origin.wire
        }
        try self.init(
            wanted, server, context, wanted: kept, isSent: isSent,
            effort: effort ?? Self.standing(model.effort, for: wanted))
    }

    /// Chooses a model by its name, which may say whose it is.
    private init(
        _ text: String, _ options: ServerOptions, _ context: ProviderContext, wanted: ServerChoice.Wanted, isSent: Bool,
        effort: String?
    ) throws(CLIError) {
        var wanted = wanted
        let (provider, rest) = try Self.split(text, options, isKnown: wanted.provider != nil)
        wanted.provider = wanted.provider ?? provider
        server = try ServerChoice(options, context, wanted: wanted, isSent: isSent)
        name = server.provider == .xai ? try ModelCatalogue.resolve(rest) : rest
        guard !name.isEmpty else {
            throw .usage("the model has no name.", hint: "Such as -m \(ModelChoice.standardModel).")
        }
        self.effort = effort
        self.options = options
        self.context = context
        self.isSent = isSent
        try checkEffort()
    }

    /// Another model, wherever it is: at its own provider where its name says one, else at the same server.
    func moved(to text: String, effort: String?) throws(CLIError) -> ModelChoice {
        var options = options
        let (provider, _) = try Self.split(text, options, isKnown: false)
        if let provider, provider != server.provider {
            // What was said of the server was said of the other one.
            options.baseURL = nil
            options.provider = nil
            options.wire = nil
            options.keyFile = nil
            return try ModelChoice(
                text, options, context, wanted: .init(provider: provider, address: provider.baseURL), isSent: isSent,
                effort: effort)
        }
        return try ModelChoice(
            text, options, context,
            wanted: .init(provider: server.provider, address: server.baseURL.url.absoluteString, wire: server.wire),
            isSent: isSent, effort: effort)
    }

    /// Takes the provider off a name: `ollama/gemma3`, or a model that is only one's.
    private static func split(
        _ text: String, _ options: ServerOptions, isKnown: Bool
    ) throws(CLIError) -> (Provider?, String) {
        let named = try options.provider.map { name throws(CLIError) in try ServerChoice.provider(named: name) }
        if let slash = text.firstIndex(of: "/"), let provider = Provider(named: String(text[..<slash])),
            // The names of some models have a maker in front, which is no provider there.
            !isKnown && (named ?? provider) == provider && (options.baseURL == nil || named != nil || provider.isLocal)
        {
            return (provider, String(text[text.index(after: slash)...]))
        }
        return (named ?? Provider.owning(model: text), text)
    }

    /// Who is asked where nobody says: xAI, or the first whose key is there where xAI's is not.
    private static func standardProvider(
        _ options: ServerOptions, _ context: ProviderContext, isSent: Bool
    ) throws(CLIError) -> Provider {
        if let name = options.provider { return try ServerChoice.provider(named: name) }
        guard isSent, options.keyFile == nil, options.baseURL == nil, context.keyCommand == nil else { return .xai }
        let ring = KeyRing(environment: context.environment)
        for provider in Provider.withKeys where provider.standardModel != nil {
            if try ring.entry(provider).source != nil { return provider }
        }
        return .xai
    }

    /// The effort of the settings, where the model may be asked for it.
    private static func standing(_ effort: Layered<String>, for name: String) -> String? {
        effort.standing.flatMap { takes($0, name) ? $0 : nil }
    }

    /// Whether a model may be asked for an effort that was set for whatever model there is.
    private static func takes(_ effort: String, _ name: String) -> Bool {
        guard let model = try? ModelCatalogue.resolve(name), let supported = ModelCatalogue.efforts(of: model) else {
            return true
        }
        return supported.contains(effort)
    }

    private func checkEffort() throws(CLIError) {
        guard let effort, server.provider == .xai, let supported = ModelCatalogue.efforts(of: name),
            !supported.contains(effort)
        else { return }
        throw .usage(
            supported.isEmpty
                ? "\(name) does not take an effort." : "\(name) takes \(ValueKind.list(supported)), not \(effort).",
            hint: supported.isEmpty ? "Leave out -e." : "Such as -e \(supported[supported.count / 2]).")
    }

    /// What a report of a failure needs to know.
    var service: ServiceContext { server.service(model: name) }

    /// The name by which the model is found again wherever it is.
    var title: String {
        server.provider == .xai || server.provider == .generic ? name : "\(server.provider.name)/\(name)"
    }
}

/// What a conversation that is gone on with says of its model.
struct ModelOrigin: Sendable {
    var model: String
    var provider: String
    var baseURL: String?
    var wire: Wire?
    var effort: String?
}
