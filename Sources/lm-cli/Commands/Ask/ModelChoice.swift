import LMGrok
import LMProtocol
import LMResponses
import LMTransport

/// Which model is asked, where it is, and with which key.
struct ModelChoice: Sendable {
    /// The model where none is named.
    static let standardModel = "grok-4.7"

    let name: String
    let provider: Provider
    let baseURL: BaseURL
    let key: KeyChoice
    let timeouts: Timeouts
    let effort: String?

    /// Reads the choice from the options and the environment.
    ///
    /// - Parameter isSent: Whether a request will leave the machine; else no key is asked for.
    init(_ arguments: ParsedArguments, environment: Environment, isSent: Bool) throws(CLIError) {
        let wanted = arguments.value(.model) ?? environment["LM_MODEL"]
        let address = arguments.value(.baseURL) ?? environment["LM_BASE_URL"]
        if address != nil, wanted == nil {
            // The name decides about the dialect and the key, and another server knows other names.
            throw .usage("--base-url needs a model: -m NAME.", hint: "Such as: lm-cli ask --base-url URL -m NAME …")
        }
        provider = Provider.choose(
            named: arguments.value(.provider), model: wanted ?? Self.standardModel, hasBaseURL: address != nil)
        name =
            try provider == .xai ? ModelCatalogue.resolve(wanted ?? Self.standardModel) : wanted ?? Self.standardModel
        baseURL = try BaseURL(address ?? (provider == .openai ? BaseURL.openai : BaseURL.xai))
        key =
            isSent
            ? try KeyChoice(
                provider: provider, baseURL: baseURL, keyFile: arguments.value(.keyFile),
                prefersEnvironment: arguments.value(.keySource) == "env", environment: environment)
            : KeyChoice(unsent: ())
        timeouts = Self.timeouts(arguments, environment)
        effort = try Self.effort(arguments.value(.effort) ?? environment["LM_EFFORT"], model: name, provider)
    }

    private static func timeouts(_ arguments: ParsedArguments, _ environment: Environment) -> Timeouts {
        var timeouts = Timeouts()
        if let idle = arguments.duration(.timeout) ?? environment["LM_TIMEOUT"].flatMap(ValueKind.duration) {
            timeouts.firstByte = idle
            timeouts.idle = idle
            // A connection takes a moment even where the answer may not.
            timeouts.connect = timeouts.connect.map { min($0, max(idle, .seconds(3))) }
        }
        return timeouts
    }

    private static func effort(_ effort: String?, model: String, _ provider: Provider) throws(CLIError) -> String? {
        guard let effort, provider == .xai, let supported = ModelCatalogue.efforts(of: model) else { return effort }
        guard !supported.contains(effort) else { return effort }
        throw .usage(
            supported.isEmpty
                ? "\(model) does not take an effort." : "\(model) takes \(ValueKind.list(supported)), not \(effort).",
            hint: supported.isEmpty ? "Leave out -e." : "Such as -e \(supported[supported.count / 2]).")
    }

    /// What a report of a failure needs to know.
    var service: ServiceContext {
        let isKnown = provider != .generic && provider.isOwn(baseURL)
        return ServiceContext(
            name: isKnown ? provider.displayName : baseURL.host, host: baseURL.host, model: name,
            knownModels: provider == .xai ? ModelCatalogue.names : [], keySource: key.source,
            keyProvider: isKnown ? provider : nil, idleTimeout: timeouts.idle)
    }
}
