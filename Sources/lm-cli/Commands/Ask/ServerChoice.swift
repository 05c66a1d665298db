import LMTransport

/// Which server is asked, in whose dialect, with which key, and how long it may take.
struct ServerChoice: Sendable {
    let provider: Provider
    let baseURL: BaseURL
    let key: KeyChoice
    let timeouts: Timeouts

    /// Reads the choice from the options and the environment.
    ///
    /// - Parameters:
    ///   - model: The model that is to be asked, whose name may decide about the dialect.
    ///   - provider: The provider, where something other than the options says so.
    ///   - standardAddress: The address, where the options name none.
    ///   - isSent: Whether a request will leave the machine; else no key is asked for.
    init(
        _ arguments: ParsedArguments, environment: Environment, model: String?, provider chosen: Provider? = nil,
        address standardAddress: String? = nil, isSent: Bool
    ) throws(CLIError) {
        let address = arguments.value(.baseURL) ?? standardAddress ?? environment["LM_BASE_URL"]
        provider =
            chosen
            ?? Provider.choose(
                named: arguments.value(.provider), model: model ?? ModelChoice.standardModel, hasBaseURL: address != nil
            )
        baseURL = try BaseURL(address ?? (provider == .openai ? BaseURL.openai : BaseURL.xai))
        key =
            isSent
            ? try KeyChoice(
                provider: provider, baseURL: baseURL, keyFile: arguments.value(.keyFile),
                keyCommand: arguments.keyCommand,
                prefersEnvironment: arguments.value(.keySource) == "env", environment: environment)
            : KeyChoice(unsent: ())
        timeouts = Self.timeouts(arguments, environment)
    }

    /// The address that was given; `nil` where the provider's own is meant.
    static func address(_ arguments: ParsedArguments, _ environment: Environment) -> String? {
        arguments.value(.baseURL) ?? environment["LM_BASE_URL"]
    }

    private static func timeouts(_ arguments: ParsedArguments, _ environment: Environment) -> Timeouts {
        var timeouts = Timeouts()
        if let idle = arguments.duration(.timeout) ?? environment["LM_TIMEOUT"].flatMap(ValueKind.duration) {
            timeouts.firstByte = idle
            timeouts.idle = idle
        }
        return timeouts
    }

    /// Whether the provider itself is asked, and not a server of one's own.
    var isOwn: Bool { provider != .generic && provider.isOwn(baseURL) }

    /// What a report of a failure needs to know.
    func service(model: String) -> ServiceContext {
        ServiceContext(
            name: isOwn ? provider.displayName : baseURL.host, host: baseURL.host, model: model,
            knownModels: provider == .xai ? ModelCatalogue.names : [], keySource: key.source,
            keyProvider: isOwn ? provider : nil, idleTimeout: timeouts.idle)
    }
}
