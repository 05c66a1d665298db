import LMTransport

/// Which server is asked, over which API, with which key, and how long it may take.
struct ServerChoice: Sendable {
    let provider: Provider
    let wire: Wire
    let baseURL: BaseURL
    let key: KeyChoice
    let timeouts: Timeouts

    /// What a name of a model says of its server, and the address, in the order in which they are believed.
    struct Wanted: Sendable {
        /// The provider that stands before the model's name, or that the model's name can only be of.
        var provider: Provider?
        /// The address that goes with a conversation.
        var address: String?
        /// The API that goes with a conversation.
        var wire: Wire?
    }

    /// Makes the choice of the options and the environment.
    ///
    /// - Parameters:
    ///   - wanted: What is known of the server besides.
    ///   - isSent: Whether a request will leave the machine; else no key is asked for.
    init(
        _ options: ServerOptions, _ context: ProviderContext, wanted: Wanted = Wanted(), isSent: Bool
    ) throws(CLIError) {
        let named = try options.provider.map { name throws(CLIError) in try Self.provider(named: name) }
        let given = options.baseURL ?? wanted.address ?? context.environment["LM_BASE_URL"]
        let address = try given.map { text throws(CLIError) in try BaseURL(text) }
        provider =
            named ?? wanted.provider ?? address.flatMap { Provider.owning($0) } ?? (address == nil ? .xai : .generic)
        let standard = try provider.baseURL.map { text throws(CLIError) in try BaseURL(text) }
        guard let baseURL = address ?? standard else {
            throw .usage(
                "\(provider.displayName) needs an address: --base-url URL.",
                hint: provider.name == "azure" ? "Such as https://NAME.openai.azure.com/openai/v1" : nil)
        }
        self.baseURL = baseURL
        wire = options.wire ?? wanted.wire ?? provider.wire
        key =
            isSent
            ? try KeyChoice(provider: provider, baseURL: baseURL, options: options, context: context)
            : KeyChoice(unsent: ())
        timeouts = Self.timeouts(options.timeout ?? context.environment["LM_TIMEOUT"].flatMap(ValueKind.duration))
    }

    /// The provider of a name. Throws a usage error for what is none.
    static func provider(named name: String) throws(CLIError) -> Provider {
        if let provider = Provider(named: name) { return provider }
        let names = Provider.all.map(\.name)
        throw .usage(
            "there is no provider \"\(name)\".",
            hint: EditDistance.suggestion(for: name, among: names).map { "Did you mean: \($0)" }
                ?? "There are: \(names.joined(separator: ", ")).")
    }

    private static func timeouts(_ idle: Duration?) -> Timeouts { idle.map { Timeouts(waiting: $0) } ?? Timeouts() }

    /// The key as a request carries it.
    var credential: Credential? {
        guard let key = key.key else { return nil }
        switch wire {
        case .responses: return Credential(bearer: key)
        case .chat:
            let field = provider.chatDialect.keyField.flatMap { HTTPFieldName($0) }
            return field.map { Credential($0, key) } ?? Credential(bearer: key)
        case .messages: return Credential("x-api-key", key)
        case .gemini: return Credential("x-goog-api-key", key)
        }
    }

    /// Whether the provider itself is asked, and not another server.
    var isOwn: Bool { provider.isOwn(baseURL) }

    /// What a report of a failure needs to know.
    func service(model: String) -> ServiceContext {
        ServiceContext(
            name: isOwn || provider.isLocal ? provider.displayName : baseURL.host, host: baseURL.host, model: model,
            knownModels: provider == .xai ? ModelCatalogue.names : [], keySource: key.source,
            keyProvider: isOwn ? provider : nil, idleTimeout: timeouts.idle)
    }
}

/// What choices are made from besides options.
struct ProviderContext: Sendable {
    let environment: Environment
    /// The command of the person's settings that prints the key; `nil` where none is named.
    var keyCommand: String?
}

extension Invocation {
    /// What the choice of a provider is made from besides options.
    var providers: ProviderContext { ProviderContext(environment: environment, keyCommand: arguments.keyCommand) }
}
